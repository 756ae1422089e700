// Saving a live script whose check has errors asks first, since respondents would meet them at once.
import { expect, test } from "vitest"
import { createActor } from "xstate"
import { ScriptSaveConflict, SignedOut, Unreachable } from "../../domain/failures/failure.ts"
import type { Finding } from "../../domain/findings/finding.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const error: Finding = { pointer: "/instructions/0/condition", severity: "error", rule: "structure", message: "wrong" }
const warning: Finding = { ...error, severity: "warning" }

/** `failures` are those of the first saves. */
const openEditor = (status: number, check: () => Promise<ReadonlyArray<Finding>>, failures: Array<unknown> = []) => {
  const opened = script([message("a")], { status })
  const server = fakeServerAndDevice(opened)
  const machine = editorWithPorts({
    saveScript: async (it) => {
      if (failures.length > 0) throw failures.shift()
      return server.save(it)
    },
    signIn: async () => undefined,
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
/** Opens a live script with errors, edits and saves it, and confirms the errors. */
const confirmErrors = async (failures: Array<unknown>) => {
  const editor = openEditor(2, async () => [error], failures)
  editor.editAndSave()
  await expect.poll(editor.isAsking).toBe(true)
  editor.actor.send({ type: "errors.confirm" })
  const reaches = (saving: "conflict" | "retrying") =>
    expect.poll(() => editor.actor.getSnapshot().matches({ open: { saving } })).toBe(true)
  return { ...editor, reaches }
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

test("[F6] the draft whose errors were confirmed is sent again after a lost connection without a second question", async () => {
  const { actor, server, reaches } = await confirmErrors([new Unreachable({ message: "offline" })])
  await reaches("retrying")
  actor.send({ type: "save.retry" })
  await expect.poll(() => actor.getSnapshot().status).toBe("done")
  expect(server.latest().public_name).toBe("New title")
})

test("[F6] a draft that was edited after a lost connection is asked about again", async () => {
  const { actor, server, isAsking, reaches } = await confirmErrors([new Unreachable({ message: "offline" })])
  await reaches("retrying")
  actor.send({ type: "public-title.type", text: "Another title" })
  actor.send({ type: "save.retry" })
  await expect.poll(isAsking).toBe(true)
  expect(server.saves).toHaveLength(1)
  actor.send({ type: "errors.confirm" })
  await expect.poll(() => server.latest().public_name).toBe("Another title")
})

test("[F6] the draft whose errors were confirmed is sent after signing in again without a second question", async () => {
  const { actor, server } = await confirmErrors([new SignedOut()])
  await expect.poll(() => actor.getSnapshot().status).toBe("done")
  expect(server.latest().public_name).toBe("New title")
})

test("[F6] the draft whose errors were confirmed overwrites another revision without a second question, and a merge asks again", async () => {
  const conflict = () =>
    new ScriptSaveConflict({ script: script([message("theirs")], { status: 2 }), savedBy: "Bas", savedAt: "2026-01-03T00:00:00Z" })
  const overwriting = await confirmErrors([conflict()])
  await overwriting.reaches("conflict")
  overwriting.actor.send({ type: "conflict.overwrite" })
  await expect.poll(() => overwriting.actor.getSnapshot().status).toBe("done")
  expect(overwriting.server.latest().public_name).toBe("New title")

  const merging = await confirmErrors([conflict()])
  await merging.reaches("conflict")
  merging.actor.send({ type: "conflict.merge", picks: {} })
  merging.actor.send({ type: "script.save" })
  await expect.poll(merging.isAsking).toBe(true)
  expect(merging.server.saves).toHaveLength(1)
})
