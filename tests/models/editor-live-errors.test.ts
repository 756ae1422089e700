// Saving a live script whose check has errors asks first, since respondents would meet them at once.
import { expect, test } from "vitest"
import { createActor } from "xstate"
import type { Finding } from "../../domain/findings/finding.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const error: Finding = { pointer: "/instructions/0/condition", severity: "error", rule: "structure", message: "wrong" }
const warning: Finding = { ...error, severity: "warning" }

const startEditor = (status: number, findings: ReadonlyArray<Finding>) => {
  const opened = script([message("a")], { status })
  const server = fakeServerAndDevice(opened)
  const machine = editorWithPorts({
    saveScript: async (it) => server.save(it),
    keepDraft: async (it) => server.keep(it),
    forgetDraft: async () => server.forget(),
    check: async () => findings,
  })
  const actor = createActor(machine, { input: editorInput(opened) }).start()
  actor.send({ type: "public-title.type", text: "New title" })
  actor.send({ type: "script.save" })
  return { actor, server, isAsking: () => actor.getSnapshot().hasTag("confirming-errors") }
}

test("[F6] a live script with errors is saved only once its author confirms", async () => {
  const { actor, server, isAsking } = startEditor(2, [error])
  await expect.poll(isAsking).toBe(true)
  expect(server.saves).toHaveLength(1)
  actor.send({ type: "errors.cancel" })
  expect([isAsking(), actor.getSnapshot().status, server.saves.length]).toEqual([false, "active", 1])
  actor.send({ type: "script.save" })
  expect(isAsking()).toBe(true)
  actor.send({ type: "errors.confirm" })
  await expect.poll(() => actor.getSnapshot().status).toBe("done")
  expect(server.latest().public_name).toBe("New title")
})

test.each([
  [2, [warning]],
  [1, [error]],
])("[F6] a save with status %s and findings that respondents do not meet as errors does not ask", async (status, findings) => {
  const { actor, server } = startEditor(status, findings)
  await expect.poll(() => actor.getSnapshot().status).toBe("done")
  expect(server.latest().public_name).toBe("New title")
})
