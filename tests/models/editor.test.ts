// Every edge of the editor's regions, each beside the editing region: what an event or a response changes, and what it must not change.
import { describe, expect, test } from "vitest"
import { type AnyStateMachine, createActor, SimulatedClock } from "xstate"
import { adjacencyMapToArray, getAdjacencyMap } from "xstate/graph"
import {
  NotFound,
  RateLimited,
  ScriptSaveConflict,
  SignedOut,
  Unreachable,
  Unreadable,
  ValidationFailed,
} from "../../domain/failures/failure.ts"
import { deepEqual } from "../../domain/json/json-value.ts"
import { type LocalDraft, toAuthoredScript } from "../../domain/revisions/local-draft.ts"
import { createPatch } from "../../domain/revisions/script-patch.ts"
import type { Script } from "../../domain/script/script.ts"
import { editingRegion } from "../../machines/editor/editor-editing-region.ts"
import { exportRegion, imageUploadRegion, importRegion } from "../../machines/editor/editor-files-region.ts"
import { createEditorContext, editorMachine, leavingRegion, localDraftRegion } from "../../machines/editor/editor-machine.ts"
import type { EditorContext, EditorEvent } from "../../machines/editor/editor-model.ts"
import { savingRegion } from "../../machines/editor/editor-saving-region.ts"
import { editorSetup } from "../../machines/editor/editor-setup.ts"
import { scriptOpeningMachine } from "../../machines/editor/script-opening-machine.ts"
import { undo } from "../../machines/editor/undo-history.ts"
import { isDirty } from "../../machines/editor/unsaved-work.ts"
import { editorInput, editorWithPorts, message, script } from "./editor-fixtures.ts"
import { doneEvent, errorEvent } from "./machine-edges.ts"

const regions = {
  saving: savingRegion,
  localDraft: localDraftRegion,
  leaving: leavingRegion,
  importing: importRegion,
  exporting: exportRegion,
  imageUpload: imageUploadRegion,
} as const
type Region = keyof typeof regions
type Happening = EditorEvent | ReturnType<typeof doneEvent> | ReturnType<typeof errorEvent> | { readonly type: string }
type Walked = { readonly value: string; readonly context: EditorContext; readonly dirty: boolean; readonly open: boolean }
type Step = { readonly from: Walked; readonly event: Happening; readonly to: Walked }

/** The edges of one region beside editing. Drafts that differ from the server's in the same way count as one. */
const walk = (name: Region, events: ReadonlyArray<Happening>, of: Script = base): ReadonlyArray<Step> => {
  const machine: AnyStateMachine = editorSetup.createMachine({
    id: "editor",
    context: ({ input: it }) => createEditorContext(it),
    initial: "open",
    states: { open: { type: "parallel", states: { editing: editingRegion, [name]: regions[name] } }, closed: { type: "final" } },
  })
  const seen = (snapshot: { readonly value: unknown; readonly context: EditorContext; readonly status: string }): Walked => ({
    value: JSON.stringify(snapshot.value === "closed" ? "closed" : Object(Object(snapshot.value).open)[name]).replaceAll('"', ""),
    context: snapshot.context,
    dirty: isDirty(snapshot.context),
    open: snapshot.status === "active",
  })
  const key = (walked: Walked) => {
    const { draft, failure, theirs, localDraft, unconfirmedSends, importFailure, pendingImport, exportFailure } = walked.context
    const short = [
      draft.name,
      Math.min(draft.instructions.length, 3),
      failure?._tag,
      theirs === null,
      localDraft?.keeping,
      Math.min(unconfirmedSends.length, 2),
    ]
    const files = [importFailure?._tag, pendingImport === null, exportFailure]
    return JSON.stringify([walked.value, walked.dirty, ...short, ...files, unconfirmedSends.at(-1) === draft])
  }
  const map = getAdjacencyMap(machine, {
    input: editorInput(of),
    events: events as never,
    limit: 20_000,
    serializeState: (state) => key(seen(state as never)) as never,
  })
  return adjacencyMapToArray(map).map(({ state, event, nextState }) => ({
    from: seen(state as never),
    event: event as Happening,
    to: seen(nextState as never),
  }))
}

