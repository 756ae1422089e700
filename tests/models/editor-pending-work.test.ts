// What the editor waits for before it saves or closes, and what it does not wait for.
import { describe, expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock } from "xstate"
import { type Failure, RateLimited, Unreachable, Unreadable, ValidationFailed } from "../../domain/failure.ts"
import { applyLocalDraft, type LocalDraft, toAuthoredScript } from "../../domain/script/local-draft.ts"
import type { Script, ScriptId } from "../../domain/script/script.ts"
import { sanitizeScript } from "../../domain/script/script-normalization.ts"
import { createPatch } from "../../domain/script/script-patch.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { canReplaceScript, type OpenedScriptFile } from "../../machines/editor/editor-setup.ts"
import { scriptOpeningMachine } from "../../machines/editor/script-opening-machine.ts"
import { isDirty, isUnsaved } from "../../machines/editor/unsaved-work.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-stand-ins.ts"

const first = script([{ ...message("a"), type: "image" }, message("b", "two")])
const picture = { name: "one.png", bytes: 10, type: "image/png", content: async () => new ArrayBuffer(0) }
const pick: EditorEvent = { type: "image.pick", uuid: "a", locale: "nl", file: picture }
type Whose = { readonly user: string; readonly script: ScriptId }
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** An editor whose server takes all, and whose uploads come when they are told to. */
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

/** A server that takes every save, whose answer to the first is lost on the way. */
const firstAnswerLost = ({ save }: ReturnType<typeof fakeServerAndDevice>) => {
  let sends = 0
  return async (it: Parameters<typeof save>[0]) => {
    const said = save(it)
    if (++sends === 1) throw new Unreachable({ message: "cut" })
    return said
  }
}

