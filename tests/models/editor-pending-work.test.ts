// What the editor waits for before it saves or closes: uploads, imports, unanswered saves and device storage.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock } from "xstate"
import { type Failure, RateLimited, Unreachable, Unreadable, ValidationFailed } from "../../domain/failures/failure.ts"
import { applyLocalDraft, type LocalDraft, toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { createPatch } from "../../domain/revisions/script-patch.ts"
import type { Script, ScriptId } from "../../domain/script/script.ts"
import { sanitizeScript } from "../../domain/script/script-normalization.ts"
import type { EditorEvent, OpenedScriptFile } from "../../machines/editor/editor-model.ts"
import { canReplaceScript } from "../../machines/editor/editor-setup.ts"
import { scriptOpeningMachine } from "../../machines/editor/script-opening-machine.ts"
import { isDirty, isUnsaved } from "../../machines/editor/unsaved-work.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const first = script([{ ...message("a"), type: "image" }, message("b", "two")])
const picture = { name: "one.png", bytes: 10, type: "image/png", content: async () => new ArrayBuffer(0) }
const pick: EditorEvent = { type: "image.pick", uuid: "a", locale: "nl", file: picture }
type Whose = { readonly user: string; readonly script: ScriptId }
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** An editor whose server accepts every save, and whose uploads finish when the test says so. */
const working = (of: Script = first, clock = new SimulatedClock()) => {
  const server = fakeServerAndDevice(of)
  const upload = Promise.withResolvers<string>()
  const actor = createActor(
    editorWithPorts({
      saveScript: async (it) => server.save(it),
      keepDraft: async (it) => server.keep(it),
      forgetDraft: async () => server.forget(),
      uploadImage: () => upload.promise,
    }),
    { input: editorInput(of), clock },
  ).start()
  return { server, upload, actor }
}

/** A port to a server that accepts every save; the response to the first one is lost. */
const firstAnswerLost = ({ save }: ReturnType<typeof fakeServerAndDevice>) => {
  let sends = 0
  return async (it: Parameters<typeof save>[0]) => {
    const said = save(it)
    if (++sends === 1) throw new Unreachable({ message: "cut" })
    return said
  }
}

describe("an image that is being uploaded", () => {
  test("is included in a save", async () => {
    const { server, upload, actor } = working()
    actor.send({ type: "title.type", text: "With a picture" })
    actor.send(pick)
    actor.send({ type: "script.save" })
    await settled()
    expect([actor.getSnapshot().hasTag("saving"), server.latest().revision]).toEqual([true, 1])
    upload.resolve("/uploads/c/one.png")
    await settled()
    expect(actor.getSnapshot().status).toBe("done")
    expect(server.latest().instructions[0]?.messages[0]?.content).toContain("/uploads/c/one.png")
    expect(server.latest().revision).toBe(2)
  })

  test("shows its failure and keeps the editor open until the next save", async () => {
    const { server, upload, actor } = working()
    actor.send({ type: "title.type", text: "Without" })
    actor.send(pick)
    actor.send({ type: "script.save" })
    upload.reject(new Unreachable({ message: "cut" }))
    await settled()
    expect([actor.getSnapshot().status, actor.getSnapshot().hasTag("saving")]).toEqual(["active", false])
    expect(actor.getSnapshot().context.imageFailure).toMatchObject({ uuid: "a", problem: { _tag: "Unreachable" } })
    expect(server.latest().revision).toBe(1)
    actor.send({ type: "script.save" })
    await settled()
    expect([actor.getSnapshot().status, server.latest().name]).toEqual(["done", "Without"])
  })

  test("keeps the editor open if it was picked during a save", async () => {
    const { server, upload, actor } = working()
    actor.send({ type: "title.type", text: "First" })
    actor.send({ type: "script.save" })
    actor.send(pick)
    await settled()
    expect([actor.getSnapshot().status, server.latest().name]).toEqual(["active", "First"])
    upload.resolve("/uploads/c/one.png")
    await settled()
    expect(isDirty(actor.getSnapshot().context)).toBe(true)
    actor.send({ type: "script.save" })
    await settled()
    expect(server.latest().instructions[0]?.messages[0]?.content).toContain("/uploads/c/one.png")
  })

  test("keeps the editor open if it was picked while the outcome of a save was unknown", async () => {
    const server = fakeServerAndDevice(first)
    const upload = Promise.withResolvers<string>()
    const actor = createActor(
      editorWithPorts({
        saveScript: firstAnswerLost(server),
        keepDraft: async (it) => server.keep(it),
        forgetDraft: async () => server.forget(),
        uploadImage: () => upload.promise,
      }),
      { input: editorInput(first), clock: new SimulatedClock() },
    ).start()
    actor.send({ type: "title.type", text: "First" })
    actor.send({ type: "script.save" })
    await settled()
    actor.send(pick)
    actor.send({ type: "save.retry" })
    await settled()
    expect([actor.getSnapshot().status, server.latest().name]).toEqual(["active", "First"])
    upload.resolve("/uploads/c/one.png")
    await settled()
    expect(actor.getSnapshot().status).toBe("done")
    expect(server.latest().instructions[0]?.messages[0]?.content).toContain("/uploads/c/one.png")
  })

  test("makes leaving the editor ask for confirmation", async () => {
    const { actor } = working()
    actor.send(pick)
    actor.send({ type: "editor.leave" })
    expect(actor.getSnapshot().hasTag("confirming-leave")).toBe(true)
  })

  test("does not reset the fields of another instruction when it is done", async () => {
    const { upload, actor } = working()
    actor.send(pick)
    actor.send({ type: "instruction.select", uuid: "b" })
    const { draftEpoch } = actor.getSnapshot().context
    upload.resolve("/uploads/c/one.png")
    await settled()
    expect(actor.getSnapshot().context.draft.instructions[0]?.messages[0]?.content).toContain("/uploads/c/one.png")
    expect(actor.getSnapshot().context.draftEpoch).toBe(draftEpoch)
  })
})

test("a save with a lost response is recognized although the server sanitized its markup", async () => {
  const server = fakeServerAndDevice(first, sanitizeScript)
  const actor = createActor(
    editorWithPorts({
      saveScript: firstAnswerLost(server),
      keepDraft: async (it) => server.keep(it),
      forgetDraft: async () => server.forget(),
    }),
    { input: editorInput(first), clock: new SimulatedClock() },
  ).start()
  const messages = [{ uuid: "b text", locale: "nl", content: '<p onclick="x()">two <blink>and</blink> a half</p>' }]
  actor.send({ type: "instruction.update", uuid: "b", field: null, change: { messages } })
  actor.send({ type: "script.save" })
  await settled()
  expect(server.latest().instructions[1]?.messages[0]?.content).toBe("<p>two and a half</p>")
  actor.send({ type: "save.retry" })
  await settled()
  expect([actor.getSnapshot().status, actor.getSnapshot().context.theirs]).toEqual(["done", null])
  expect(server.latest().revision).toBe(2)
})

test("the local draft is deleted if a save is refused and its edits were undone meanwhile", async () => {
  const server = fakeServerAndDevice(first)
  const clock = new SimulatedClock()
  const answer = Promise.withResolvers<Script>()
  const actor = createActor(
    editorWithPorts({
      saveScript: () => answer.promise,
      keepDraft: async (it) => server.keep(it),
      forgetDraft: async () => server.forget(),
    }),
    { input: editorInput(first), clock },
  ).start()
  actor.send({ type: "title.type", text: "Refused" })
  actor.send({ type: "script.save" })
  await settled()
  actor.send({ type: "edit.undo" })
  clock.increment(300)
  await settled()
  // The server may have accepted the save, so the undone script is stored.
  expect(server.kept()).not.toBeNull()
  answer.reject(new ValidationFailed({ violations: [{ field: "name", message: "no" }], findings: [] }))
  await settled()
  expect([actor.getSnapshot().status, isUnsaved(actor.getSnapshot().context)]).toEqual(["active", false])
  expect(server.kept()).toBeNull()
})

describe("a script whose edits were undone while their save was unanswered", () => {
  /** An edit is undone after it was sent; the server has it all the same. */
  const takenBack = () => {
    const server = fakeServerAndDevice(first)
    const clock = new SimulatedClock()
    const answer = Promise.withResolvers<Script>()
    const answers = [() => answer.promise]
    const actor = createActor(
      editorWithPorts({
        saveScript: async (it) => {
          const said = server.save(it)
          return answers.shift()?.() ?? said
        },
        keepDraft: async (it) => server.keep(it),
        forgetDraft: async () => server.forget(),
      }),
      { input: editorInput(first), clock },
    ).start()
    const undo = async () => {
      actor.send({ type: "title.type", text: "Taken back" })
      actor.send({ type: "script.save" })
      await settled()
      actor.send({ type: "edit.undo" })
      clock.increment(300)
      await settled()
    }
    return { server, actor, answer, undo }
  }

  test("counts as unsaved work, and makes leaving the editor ask for confirmation", async () => {
    const { server, actor, undo } = takenBack()
    await undo()
    expect([actor.getSnapshot().context.draft.name, server.latest().name]).toEqual(["Visit", "Taken back"])
    expect(actor.getSnapshot().matches({ open: { unsavedWork: "tracked" } })).toBe(true)
    actor.send({ type: "editor.leave" })
    expect(actor.getSnapshot().hasTag("confirming-leave")).toBe(true)
    actor.send({ type: "leave.confirm" })
    await settled()
    expect([actor.getSnapshot().status, actor.getSnapshot().output?.saved]).toEqual(["done", false])
  })

  test("is stored on the device, and offered when the server has the edits", async () => {
    const { server, undo } = takenBack()
    await undo()
    const { script: _, restored: __, ...rest } = editorInput(first)
    const machine = scriptOpeningMachine.provide({
      actors: {
        readScript: fromPromise<Script, { readonly community: string; readonly uuid: ScriptId }>(async () => server.latest()),
        recallDraft: fromPromise<LocalDraft | null, Whose>(async () => server.kept()),
        forgetDraft: fromPromise<void, Whose>(async () => undefined),
        editor: editorWithPorts({}),
      },
    })
    const opening = createActor(machine, { input: { ...rest, uuid: first.uuid }, clock: new SimulatedClock() }).start()
    await settled()
    expect(opening.getSnapshot().value).toBe("offering")
    opening.send({ type: "draft.restore" })
    const { context } = opening.getSnapshot().children.editor?.getSnapshot() ?? {}
    expect([context?.draft.name, context?.base.name, context?.theirs]).toEqual(["Visit", "Taken back", null])
  })

  test("can be saved, whatever the outcome of the earlier save", async () => {
    const { server, actor, answer, undo } = takenBack()
    await undo()
    answer.reject(new Unreadable({ message: "not ours" }))
    await settled()
    actor.send({ type: "script.save" })
    await settled()
    expect([actor.getSnapshot().status, server.latest().name, server.latest().revision]).toEqual(["done", "Visit", 3])
    expect(server.kept()).toBeNull()
  })
})

test("restored edits are stored on the device before the next edit", async () => {
  const server = fakeServerAndDevice(first)
  const clock = new SimulatedClock()
  const base = toAuthoredScript(first)
  const at = "2026-01-01T00:00:00Z"
  const restored = { user: "anna", script: first.uuid, revision: 1, base, delta: createPatch(base, { ...base, name: "Mine" }), at }
  createActor(editorWithPorts({ keepDraft: async (it) => server.keep(it) }), { input: editorInput(first, restored), clock }).start()
  clock.increment(300)
  await settled()
  const kept = server.kept()
  expect(kept && [applyLocalDraft(kept).name, kept.at]).toEqual(["Mine", "2026-01-02T00:00:00Z"])
})

describe("a device whose storage never answers", () => {
  const never = () => new Promise<never>(() => undefined)

  test("does not prevent saving or closing", async () => {
    const clock = new SimulatedClock()
    const server = fakeServerAndDevice(first)
    const actor = createActor(editorWithPorts({ saveScript: async (it) => server.save(it), keepDraft: never, forgetDraft: never }), {
      input: editorInput(first),
      clock,
    }).start()
    actor.send({ type: "title.type", text: "Saved all the same" })
    actor.send({ type: "script.save" })
    await settled()
    expect(server.latest().revision).toBe(1)
    clock.increment(6000)
    await settled()
    expect(server.latest().name).toBe("Saved all the same")
    clock.increment(6000)
    expect(actor.getSnapshot().status).toBe("done")
  })

  test("is reported as one that stores nothing", () => {
    const clock = new SimulatedClock()
    const actor = createActor(editorWithPorts({ keepDraft: never }), { input: editorInput(first), clock }).start()
    actor.send({ type: "title.type", text: "Only here" })
    clock.increment(200)
    clock.increment(6000)
    expect(actor.getSnapshot().context.localDraft?.keeping).toBe("off")
    expect(actor.getSnapshot().matches({ open: { localDraft: "notStored" } })).toBe(true)
  })

  test("delays leaving the editor only until a timeout", () => {
    const clock = new SimulatedClock()
    const actor = createActor(editorWithPorts({ keepDraft: never, forgetDraft: never }), { input: editorInput(first), clock }).start()
    actor.send({ type: "title.type", text: "Given up" })
    actor.send({ type: "editor.leave" })
    actor.send({ type: "leave.confirm" })
    clock.increment(6000)
    expect(actor.getSnapshot().status).toBe("done")
  })

  test("delays opening a script only until a timeout", async () => {
    const clock = new SimulatedClock()
    const machine = scriptOpeningMachine.provide({
      actors: {
        readScript: fromPromise<Script, { readonly community: string; readonly uuid: ScriptId }>(async () => first),
        recallDraft: fromPromise<LocalDraft | null, Whose>(never),
        forgetDraft: fromPromise<void, Whose>(never),
        editor: editorWithPorts({}),
      },
    })
    const { script: _, restored: __, ...rest } = editorInput(first)
    const actor = createActor(machine, { input: { ...rest, uuid: first.uuid }, clock }).start()
    await settled()
    expect(actor.getSnapshot().matches("open")).toBe(false)
    clock.increment(6000)
    expect(actor.getSnapshot().matches("open")).toBe(true)
  })
})

describe("an imported file", () => {
  const reading = () => {
    const server = fakeServerAndDevice(script([]))
    const clock = new SimulatedClock()
    const file = Promise.withResolvers<OpenedScriptFile>()
    const actor = createActor(
      editorWithPorts({
        saveScript: async (it) => server.save(it),
        keepDraft: async (it) => server.keep(it),
        forgetDraft: async () => server.forget(),
        openFile: () => file.promise,
        uploadImage: async () => "/uploads/c/one.png",
      }),
      { input: editorInput(script([])), clock },
    ).start()
    actor.send({ type: "file.import", files: [{ name: "a.json", text: async () => "" }] })
    return { server, file, actor, clock }
  }
  const payload = (of: Script): OpenedScriptFile => ({ _tag: "Opened", script: toAuthoredScript(of) })

  test("is included in a save while it is being read, and makes leaving the editor ask for confirmation", async () => {
    const { server, file, actor } = reading()
    actor.send({ type: "editor.leave" })
    expect(actor.getSnapshot().hasTag("confirming-leave")).toBe(true)
    actor.send({ type: "leave.cancel" })
    actor.send({ type: "script.save" })
    file.resolve(payload(first))
    await settled()
    expect([actor.getSnapshot().status, server.latest().instructions.length]).toEqual(["done", 2])
  })

  test("shows its failure if it is invalid, and keeps the editor open", async () => {
    const { server, file, actor } = reading()
    actor.send({ type: "title.type", text: "From a file" })
    actor.send({ type: "script.save" })
    file.resolve({ _tag: "Invalid", findings: [] })
    await settled()
    expect([actor.getSnapshot().status, server.latest().revision]).toEqual(["active", 1])
    expect(actor.getSnapshot().context.importFailure?._tag).toBe("Invalid")
  })

  test("becomes a pending import if there are instructions by then, and replaces them only when accepted, as one undo step", async () => {
    const { server, file, actor } = reading()
    const uuids = () => actor.getSnapshot().context.draft.instructions.map(({ uuid }) => uuid)
    actor.send({ type: "instruction.add", entry: "message" })
    const mine = uuids()
    actor.send({ type: "script.save" })
    file.resolve(payload(first))
    await settled()
    // The save that waited for the file does not close the editor.
    expect([actor.getSnapshot().status, server.latest().revision]).toEqual(["active", 1])
    actor.send({ type: "title.type", text: "Meanwhile" })
    expect([uuids(), actor.getSnapshot().context.pendingImport === null]).toEqual([mine, false])
    actor.send({ type: "pending-import.accept" })
    expect([uuids(), actor.getSnapshot().context.pendingImport]).toEqual([["a", "b"], null])
    actor.send({ type: "edit.undo" })
    expect([uuids(), actor.getSnapshot().context.draft.name]).toEqual([mine, "Meanwhile"])
  })

  /** An editor with a pending import: an instruction was added before the file was read. */
  const late = async (first: "image" | "message" = "message") => {
    const made = reading()
    made.actor.send({ type: "instruction.add", entry: first })
    made.file.resolve(payload(script([message("a"), message("b", "two")])))
    await settled()
    return made
  }
  const asks = ({ actor }: Awaited<ReturnType<typeof late>>) => actor.getSnapshot().hasTag("confirming-leave")

  test("does not block a later save while it is pending, and makes closing the editor ask for confirmation", async () => {
    const it = await late("image")
    const { server, actor, clock } = it
    const uuid = actor.getSnapshot().context.draft.instructions[0]?.uuid ?? ""
    actor.send({ type: "image.pick", uuid, locale: "nl", file: picture })
    actor.send({ type: "script.save" })
    await settled()
    expect([actor.getSnapshot().status, server.latest().revision, asks(it)]).toEqual(["active", 2, true])
    // The device no longer stores what was saved.
    clock.increment(300)
    await settled()
    expect([server.kept(), isUnsaved(actor.getSnapshot().context)]).toEqual([null, false])
    actor.send({ type: "leave.cancel" })
    expect([actor.getSnapshot().status, asks(it), actor.getSnapshot().context.pendingImport === null]).toEqual(["active", false, false])
    actor.send({ type: "pending-import.accept" })
    expect(actor.getSnapshot().context.draft.instructions.map((one) => one.uuid)).toEqual(["a", "b"])
    actor.send({ type: "script.save" })
    await settled()
    expect([actor.getSnapshot().status, server.latest().revision]).toEqual(["done", 3])
  })

  test("is dropped while it is pending if the author confirms leaving, after a save or without one", async () => {
    const saving = await late()
    saving.actor.send({ type: "script.save" })
    await settled()
    saving.actor.send({ type: "leave.confirm" })
    await settled()
    expect([saving.actor.getSnapshot().status, saving.server.latest().revision]).toEqual(["done", 2])
    expect(saving.actor.getSnapshot().output).toEqual({ saved: true })
    const nothing = await late()
    nothing.actor.send({ type: "edit.undo" })
    expect(isUnsaved(nothing.actor.getSnapshot().context)).toBe(false)
    nothing.actor.send({ type: "editor.leave" })
    expect(asks(nothing)).toBe(true)
    nothing.actor.send({ type: "leave.confirm" })
    await settled()
    expect([nothing.actor.getSnapshot().status, nothing.server.latest().revision]).toEqual(["done", 1])
  })

  test("that became pending while a save waited for the network makes closing after that save ask for confirmation", async () => {
    const server = fakeServerAndDevice(script([]))
    const file = Promise.withResolvers<OpenedScriptFile>()
    let sends = 0
    const actor = createActor(
      editorWithPorts({
        saveScript: async (it) => {
          if (++sends === 1) throw new Unreachable({ message: "cut" })
          return server.save(it)
        },
        keepDraft: async (it) => server.keep(it),
        forgetDraft: async () => server.forget(),
        openFile: () => file.promise,
      }),
      { input: editorInput(script([])), clock: new SimulatedClock() },
    ).start()
    actor.send({ type: "title.type", text: "Offline" })
    actor.send({ type: "script.save" })
    await settled()
    actor.send({ type: "file.import", files: [{ name: "a.json", text: async () => "" }] })
    actor.send({ type: "instruction.add", entry: "message" })
    file.resolve(payload(first))
    await settled()
    actor.send({ type: "save.retry" })
    await settled()
    expect([actor.getSnapshot().hasTag("confirming-leave"), server.latest().instructions.length]).toEqual([true, 1])
    // An edit cancels the confirmation, and the editor stays open.
    actor.send({ type: "title.type", text: "Another" })
    expect([actor.getSnapshot().hasTag("confirming-leave"), actor.getSnapshot().status]).toEqual([false, "active"])
  })

  test("cannot be accepted but stays pending if the chat went live meanwhile", async () => {
    const { server, actor } = await late()
    server.put(toAuthoredScript(server.latest()))
    const live = script([], { revision: 3, status: 2 })
    server.saves.push(live)
    actor.send({ type: "script.save" })
    await settled()
    actor.send({ type: "conflict.discard" })
    const { context } = actor.getSnapshot()
    expect([context.pendingImport === null, canReplaceScript(context)]).toEqual([false, false])
    actor.send({ type: "pending-import.accept" })
    expect(actor.getSnapshot().context.draft).toBe(context.draft)
    actor.send({ type: "editor.leave" })
    expect(actor.getSnapshot().hasTag("confirming-leave")).toBe(true)
  })

  test("counts as unsaved work while it is pending, and makes closing the page ask for confirmation", async () => {
    let asking = 0
    const file = Promise.withResolvers<OpenedScriptFile>()
    const actor = createActor(
      editorWithPorts({
        openFile: () => file.promise,
        warnBeforeUnload: () => {
          asking++
          return () => void asking--
        },
      }),
      { input: editorInput(script([])), clock: new SimulatedClock() },
    ).start()
    actor.send({ type: "file.import", files: [{ name: "a.json", text: async () => "" }] })
    actor.send({ type: "instruction.add", entry: "message" })
    file.resolve(payload(first))
    await settled()
    actor.send({ type: "edit.undo" })
    const held = () => [actor.getSnapshot().matches({ open: { unsavedWork: "tracked" } }), asking]
    expect(held()).toEqual([true, 1])
    actor.send({ type: "pending-import.discard" })
    expect(held()).toEqual([false, 0])
  })

  test("stays pending when another notice is dismissed or a file is exported", async () => {
    const { actor } = await late()
    const hasFile = () => actor.getSnapshot().context.pendingImport !== null
    actor.send({ type: "file.export" })
    actor.send({ type: "export.dismiss" })
    actor.send({ type: "import.dismiss" })
    expect(hasFile()).toBe(true)
    actor.send({ type: "instruction.delete", uuid: actor.getSnapshot().context.draft.instructions[0]?.uuid ?? "" })
    actor.send({ type: "file.import", files: [] })
    expect([hasFile(), actor.getSnapshot().context.importFailure?._tag]).toEqual([true, "NotOneFile"])
    actor.send({ type: "import.dismiss" })
    expect([hasFile(), actor.getSnapshot().context.importFailure]).toEqual([true, null])
  })

  test("resets the fields and removes the marks of replaced instructions when it is accepted", async () => {
    const { file, actor } = reading()
    actor.send({ type: "instruction.add", entry: "message" })
    const [mine] = actor.getSnapshot().context.draft.instructions
    actor.send({ type: "instruction.mark", uuid: mine?.uuid ?? "", isRange: false })
    file.resolve(payload(first))
    await settled()
    const { draftEpoch } = actor.getSnapshot().context
    actor.send({ type: "pending-import.accept" })
    expect(actor.getSnapshot().context.draftEpoch).toBe(draftEpoch + 1)
    expect([...actor.getSnapshot().context.marked]).toEqual([])
  })

  test("is no longer pending once the author picks another file, and saving does not ask for confirmation", async () => {
    const { server, actor } = await late()
    actor.send({ type: "edit.undo" })
    actor.send({ type: "file.import", files: [{ name: "b.json", text: async () => "" }] })
    expect(actor.getSnapshot().context.pendingImport).toBeNull()
    await settled()
    const { draft } = actor.getSnapshot().context
    expect(draft.instructions.length).toBe(2)
    actor.send({ type: "pending-import.accept" })
    expect(actor.getSnapshot().context.draft).toBe(draft)
    actor.send({ type: "script.save" })
    await settled()
    expect([actor.getSnapshot().status, server.latest().revision]).toEqual(["done", 2])
  })

  test("is not reported as imported if it is accepted after it was discarded", async () => {
    const { actor } = await late()
    actor.send({ type: "pending-import.discard" })
    actor.send({ type: "pending-import.accept" })
    expect(actor.getSnapshot().matches({ open: { importing: { idle: "completed" } } })).toBe(false)
  })

  test("can be discarded while it is pending, which leaves the instructions unchanged", async () => {
    const { server, file, actor } = reading()
    actor.send({ type: "instruction.add", entry: "message" })
    file.resolve(payload(first))
    await settled()
    actor.send({ type: "pending-import.discard" })
    actor.send({ type: "pending-import.accept" })
    expect(actor.getSnapshot().context.pendingImport).toBeNull()
    actor.send({ type: "script.save" })
    await settled()
    expect([actor.getSnapshot().status, server.latest().instructions.length]).toEqual(["done", 1])
  })

  test("shows its failure until the next import, or until the first instruction is added after it", async () => {
    const late = reading()
    late.actor.send({ type: "instruction.add", entry: "message" })
    late.file.resolve({ _tag: "Invalid", findings: [] })
    await settled()
    late.actor.send({ type: "title.type", text: "Other" })
    expect(late.actor.getSnapshot().context.importFailure?._tag).toBe("Invalid")
    // The next import clears the failure.
    late.actor.send({ type: "edit.undo" })
    late.actor.send({ type: "edit.undo" })
    late.actor.send({ type: "file.import", files: [{ name: "b.json", text: async () => "" }] })
    expect(late.actor.getSnapshot().context.importFailure).toBeNull()
    const early = reading()
    early.file.resolve({ _tag: "Invalid", findings: [] })
    await settled()
    early.actor.send({ type: "title.type", text: "Other" })
    expect(early.actor.getSnapshot().context.importFailure?._tag).toBe("Invalid")
    early.actor.send({ type: "instruction.add", entry: "message" })
    expect(early.actor.getSnapshot().context.importFailure).toBeNull()
  })

  test("with an empty instruction is not saved, and that instruction is selected", async () => {
    const { server, file, actor } = reading()
    actor.send({ type: "script.save" })
    file.resolve(payload(script([message("a"), { ...message("e"), type: "empty" }])))
    await settled()
    expect([actor.getSnapshot().status, server.latest().revision]).toEqual(["active", 1])
    expect(actor.getSnapshot().context.selected).toBe("e")
  })
})

test("closing the page asks for confirmation only while an image is being uploaded or a file is being read", async () => {
  let asking = 0
  const warnBeforeUnload = () => {
    asking++
    return () => void asking--
  }
  const upload = Promise.withResolvers<string>()
  const picturing = createActor(editorWithPorts({ uploadImage: () => upload.promise, warnBeforeUnload }), {
    input: editorInput(first),
  }).start()
  expect(asking).toBe(0)
  picturing.send(pick)
  expect(asking).toBe(1)
  upload.resolve("/uploads/c/one.png")
  await settled()
  expect(asking).toBe(0)
  const file = Promise.withResolvers<OpenedScriptFile>()
  const importing = createActor(editorWithPorts({ openFile: () => file.promise, warnBeforeUnload }), {
    input: editorInput(script([])),
  }).start()
  importing.send({ type: "file.import", files: [{ name: "a.json", text: async () => "" }] })
  expect(asking).toBe(1)
  file.resolve({ _tag: "Invalid", findings: [] })
  await settled()
  expect(asking).toBe(0)
})

test("a file cannot be imported into a script that is not in preparation", () => {
  for (const status of [2, 3, 4]) {
    const { actor } = working(script([], { status }))
    actor.send({ type: "file.import", files: [{ name: "a.json", text: async () => "" }] })
    expect(actor.getSnapshot().hasTag("importing")).toBe(false)
    actor.send({ type: "file.import", files: [] })
    expect(actor.getSnapshot().context.importFailure).toBeNull()
  }
})

test("hiding the page stores the draft immediately, even if an earlier write has not finished", async () => {
  const kept: Array<string> = []
  const keepDraft = async (draft: LocalDraft) => {
    kept.push(applyLocalDraft(draft).name)
    return new Promise<never>(() => undefined)
  }
  const clock = new SimulatedClock()
  const actor = createActor(editorWithPorts({ keepDraft }), { input: editorInput(first), clock }).start()
  actor.send({ type: "title.type", text: "Mine" })
  clock.increment(300)
  expect(kept).toEqual(["Mine"])
  actor.send({ type: "page.hide" })
  expect(kept).toEqual(["Mine", "Mine"])
})

test("typing without a pause does not delay storing the local draft", async () => {
  const clock = new SimulatedClock()
  const { server, actor } = working(first, clock)
  for (const text of ["V", "Vi", "Vis"]) {
    actor.send({ type: "title.type", text })
    clock.increment(100)
  }
  await settled()
  expect(server.kept()).not.toBeNull()
})

describe("a failed save", () => {
  const waiting = (failure: Failure) => {
    let sent = 0
    const clock = new SimulatedClock()
    const saveScript = async () => {
      sent++
      throw failure
    }
    const actor = createActor(editorWithPorts({ keepDraft: async () => "kept", saveScript }), { input: editorInput(first), clock }).start()
    actor.send({ type: "title.type", text: "Mine" })
    actor.send({ type: "script.save" })
    const after = async (milliseconds: number) => {
      await settled()
      clock.increment(milliseconds)
      await settled()
      return sent
    }
    return after
  }

  test("is retried after the time that the server stated in a rate limit", async () => {
    const after = waiting(new RateLimited({ retryAfterSeconds: 30 }))
    expect([await after(29_000), await after(1000)]).toEqual([1, 2])
  })

  test("is retried with growing delays if the server is unreachable", async () => {
    const after = waiting(new Unreachable({ message: "cut" }))
    expect([await after(2000), await after(2000), await after(2000), await after(8000)]).toEqual([2, 2, 3, 4])
  })

  test("is retried at least once a minute, however long the server is unreachable", async () => {
    const after = waiting(new Unreachable({ message: "cut" }))
    let sent = await after(0)
    for (let minute = 0; minute < 12; minute++) {
      const before = sent
      sent = await after(60_000)
      expect(sent).toBe(before + 1)
    }
  })
})