const base = script([message("a", "one")])
const type = (text: string): EditorEvent => ({ type: "title.type", text })
const later = (name: string): Script => script([message("a", "one"), message("theirs", "x")], { revision: 7, name })
const conflict = new ScriptSaveConflict({ script: later("Theirs"), savedBy: "Bas", savedAt: "2026-01-03T00:00:00Z" })
const ownLate = new ScriptSaveConflict({
  script: script([message("a", "one")], { revision: 2, name: "mine" }),
  savedBy: "anna",
  savedAt: null,
})

describe("saving", () => {
  const answers = [
    doneEvent("saveScript", script([message("a", "one")], { revision: 2, name: "mine" })),
    errorEvent("saveScript", new Unreachable({ message: "cut" })),
    errorEvent("saveScript", new RateLimited({ retryAfterSeconds: 3 })),
    errorEvent("saveScript", new SignedOut()),
    errorEvent("saveScript", new ValidationFailed({ violations: [], findings: [] })),
    errorEvent("saveScript", conflict),
    errorEvent("saveScript", ownLate),
  ]
  const events: ReadonlyArray<Happening> = [
    type("mine"),
    type("later"),
    { type: "script.save" },
    { type: "page.online" },
    { type: "xstate.after.retry.editor.open.saving.retrying" },
    { type: "conflict.merge", picks: {} },
    { type: "conflict.overwrite" },
    { type: "conflict.discard" },
    doneEvent("keepBeforeSaving", "kept"),
    errorEvent("keepBeforeSaving", new Error("no storage")),
    doneEvent("signIn", undefined),
    errorEvent("signIn", new SignedOut()),
    doneEvent("forgetDraft", undefined),
    ...answers,
  ]
  const steps = walk("saving", events)
  const taken = (from: string, event: string) => steps.filter((step) => step.from.value === from && step.event.type === event)
  const answered = (tag: string) =>
    taken("sending", "xstate.error.actor.saveScript").filter(
      ({ event }) => "error" in event && event.error instanceof Error && Object(event.error)._tag === tag,
    )
  const targets = (of: ReadonlyArray<Step>) => [...new Set(of.map(({ to }) => to.value))].sort()

  test("reaches every state", () => {
    expect(targets(steps)).toEqual(["closed", "conflict", "deletingLocalDraft", "idle", "retrying", "sending", "signedOut", "storing"])
  })

  test("stores the draft on the device before sending, and sends even if that failed", () => {
    expect(targets(taken("idle", "script.save").filter(({ from }) => from.dirty))).toEqual(["storing"])
    expect(targets(taken("storing", "xstate.done.actor.keepBeforeSaving"))).toEqual(["sending"])
    expect(targets(taken("storing", "xstate.error.actor.keepBeforeSaving"))).toEqual(["sending"])
    expect(targets(steps.filter(({ to }) => to.value === "sending").map((step) => ({ ...step, to: step.from })))).toEqual([
      "sending",
      "storing",
    ])
  })

  test("enters the right state for each response", () => {
    expect(targets(answered("Unreachable"))).toEqual(["retrying"])
    expect(targets(answered("RateLimited"))).toEqual(["retrying"])
    expect(targets(answered("SignedOut"))).toEqual(["signedOut"])
    expect(targets(answered("ValidationFailed"))).toEqual(["idle"])
    expect(targets(taken("signedOut", "xstate.done.actor.signIn"))).toEqual(["storing"])
    expect(targets(taken("retrying", "page.online"))).toEqual(["storing"])
  })

  test("closes only when the server has all edits", () => {
    const closing = steps.filter(({ to }) => to.value === "deletingLocalDraft" || to.value === "closed")
    expect(closing.length).toBeGreaterThan(0)
    expect(closing.filter(({ to }) => to.dirty)).toEqual([])
    expect(targets(taken("sending", "xstate.done.actor.saveScript").filter(({ to }) => to.dirty))).toEqual(["idle"])
  })

  test("treats a newer revision as a conflict unless it equals an unconfirmed save", () => {
    const own = taken("sending", "xstate.error.actor.saveScript").filter(({ event }) => "error" in event && event.error === ownLate)
    const sentBefore = (step: Step) => step.from.context.unconfirmedSends.some((sent) => deepEqual(sent, toAuthoredScript(ownLate.script)))
    expect(targets(own.filter(sentBefore))).toEqual(["deletingLocalDraft", "storing"])
    expect(targets(own.filter((step) => !sentBefore(step)))).toEqual(["conflict"])
  })

  test("replaces the typed text only when the author discards it, and Undo restores it", () => {
    // The server never responds to something that was not sent.
    const given = steps.filter(({ from, event }) => event !== answers[0] || from.context.unconfirmedSends.at(-1)?.name === "mine")
    const typed = given.filter(({ from }) => from.context.draft.name !== from.context.base.name)
    const lost = typed.filter(({ from, event, to }) => event.type !== "title.type" && from.context.draft.name !== to.context.draft.name)
    expect([...new Set(lost.map(({ event }) => event.type))]).toEqual(["conflict.discard"])
    expect(lost.map(({ to }) => undo(to.context.history, to.context.draft)?.draft)).toEqual(lost.map(({ from }) => from.context.draft))
  })

  test("overwrites by saving the author's draft on top of their revision", () => {
    const [over] = taken("conflict", "conflict.overwrite")
    expect(over?.to.value).toBe("storing")
    expect(over?.to.context.savedScript.revision).toBe(7)
    expect(over?.to.context.base).toEqual(toAuthoredScript(later("Theirs")))
    expect(over?.to.context.draft).toBe(over?.from.context.draft)
  })
})