describe("a picture on its way", () => {
  test("belongs to what is saved", async () => {
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

  test("that does not arrive is told, and nobody is led away from it", async () => {
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

  test("that was picked while a save was under way keeps the editor open for it", async () => {
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

  test("that was picked while nobody knew of a save that the server took keeps the editor open for it", async () => {
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

  test("is asked about before the editor is left", async () => {
    const { actor } = working()
    actor.send(pick)
    actor.send({ type: "editor.leave" })
    expect(actor.getSnapshot().hasTag("confirming-leave")).toBe(true)
  })

  test("does not interrupt who writes in another instruction meanwhile", async () => {
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

test("a save whose answer was lost is known again where the server keeps only the allowed markup of it", async () => {
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

test("what this device kept goes when an undo during a save that is refused leaves nothing to save", async () => {
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
  // The server may have taken it: what was there before is kept.
  expect(server.kept()).not.toBeNull()
  answer.reject(new ValidationFailed({ violations: [{ field: "name", message: "no" }], findings: [] }))
  await settled()
  expect([actor.getSnapshot().status, isUnsaved(actor.getSnapshot().context)]).toEqual(["active", false])
  expect(server.kept()).toBeNull()
})

describe("a script as it was, while a save of something else is not answered", () => {
  /** What was sent is taken back, and the server may have it all the same. */
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

  test("is work: it is asked about before the editor is left, and the session's end does not close the screen", async () => {
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

  test("is kept on this device, and offered where the server has what was sent", async () => {
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

  test("is sent when the author says so, whatever became of what was sent before", async () => {
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

test("edits that the author wants back are kept by this tab before the next keystroke", async () => {
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

  test("keeps nobody from saving, nor from getting on", async () => {
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

  test("is told of as one that keeps nothing", () => {
    const clock = new SimulatedClock()
    const actor = createActor(editorWithPorts({ keepDraft: never }), { input: editorInput(first), clock }).start()
    actor.send({ type: "title.type", text: "Only here" })
    clock.increment(200)
    clock.increment(6000)
    expect(actor.getSnapshot().context.localDraft?.keeping).toBe("off")
    expect(actor.getSnapshot().matches({ open: { localDraft: "notStored" } })).toBe(true)
  })

  test("is not waited for when the editor is left", () => {
    const clock = new SimulatedClock()
    const actor = createActor(editorWithPorts({ keepDraft: never, forgetDraft: never }), { input: editorInput(first), clock }).start()
    actor.send({ type: "title.type", text: "Given up" })
    actor.send({ type: "editor.leave" })
    actor.send({ type: "leave.confirm" })
    clock.increment(6000)
    expect(actor.getSnapshot().status).toBe("done")
  })

  test("is not waited for when a script is opened", async () => {
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

describe("a file that is being read", () => {
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

  test("belongs to what is saved, and is asked about before the editor is left", async () => {
    const { server, file, actor } = reading()
    actor.send({ type: "editor.leave" })
    expect(actor.getSnapshot().hasTag("confirming-leave")).toBe(true)
    actor.send({ type: "leave.cancel" })
    actor.send({ type: "script.save" })
    file.resolve(payload(first))
    await settled()
    expect([actor.getSnapshot().status, server.latest().instructions.length]).toEqual(["done", 2])
  })

  test("that turns out to be none is told, and the editor stays", async () => {
    const { server, file, actor } = reading()
    actor.send({ type: "title.type", text: "From a file" })
    actor.send({ type: "script.save" })
    file.resolve({ _tag: "Refused", findings: [] })
    await settled()
    expect([actor.getSnapshot().status, server.latest().revision]).toEqual(["active", 1])
    expect(actor.getSnapshot().context.importFailure?._tag).toBe("Refused")
  })

  test("and comes when there are instructions by then is told and kept, and takes their place only when the author says so, as a step of undo", async () => {
    const { server, file, actor } = reading()
    const uuids = () => actor.getSnapshot().context.draft.instructions.map(({ uuid }) => uuid)
    actor.send({ type: "instruction.add", entry: "message" })
    const mine = uuids()
    actor.send({ type: "script.save" })
    file.resolve(payload(first))
    await settled()
    // Nobody is led away from it by the save that waited.
    expect([actor.getSnapshot().status, server.latest().revision]).toEqual(["active", 1])
    actor.send({ type: "title.type", text: "Meanwhile" })
    expect([uuids(), actor.getSnapshot().context.pendingImport === null]).toEqual([mine, false])
    actor.send({ type: "pending-import.accept" })
    expect([uuids(), actor.getSnapshot().context.pendingImport]).toEqual([["a", "b"], null])
    actor.send({ type: "edit.undo" })
    expect([uuids(), actor.getSnapshot().context.draft.name]).toEqual([mine, "Meanwhile"])
  })

  /** An editor with a file that came when there was an instruction. */
  const late = async (first: "image" | "message" = "message") => {
    const made = reading()
    made.actor.send({ type: "instruction.add", entry: first })
    made.file.resolve(payload(script([message("a"), message("b", "two")])))
    await settled()
    return made
  }
  const asks = ({ actor }: Awaited<ReturnType<typeof late>>) => actor.getSnapshot().hasTag("confirming-leave")

  test("and comes when there are instructions by then keeps no later save from being made, and is asked about before the editor closes", async () => {
    const it = await late("image")
    const { server, actor, clock } = it
    const uuid = actor.getSnapshot().context.draft.instructions[0]?.uuid ?? ""
    actor.send({ type: "image.pick", uuid, locale: "nl", file: picture })
    actor.send({ type: "script.save" })
    await settled()
    expect([actor.getSnapshot().status, server.latest().revision, asks(it)]).toEqual(["active", 2, true])
    // What is saved is kept on this device no longer.
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

  test("and comes when there are instructions by then goes with the editor where the author says so: after a save, and without one", async () => {
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

  test("and comes while a save waits for the network is asked about, too, when that has come through", async () => {
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
    // Who changes something meanwhile, in whatever way, stays.
    actor.send({ type: "title.type", text: "Another" })
    expect([actor.getSnapshot().hasTag("confirming-leave"), actor.getSnapshot().status]).toEqual([false, "active"])
  })

  test("and comes when there are instructions by then is not taken, and stays, where the chat went live meanwhile", async () => {
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

  test("and comes when there are instructions by then keeps the screen open when the session ends, and the page from closing unasked", async () => {
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

  test("and comes when there are instructions by then is forgotten by no other notice that is dismissed, nor by an export", async () => {
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

  test("and takes the place of what is written in by then is written anew in the fields, and nothing that is gone is marked", async () => {
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

  test("and comes when there are instructions by then is gone once the author picks another one in its place, and nothing asks about it", async () => {
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

  test("and is taken late is told as imported once, however often its button is pressed", async () => {
    const { actor } = await late()
    actor.send({ type: "pending-import.discard" })
    actor.send({ type: "pending-import.accept" })
    expect(actor.getSnapshot().matches({ open: { importing: { idle: "completed" } } })).toBe(false)
  })

  test("and comes when there are instructions by then can be done without", async () => {
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

  test("and cannot be is told also where there are instructions by then; one that was told before goes with the first instruction", async () => {
    const late = reading()
    late.actor.send({ type: "instruction.add", entry: "message" })
    late.file.resolve({ _tag: "Refused", findings: [] })
    await settled()
    late.actor.send({ type: "title.type", text: "Other" })
    expect(late.actor.getSnapshot().context.importFailure?._tag).toBe("Refused")
    // Nor is it told beside the next one.
    late.actor.send({ type: "edit.undo" })
    late.actor.send({ type: "edit.undo" })
    late.actor.send({ type: "file.import", files: [{ name: "b.json", text: async () => "" }] })
    expect(late.actor.getSnapshot().context.importFailure).toBeNull()
    const early = reading()
    early.file.resolve({ _tag: "Refused", findings: [] })
    await settled()
    early.actor.send({ type: "title.type", text: "Other" })
    expect(early.actor.getSnapshot().context.importFailure?._tag).toBe("Refused")
    early.actor.send({ type: "instruction.add", entry: "message" })
    expect(early.actor.getSnapshot().context.importFailure).toBeNull()
  })

  test("with an instruction that is nothing yet is shown, not sent", async () => {
    const { server, file, actor } = reading()
    actor.send({ type: "script.save" })
    file.resolve(payload(script([message("a"), { ...message("e"), type: "empty" }])))
    await settled()
    expect([actor.getSnapshot().status, server.latest().revision]).toEqual(["active", 1])
    expect(actor.getSnapshot().context.selected).toBe("e")
  })
})

test("closing the page asks while a picture or a file is on its way, and no longer", async () => {
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
  file.resolve({ _tag: "Refused", findings: [] })
  await settled()
  expect(asking).toBe(0)
})

test("a file is not put into a script whose status locks it", () => {
  for (const status of [2, 3, 4]) {
    const { actor } = working(script([], { status }))
    actor.send({ type: "file.import", files: [{ name: "a.json", text: async () => "" }] })
    expect(actor.getSnapshot().hasTag("importing")).toBe(false)
    actor.send({ type: "file.import", files: [] })
    expect(actor.getSnapshot().context.importFailure).toBeNull()
  }
})

test("a page that hides while the device still writes is written for at once: what is under way may wait for more than it has", async () => {
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

test("who types without a pause is kept just as soon", async () => {
  const clock = new SimulatedClock()
  const { server, actor } = working(first, clock)
  for (const text of ["V", "Vi", "Vis"]) {
    actor.send({ type: "title.type", text })
    clock.increment(100)
  }
  await settled()
  expect(server.kept()).not.toBeNull()
})

describe("a save that waits", () => {
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

  test("because of the server does so for as long as that said", async () => {
    const after = waiting(new RateLimited({ retryAfterSeconds: 30 }))
    expect([await after(29_000), await after(1000)]).toEqual([1, 2])
  })

  test("for the network is tried again after pauses that grow", async () => {
    const after = waiting(new Unreachable({ message: "cut" }))
    expect([await after(2000), await after(2000), await after(2000), await after(8000)]).toEqual([2, 2, 3, 4])
  })

  test("for the network is tried again each minute at least, however long it has been away", async () => {
    const after = waiting(new Unreachable({ message: "cut" }))
    let sent = await after(0)
    for (let minute = 0; minute < 12; minute++) {
      const before = sent
      sent = await after(60_000)
      expect(sent).toBe(before + 1)
    }
  })
})
