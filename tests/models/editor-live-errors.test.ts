// Saving a live script whose check has errors asks first, since respondents would meet them at once.
import { expect, test } from "vitest"
import { createActor } from "xstate"
import type { Finding } from "../../domain/findings/finding.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const error: Finding = { pointer: "/instructions/0/condition", severity: "error", rule: "structure", message: "wrong" }
const warning: Finding = { ...error, severity: "warning" }

const openEditor = (status: number, check: () => Promise<ReadonlyArray<Finding>>) => {
  const opened = script([message("a")], { status })
  const server = fakeServerAndDevice(opened)
  const machine = editorWithPorts({
    saveScript: async (it) => server.save(it),
    keepDraft: async (it) => server.keep(it),
    forgetDraft: async () => server.forget(),
    check,
  })
  const actor = createActor(machine, { input: editorInput(opened) }).start()
  const editAndSave = () => {
    actor.send({ type: "public-title.type", text: "New title" })
    actor.send({ type: "script.save" })
  }
  return { actor, server, editAndSave, isAsking: () => actor.getSnapshot().hasTag("confirming-errors") }
}
const noWorker = async () => Promise.reject(new Error("no worker"))

test("[F6] a live script with errors is saved only once its author confirms", async () => {
  const { actor, server, editAndSave, isAsking } = openEditor(2, async () => [error])
  editAndSave()
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
])("[F6] a save does not ask if the script is not live or has only warnings: status %s", async (status, findings) => {
  const { actor, server, editAndSave } = openEditor(status, async () => findings)
  editAndSave()
  await expect.poll(() => actor.getSnapshot().status).toBe("done")
  expect(server.latest().public_name).toBe("New title")
})

test("[F6] a failed check of an earlier draft does not stand for the check of the saved one", async () => {
  const checks = [noWorker]
  const { actor, editAndSave, isAsking } = openEditor(2, () => checks.shift()?.() ?? Promise.resolve([error]))
  await expect.poll(() => actor.getSnapshot().context.checkFailure).not.toBeNull()
  editAndSave()
  await expect.poll(isAsking).toBe(true)
})

test("[F6] a live script is saved without a question if its check has failed", async () => {
  const { actor, server, editAndSave } = openEditor(2, noWorker)
  editAndSave()
  await expect.poll(() => actor.getSnapshot().status).toBe("done")
  expect(server.latest().public_name).toBe("New title")
})