test("a save with an empty instruction selects it and sends nothing", () => {
  const empty = { ...message("e"), type: "empty" as const }
  const steps = walk("saving", [type("mine"), { type: "script.save" }], script([message("a"), empty]))
  const tries = steps.filter(({ event }) => event.type === "script.save")
  expect([...new Set(tries.map(({ to }) => to.value))]).toEqual(["idle"])
  expect([...new Set(tries.map(({ to }) => to.context.selected))]).toEqual(["e"])
})

test("a save with an invalid title sends nothing", () => {
  const titled = { ...script([message("a")]), public_name: "x".repeat(256) }
  const steps = walk("saving", [type("mine"), { type: "script.save" }], titled)
  const tries = steps.filter(({ event }) => event.type === "script.save")
  expect([...new Set(tries.map(({ to }) => to.value))]).toEqual(["idle"])
})

describe("the local draft", () => {
  const soon = { type: "xstate.after.storeDelay.editor.open.localDraft.scheduled" }
  const events = [
    type("mine"),
    type("later"),
    type("Visit"),
    soon,
    { type: "page.hide" },
    doneEvent("keepDraft", "kept"),
    doneEvent("keepDraft", "full"),
    errorEvent("keepDraft", new Error()),
    doneEvent("forgetClean", undefined),
  ]
  const steps = walk("localDraft", events)

  test("is scheduled to be stored after an edit, in every state", () => {
    const edits = steps.filter(({ from, event, to }) => event.type === "title.type" && from.context.draft.name !== to.context.draft.name)
    expect(edits.length).toBeGreaterThan(5)
    expect([...new Set(edits.map(({ to }) => to.value))]).toEqual(["scheduled"])
  })

  test("is stored immediately when the page is hidden, and deleted if the server has it", () => {
    const due = steps.filter(({ from, event }) => from.value === "scheduled" && (event.type === "page.hide" || event === soon))
    expect(due.map(({ to }) => to.value)).toEqual(due.map(({ from }) => (from.dirty ? "storing" : "deleting")))
  })

  test("is up to date only if it is stored or the server has it, and not stored on a device without room or storage", () => {
    const resting = steps.filter(({ to }) => to.value === "upToDate" && to.dirty)
    expect(resting.map(({ to }) => [to.context.localDraft?.keeping, to.context.localDraft?.draft === to.context.draft])).toEqual(
      resting.map(() => ["kept", true]),
    )
    const unkept = steps.filter(
      ({ from, event }) => from.value === "storing" && ("error" in event || ("output" in event && event.output === "full")),
    )
    expect([...new Set(unkept.map(({ to }) => to.value))]).toEqual(["notStored"])
  })
})

