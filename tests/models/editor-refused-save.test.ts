// A save that the server refuses, and drafts that can be saved although they are unfinished.
import { expect, test } from "vitest"
import { createActor } from "xstate"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { ValidationFailed } from "../../domain/failures/failure.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import { toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
/** Its conditions name a question that was deleted. */
const unfinished = script([message("a"), { ...message("b"), condition: "deleted == 1" }, { ...message("c"), condition: "deleted ==" }])
const findingsOfCheck = scriptFindings(toAuthoredScript({ ...unfinished, name: "New title" }))
/** A rule that this program does not know yet. */
const serverFinding: Finding = { pointer: "/instructions/1/label", severity: "error", rule: "structure", message: "of a newer server" }

test("[F6] a script whose conditions name a deleted question is saved", async () => {
  const server = fakeServerAndDevice(unfinished)
  const machine = editorWithPorts({
    saveScript: async (it) => server.save(it),
    keepDraft: async (it) => server.keep(it),
    forgetDraft: async () => server.forget(),
    check: async () => findingsOfCheck,
  })
  const actor = createActor(machine, { input: editorInput(unfinished) }).start()
  actor.send({ type: "title.type", text: "New title" })
  actor.send({ type: "script.save" })
  await settled()
  await settled()
  expect([server.latest().name, actor.getSnapshot().status]).toEqual(["New title", "done"])
})

test.each([
  ["before", true],
  ["after", false],
])("after a refused save all findings are shown, with those of the server, if the check ends %s it", async (_, isChecked) => {
  const refused = { violations: [], findings: [...findingsOfCheck.slice(0, 1), serverFinding] }
  const machine = editorWithPorts({
    saveScript: () => Promise.reject(new ValidationFailed(refused)),
    keepDraft: async () => "kept",
    check: async () => findingsOfCheck,
  })
  const actor = createActor(machine, { input: editorInput(unfinished) }).start()
  const context = () => actor.getSnapshot().context
  const checked = () => expect.poll(() => context().checkedDraft === context().draft).toBe(true)
  actor.send({ type: "title.type", text: "New title" })
  if (isChecked) await checked()
  actor.send({ type: "script.save" })
  await expect.poll(() => context().failure?._tag).toBe("ValidationFailed")
  await checked()
  expect(context().findings).toHaveLength(findingsOfCheck.length + 1)
  expect(context().findings).toEqual(expect.arrayContaining([...findingsOfCheck, serverFinding]))
  actor.send({ type: "title.type", text: "Another title" })
  await checked()
  expect(context().findings).toEqual(findingsOfCheck)
  actor.stop()
})