describe("leaving", () => {
  const steps = walk("leaving", [
    type("mine"),
    type("Visit"),
    { type: "editor.leave" },
    { type: "leave.confirm" },
    { type: "leave.cancel" },
    doneEvent("forgetLeft", undefined),
  ])

  test("asks for confirmation only if edits would be lost", () => {
    const asked = steps.filter(({ from, event }) => from.value === "staying" && event.type === "editor.leave")
    expect(asked.map(({ to }) => to.value)).toEqual(asked.map(({ from }) => (from.dirty ? "confirming" : "closed")))
  })

  test("ends the confirmation only when the author confirms or cancels", () => {
    const gone = steps.filter(({ from, to }) => from.value === "confirming" && to.value !== "confirming")
    expect([...new Set(gone.map(({ event, to }) => `${event.type} ${to.value}`))].sort()).toEqual([
      "leave.cancel staying",
      "leave.confirm deletingLocalDraft",
    ])
  })
})

describe("script files", () => {
  const file = { name: "a.json", text: async () => "" }
  const payload = toAuthoredScript(script([message("x"), message("y")], { name: "From a file" }))
  const refused = { _tag: "Invalid" as const, findings: [] }
  const events: ReadonlyArray<Happening> = [
    { type: "file.import", files: [] },
    { type: "file.import", files: [file] },
    { type: "file.import", files: [file, file] },
    { type: "instruction.add", entry: "message" },
    { type: "import.dismiss" },
    { type: "pending-import.accept" },
    { type: "pending-import.discard" },
    doneEvent("openFile", { _tag: "Opened", script: payload }),
    doneEvent("openFile", refused),
    errorEvent("openFile", new Unreachable({ message: "unreadable" })),
  ]
  const steps = walk("importing", events, script([])).filter(({ from }) => from.context.draft.instructions.length < 3)

  test("are imported only one at a time, into a script without instructions", () => {
    const tries = steps.filter(({ event }) => event.type === "file.import")
    const one = tries.filter(({ event }) => "files" in event && event.files.length === 1)
    const begun = tries.filter(({ from, to }) => to.value === "reading" && from.value !== "reading")
    expect(begun.length).toBeGreaterThan(0)
    expect(begun.filter((step) => !one.includes(step) || step.from.context.draft.instructions.length > 0)).toEqual([])
    const wrong = tries.filter(
      (step) => !one.includes(step) && step.from.value.startsWith("{idle") && step.from.context.draft.instructions.length === 0,
    )
    expect([...new Set(wrong.map(({ to }) => to.context.importFailure?._tag))]).toEqual(["NotOneFile"])
  })

  test("change nothing if the import fails, and are otherwise imported as one undo step", () => {
    const answers = steps.filter(({ from, event }) => from.value === "reading" && event.type.endsWith("actor.openFile"))
    const failures = answers.filter(({ to }) => to.value === "{idle:failed}")
    expect(failures.length).toBeGreaterThan(1)
    expect(failures.filter(({ from, to }) => from.context.draft !== to.context.draft)).toEqual([])
    const complete = answers.filter(({ to }) => to.value === "{idle:completed}")
    expect(complete.length).toBeGreaterThan(0)
    expect(complete.map(({ to }) => [to.context.draft, to.context.history.past.at(-1)?.kind])).toEqual(
      complete.map(() => [payload, "import"]),
    )
  })

  test("[C12] with gaps in their order keep their references by default name", () => {
    const gaps = {
      ...payload,
      instructions: [message("x"), { ...message("y"), condition: "q4 == 1" }].map((it, i) => ({ ...it, order: 3 + i })),
    }
    const opening = { type: "file.import", files: [file] }
    const ends = walk("importing", [opening, doneEvent("openFile", { _tag: "Opened", script: gaps })], script([]))
    const read = ends.filter(({ to }) => to.value === "{idle:completed}").map(({ to }) => to.context.draft.instructions)
    const said = read.map((list) => list.map(({ order, condition }) => `${order} ${condition ?? ""}`).join(", "))
    expect([...new Set(said)]).toEqual(["0 , 1 q1 == 1"])
  })

  test("[F7] with two instructions of the same uuid get another uuid for the second", () => {
    const twice = { ...payload, instructions: [message("x", "one"), message("x", "two")].map((it, order) => ({ ...it, order })) }
    const opening = { type: "file.import", files: [file] }
    const ends = walk("importing", [opening, doneEvent("openFile", { _tag: "Opened", script: twice })], script([]))
    const read = ends
      .filter(({ to }) => to.value === "{idle:completed}")
      .map(({ to }) => to.context.draft.instructions.map((it) => it.uuid))
    expect(read.length).toBeGreaterThan(0)
    for (const [one, other] of read) expect([one, other === "x"]).toEqual(["x", false])
  })

  test("stay pending until the author accepts or discards them, whatever else happens", () => {
    const there = steps.filter(({ from }) => from.context.pendingImport !== null)
    expect(there.length).toBeGreaterThan(0)
    const gone = there.filter(({ to }) => to.context.pendingImport === null).map(({ event }) => event.type)
    expect([...new Set(gone)].sort()).toEqual(["pending-import.accept", "pending-import.discard"])
    const dismissed = steps.filter(({ from, event }) => event.type === "import.dismiss" && from.context.importFailure !== null)
    expect(dismissed.filter(({ from }) => from.value.startsWith("{idle")).map(({ to }) => to.context.importFailure)).toContain(null)
  })

  test("show why an export failed, as without a checksum function, until that is dismissed or another export begins", () => {
    const exports = walk("exporting", [
      { type: "file.export" },
      { type: "export.dismiss" },
      doneEvent("exportFile", "done"),
      doneEvent("exportFile", "insecure"),
      errorEvent("exportFile", new Unreachable({ message: "cut" })),
    ])
    const insecure = exports.filter(({ from, event }) => from.value === "writing" && "output" in event && event.output === "insecure")
    expect([...new Set(insecure.map(({ to }) => to.context.exportFailure))]).toEqual(["insecure"])
    const cut = exports.filter(({ from, event }) => from.value === "writing" && "error" in event)
    expect([...new Set(cut.map(({ to }) => Object(to.context.exportFailure)._tag))]).toEqual(["Unreachable"])
    const gone = exports.filter(({ from, to }) => from.context.exportFailure !== null && to.context.exportFailure === null)
    expect([...new Set(gone.map(({ event, to }) => `${event.type} ${to.value}`))].sort()).toEqual([
      "export.dismiss idle",
      "file.export writing",
    ])
  })
})

describe("opening a script", () => {
  const { script: of, restored: _, ...rest } = editorInput(base)
  const kept = (name: string, on = base): LocalDraft => ({
    user: "anna",
    script: of.uuid,
    revision: on.revision,
    base: toAuthoredScript(on),
    delta: createPatch(toAuthoredScript(on), { ...toAuthoredScript(on), name }),
    at: "2026-01-02T00:00:00Z",
  })
  const start = (...events: ReadonlyArray<unknown>) => {
    const actor = createActor(scriptOpeningMachine.provide({ actors: { editor: editorWithPorts({}) } }), {
      input: { ...rest, uuid: of.uuid },
      clock: new SimulatedClock(),
    }).start()
    for (const event of events) actor.send(event as never)
    return actor.getSnapshot()
  }
  const read = doneEvent("readScript", base)

  test("offers the local draft if it differs from the server's script", () => {
    expect(start(read, doneEvent("recallDraft", kept("mine"))).value).toBe("offering")
    expect(start(read, doneEvent("recallDraft", kept("Visit"))).value).toBe("open")
    expect(start(read, doneEvent("recallDraft", null)).value).toBe("open")
    expect(start(errorEvent("readScript", new NotFound())).value).toBe("failed")
    expect(start(doneEvent("recallDraft", kept("mine")), read).value).toBe("offering")
    // A local draft without edits is not offered, even if someone else saved since.
    expect(start(doneEvent("readScript", later("Theirs")), doneEvent("recallDraft", kept("Visit"))).value).toBe("open")
  })

  test("says so if the local draft is unreadable, and opens all the same", () => {
    const opened = start(errorEvent("recallDraft", new Unreadable({ message: "another shape" })), read)
    expect([opened.value, opened.context.unreadable?._tag]).toEqual(["open", "Unreadable"])
  })

  test("restores the local draft as an undo step", () => {
    const restored = start(read, doneEvent("recallDraft", kept("mine")), { type: "draft.restore" }).children.editor?.getSnapshot()
    expect(restored?.context.draft.name).toBe("mine")
    expect(restored?.context.history.past.map(({ kind }) => kind)).toEqual(["restore"])
  })

  test("discards the local draft on request, and one Undo restores it on top of what others saved since", () => {
    expect(start(read, doneEvent("recallDraft", kept("mine")), { type: "draft.discard" }).value).toBe("discarding")
    const discarding = [doneEvent("recallDraft", kept("mine")), { type: "draft.discard" }, doneEvent("forgetDraft", undefined)]
    for (const [said, last] of [
      [read, "a"],
      [doneEvent("readScript", later("Visit")), "theirs"],
    ] as const) {
      const editor = start(said, ...discarding).children.editor
      expect([editor?.getSnapshot().context.draft.name, editor?.getSnapshot().context.theirs]).toEqual(["Visit", null])
      editor?.send({ type: "edit.undo" })
      const draft = editor?.getSnapshot().context.draft
      expect([draft?.name, draft?.instructions.at(-1)?.uuid]).toEqual(["mine", last])
      editor?.send({ type: "edit.redo" })
      expect(editor?.getSnapshot().context.draft.name).toBe("Visit")
    }
  })

  test("reports a conflict if the restored draft is based on an older revision", () => {
    const newer = start(doneEvent("readScript", later("Theirs")), doneEvent("recallDraft", kept("mine")), { type: "draft.restore" })
    const restored = newer.children.editor?.getSnapshot()
    expect(Object(Object(restored?.value).open).saving).toBe("conflict")
    expect([restored?.context.draft.name, restored?.context.theirs?.script.revision]).toEqual(["mine", 7])
  })
})

test("the title and the sequence of a script can be edited only in preparation, and a deleted script not at all", () => {
  const structural: ReadonlyArray<EditorEvent> = [
    type("new"),
    { type: "instruction.add", entry: "message" },
    { type: "instruction.copy", uuid: "a" },
    { type: "instruction.delete", uuid: "a" },
    { type: "instructions.move", uuids: new Set(["b"]), to: 0 },
  ]
  const write: EditorEvent = { type: "instruction.update", uuid: "a", field: null, change: { typing_delay: 9 } }
  const delays = [1, 2, 3, 4].map((status) => {
    const actor = createActor(editorWithPorts({}), {
      input: editorInput(script([message("a"), message("b")], { status })),
      clock: new SimulatedClock(),
    }).start()
    const before = actor.getSnapshot().context.draft
    for (const event of structural) actor.send(event)
    const rearranged = actor.getSnapshot().context.draft !== before
    actor.send(write)
    return [rearranged, actor.getSnapshot().context.draft.instructions.some(({ typing_delay }) => typing_delay === 9)]
  })
  expect(delays).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ])
})

test.each([true, false])("[S5] a save states whether choices of a live script may change: %s", async (allowChanges) => {
  const sent = Promise.withResolvers<boolean>()
  const machine = editorWithPorts({
    keepDraft: async () => "kept",
    saveScript: async (it) => {
      sent.resolve(it.allowChanges)
      return base
    },
  })
  const actor = createActor(machine, {
    input: { ...editorInput(base), flags: { allowChanges, dev: false } },
    clock: new SimulatedClock(),
  }).start()
  actor.send({ type: "title.type", text: "Another" })
  actor.send({ type: "script.save" })
  expect(await sent.promise).toBe(allowChanges)
})

test("the editor machine starts with every region in its initial state", () => {
  const actor = createActor(editorWithPorts({}), { input: editorInput(base), clock: new SimulatedClock() }).start()
  expect(actor.getSnapshot().value).toEqual({
    open: {
      editing: "idle",
      localDraft: "upToDate",
      dataPoints: "loading",
      sideMenu: "loading",
      saving: "idle",
      checking: "checking",
      importing: { idle: "none" },
      exporting: "idle",
      leaving: "staying",
      imageUpload: "idle",
      unsavedWork: "none",
      unloadWarning: "inactive",
    },
  })
  expect(editorMachine.id).toBe("editor")
})

describe("references to an instruction", () => {
  const age = { ...message("a"), label: "age" }
  const town = { ...message("b"), label: "town" }
  const shown = { ...message("c", "<p>{{answers.age}}</p>"), condition: "age > 17 && town == 1" }
  const start = () =>
    createActor(editorWithPorts({}), { input: editorInput(script([age, town, shown])), clock: new SimulatedClock() }).start()
  const last = (actor: ReturnType<typeof start>) => {
    const { condition, messages } = actor.getSnapshot().context.draft.instructions.at(-1) ?? {}
    return [condition, messages?.[0]?.content]
  }

  test("follow its name as it is typed, even through a name that another has, as one undo step", () => {
    const actor = start()
    for (const label of ["ag", "", "t", "to", "tow", "town", "townhall"])
      actor.send({ type: "instruction.update", uuid: "a", field: "label", change: { label } })
    expect(last(actor)).toEqual(["townhall > 17 && town == 1", "<p>{{answers.townhall}}</p>"])
    actor.send({ type: "edit.undo" })
    expect(last(actor)).toEqual([shown.condition, shown.messages[0]?.content])
  })

  test("require confirmation to delete it, and then stay unchanged", () => {
    const actor = start()
    actor.send({ type: "instruction.delete", uuid: "a" })
    expect(actor.getSnapshot().matches({ open: { editing: "confirmingDeletion" } })).toBe(true)
    actor.send({ type: "deletion.cancel" })
    expect(actor.getSnapshot().context.draft.instructions).toHaveLength(3)
    actor.send({ type: "instruction.delete", uuid: "a" })
    actor.send({ type: "deletion.confirm" })
    expect(actor.getSnapshot().context.draft.instructions.map(({ uuid }) => uuid)).toEqual(["b", "c"])
    expect(last(actor)[0]).toBe(shown.condition)
  })

  test("let it be deleted without confirmation if there are none", () => {
    const actor = start()
    actor.send({ type: "instruction.delete", uuid: "c" })
    expect(actor.getSnapshot().context.draft.instructions).toHaveLength(2)
  })

  test("follow an instruction without a name to its new place", () => {
    const actor = createActor(editorWithPorts({}), {
      input: editorInput(script([message("a"), message("b"), { ...message("c"), condition: "q1 == 1" }])),
      clock: new SimulatedClock(),
    }).start()
    actor.send({ type: "instructions.move", uuids: new Set(["b"]), to: 0 })
    expect(last(actor)[0]).toBe("q2 == 1")
  })
})

describe("the image of an instruction", () => {
  const file = (name: string, bytes = 10) => ({ name, type: "image/png", bytes, content: async () => new ArrayBuffer(bytes) })
  const pick = (name: string, bytes?: number): EditorEvent => ({ type: "image.pick", uuid: "a", locale: "nl", file: file(name, bytes) })
  const edges = walk("imageUpload", [
    pick("one.png"),
    pick("large.png", 3_000_000),
    { type: "image.dismiss" },
    doneEvent("uploadImage", "/uploads/c/one.png"),
    errorEvent("uploadImage", new Unreachable({ message: "cut" })),
    type("mine"),
  ])

  test("is uploaded only within the size limit; a refusal is shown and changes nothing", () => {
    for (const { from, event, to } of edges) {
      if (event.type === "image.pick" && from.value === "idle") {
        const isLarge = "file" in event && event.file.bytes > 2_097_152
        expect(to.value).toBe(isLarge ? "idle" : "uploading")
        expect(to.context.imageFailure).toEqual(isLarge ? { uuid: "a", problem: "too-big" } : null)
        expect(to.context.draft).toBe(from.context.draft)
      }
    }
    expect(edges.some(({ to }) => to.value === "uploading")).toBe(true)
  })

  test("appears in the message once it is uploaded, as one undo step; a failure is shown and changes nothing", () => {
    for (const { from, event, to } of edges.filter((edge) => edge.from.value === "uploading")) {
      if (event.type === "xstate.done.actor.uploadImage") {
        expect(to.context.draft.instructions[0]?.messages[0]?.content).toBe('<img src="/uploads/c/one.png" alt="">one')
        const steps = from.context.draft.instructions[0]?.messages[0]?.content === "one" ? 1 : 0
        expect(to.context.history.past.length).toBe(from.context.history.past.length + steps)
        expect(to.context.draftEpoch).toBe(from.context.draftEpoch + 1)
      }
      if (event.type === "xstate.error.actor.uploadImage") {
        expect(to.context.draft).toBe(from.context.draft)
        expect(to.context.imageFailure).toMatchObject({ uuid: "a", problem: { _tag: "Unreachable" } })
      }
    }
  })

  test("cannot be uploaded in a deleted script", () => {
    const actor = createActor(editorWithPorts({ uploadImage: async () => "/uploads/x.png" }), {
      input: editorInput(script([message("a")], { status: 4 })),
    })
    actor.start()
    actor.send(pick("one.png"))
    expect(actor.getSnapshot().hasTag("uploading-image")).toBe(false)
    expect(actor.getSnapshot().context.imageFailure).toBeNull()
  })
})
