// Effects of edits in the editor: reading delays, references, selection, marks and findings.
import { expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock } from "xstate"
import type { CheckedScript } from "../../domain/check/editor-check.ts"
import { ScriptSaveConflict, Unreachable, ValidationFailed } from "../../domain/failures/failure.ts"
import { createFinding } from "../../domain/findings/finding-builder.ts"
import { estimateDuration } from "../../domain/flow/duration-estimate.ts"
import { computeInstructionDelay } from "../../domain/flow/reading-delay.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { findingInstructionUuid, findingsForInstruction } from "../../machines/editor/editor-findings.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { canKeepBothSides } from "../../machines/editor/editor-saving-region.ts"
import { createChoices } from "../arbitraries/answerable.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-fixtures.ts"

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const editing = (of = script([message("a", "one"), message("b", "two"), message("c", "three")]), ports = {}) => {
  const clock = new SimulatedClock()
  const actor = createActor(editorWithPorts(ports), { input: editorInput(of), clock }).start()
  const context = () => actor.getSnapshot().context
  return { actor, clock, context, uuids: () => context().draft.instructions.map(({ uuid }) => uuid) }
}
const write = (
  uuid: string,
  field: string,
  change: Extract<EditorEvent, { readonly type: "instruction.update" }>["change"],
): EditorEvent => ({
  type: "instruction.update",
  uuid,
  field,
  change,
})
const saying = (content: string) => ({ messages: [{ uuid: "t", locale: "nl", content }] })
const long = "<p>a text of more words than four, so that its delay is another one</p>"

test("[I7] the reading delay follows the text until the author sets it manually", () => {
  const { actor, context } = editing(script([{ ...message("a", "one"), typing_delay: computeInstructionDelay(message("a", "one")) }]))
  const delay = () => context().draft.instructions[0]?.typing_delay
  const before = delay()
  actor.send(write("a", "message nl", saying(long)))
  expect(delay()).toBe(computeInstructionDelay(message("a", long)))
  expect(delay()).not.toBe(before)
  actor.send(write("a", "typing_delay", { typing_delay: 42 }))
  actor.send(write("a", "message nl", saying("<p>short</p>")))
  expect(delay()).toBe(42)
})

test("typing a name is one undo step despite pauses, and typing through another instruction's name redirects no reference", () => {
  const list = [
    { ...message("a"), label: "age" },
    { ...message("b"), label: "bee" },
    { ...message("c"), condition: "age == 1" },
  ]
  const { actor, clock, context } = editing(script(list), {})
  for (const label of ["b", "be", "bee", "beer"]) {
    actor.send(write("a", "label", { label }))
    clock.increment(1000)
  }
  expect(context().draft.instructions[2]?.condition).toBe("beer == 1")
  expect(context().history.past.length).toBe(1)
})

test("typing the title after a pause is an undo step of its own", () => {
  const { actor, clock, context } = editing()
  for (const text of ["Vis", "Visi"]) {
    actor.send({ type: "title.type", text })
    clock.increment(1000)
  }
  expect(context().history.past.length).toBe(2)
})

test("an uploaded image keeps the alternative text of the image it replaces", async () => {
  const image = { ...message("a", '<img src="/uploads/c/old.png" alt="A bridge">'), type: "image" as const }
  const { actor, context } = editing(script([image]), { uploadImage: async () => "/uploads/c/new.png" })
  const file = { name: "new.png", bytes: 10, type: "image/png", content: async () => new ArrayBuffer(0) }
  actor.send({ type: "image.pick", uuid: "a", locale: "nl", file })
  await settled()
  expect(context().draft.instructions[0]?.messages[0]?.content).toBe('<img src="/uploads/c/new.png" alt="A bridge">')
})

test("an instruction that Undo removes is no longer selected", () => {
  const { actor, context, uuids } = editing()
  actor.send({ type: "instruction.add", entry: "message" })
  expect(uuids()).toContain(context().selected)
  actor.send({ type: "edit.undo" })
  expect(context().selected).toBeNull()
})

test("a new question has its default texts in the language of the script, also after that has changed", () => {
  const { actor, context } = editing({ ...script([]), language: "en" })
  actor.send({ type: "instruction.add", entry: "file" })
  actor.send({ type: "language.pick", language: "fr" })
  actor.send({ type: "instruction.add", entry: "file" })
  const options = context().draft.instructions.map(({ question }) => question?.options)
  expect(options).toMatchObject([{ fileUploadLibraryText: "Galerie" }, { fileUploadLibraryText: "Galerie" }])
})

test("a deleted instruction is no longer marked, also after it is restored", () => {
  const { actor, context } = editing()
  for (const uuid of ["a", "b"]) actor.send({ type: "instruction.mark", uuid, isRange: false })
  actor.send({ type: "instruction.delete", uuid: "a" })
  expect([...context().marked]).toEqual(["b"])
  actor.send({ type: "edit.undo" })
  expect([...context().marked]).toEqual(["b"])
})

test("a save lists the instructions that were deleted since the last one", async () => {
  const first = script([message("a", "one"), message("b", "two")])
  const server = fakeServerAndDevice(first)
  const sent: Array<Parameters<typeof server.save>[0]> = []
  const saveScript = async (it: Parameters<typeof server.save>[0]) => {
    sent.push(it)
    return server.save(it)
  }
  const { actor } = editing(first, { saveScript, keepDraft: async () => "kept" })
  actor.send({ type: "instruction.add", entry: "message" })
  actor.send({ type: "edit.undo" })
  actor.send({ type: "instruction.delete", uuid: "b" })
  actor.send({ type: "script.save" })
  await settled()
  expect(sent.map(({ markedForDelete, revision }) => ({ markedForDelete, revision }))).toEqual([{ markedForDelete: ["b"], revision: 1 }])
})

test("a finding stays with its instruction when that is moved", () => {
  const { context, actor } = editing()
  const checked = context().draft
  const finding = createFinding("structure", "/instructions/1/typing_delay", "finding.too-long", { most: 1 })
  actor.send({ type: "instructions.move", uuids: new Set(["b"]), to: 2 })
  expect(findingInstructionUuid({ checkedDraft: checked }, finding)).toBe("b")
  expect(findingsForInstruction({ checkedDraft: checked, findings: [finding] }, "b")).toEqual([finding])
  expect(findingInstructionUuid({ checkedDraft: checked }, createFinding("structure", "/name", "finding.too-long", { most: 1 }))).toBeNull()
})

test("a save that succeeds while the author is typing does not reset the field", async () => {
  const first = script([message("a", "one")])
  const server = fakeServerAndDevice(first)
  const { actor, context } = editing(first, {
    saveScript: async (it: Parameters<typeof server.save>[0]) => server.save(it),
    keepDraft: async () => "kept",
  })
  actor.send(write("a", "message nl", saying("<p>one, two</p>")))
  actor.send({ type: "script.save" })
  await Promise.resolve()
  actor.send(write("a", "message nl", saying("<p>one, two, three</p>")))
  const { draft, draftEpoch } = context()
  await settled()
  expect(server.latest().revision).toBe(2)
  expect(context().savedScript.revision).toBe(2)
  expect([context().draft === draft, context().draftEpoch]).toEqual([true, draftEpoch])
})

test("[S5] [V6] a merge can keep both versions of an instruction only if the status of their revision allows adding instructions", async () => {
  const list = [message("a", "one"), message("b", "two")]
  const mergedWhere = async (status: number) => {
    const others = script([message("a", "theirs"), message("b", "two")], { revision: 2, status })
    const conflict = new ScriptSaveConflict({ script: others, savedBy: "Bas", savedAt: others.updatedAt })
    const { actor, context } = editing(script(list), { keepDraft: async () => "kept", saveScript: async () => Promise.reject(conflict) })
    actor.send(write("a", "text", saying("mine")))
    actor.send({ type: "script.save" })
    await settled()
    expect(canKeepBothSides(context())).toBe(status === 1)
    actor.send({ type: "conflict.merge", picks: { a: "both" } })
    return context().draft.instructions.map(({ messages }) => messages[0]?.content)
  }
  expect(await mergedWhere(1)).toEqual(["mine", "theirs", "two"])
  expect(await mergedWhere(2)).toEqual(["mine", "two"])
})

test("a quick fix changes a name and resets its field in preparation, and does nothing in a live chat", () => {
  const list = [
    { ...message("a"), label: "age" },
    { ...message("b"), label: "age" },
  ]
  const twice = createFinding("name-not-unique", "/instructions/1/label", "finding.name-not-unique", { name: "age" })
  const mendedWhere = (status: number) => {
    const { actor, context } = editing(script(list, { status }))
    actor.send({ type: "finding.fix", finding: twice })
    return [context().draft.instructions[1]?.label, context().draftEpoch, context().selected]
  }
  expect(mendedWhere(1)).toEqual(["age_2", 1, "b"])
  expect(mendedWhere(2)).toEqual(["age", 0, "a"])
})

test("[Q2] a quick fix gives a choice the first free value in preparation, and in a live chat one that no answer can have", async () => {
  const [yes, no, maybe] = createChoices("Ja", "Nee", "Misschien")
  if (!yes || !no || !maybe) throw new Error("three were made")
  const list = [{ ...message("q"), type: "question" as const, question: { uuid: "q", type: "choice" as const, choices: [yes, no, maybe] } }]
  const valuesWhere = async (status: number) => {
    const of = editorInput(script(list, { status }))
    const clock = new SimulatedClock()
    const actor = createActor(editorWithPorts({ check: async () => [twice] }), {
      input: { ...of, flags: { ...of.flags, allowChanges: true } },
      clock,
    }).start()
    const added = { ...maybe, uuid: "added", value: yes.value }
    actor.send({ type: "choices.update", uuid: "q", field: null, choices: [yes, no, added], minimum: null })
    clock.increment(400)
    await settled()
    actor.send({ type: "finding.fix", finding: twice })
    return actor.getSnapshot().context.draft.instructions[0]?.question?.choices?.map(({ value }) => value - yes.value)
  }
  const twice = createFinding("duplicate-choice-value", "/instructions/0/question/choices/2/value", "finding.duplicate-choice-value", {
    value: 1,
  })
  expect(await valuesWhere(1)).toEqual([0, 1, 2])
  expect(await valuesWhere(2)).toEqual([0, 1, 3])
})

test("a live chat, which keeps its choices, shows no warning that the maximum follows their number", () => {
  const choices = createChoices("Ja", "Nee")
  const list = [{ ...message("q"), type: "question" as const, question: { uuid: "q", type: "multiple" as const, choices } }]
  const toldWhere = (status: number) => {
    const told: Array<unknown> = []
    const { actor } = editing(script(list, { status }), { tellCount: (warning: unknown) => told.push(warning) })
    actor.send({ type: "choices.update", uuid: "q", field: null, choices: choices.slice(0, 1), minimum: null })
    return told
  }
  expect([toldWhere(1), toldWhere(2)]).toEqual([["WARNING.MULTIPLE_CHOICE_COUNT_DECREASE"], []])
})

test("typing a translation changes its language only, with one undo step per field, also while live but not in a deleted script", () => {
  const typedWhere = (status: number) => {
    const { actor, context } = editing(script([message("a", "een"), message("b", "twee")], { status }))
    const type = (uuid: string, locale: string, text: string) =>
      actor.send({ type: "translation.type", uuid, part: { of: "message" }, locale, text })
    for (const text of ["o", "on", "one"]) type("a", "en", text)
    type("a", "fr", "un")
    type("a", "nl", "not a translation")
    return [context().draft.instructions[0]?.messages.map(({ locale, content }) => `${locale} ${content}`), context().history.past.length]
  }
  const both = [["nl een", "en one", "fr un"], 2]
  expect([1, 2, 4].map(typedWhere)).toEqual([both, both, [["nl een"], 0]])
})

test("[S6] the public title and the language can be changed in every status except deleted", () => {
  const heldWhere = (status: number) => {
    const { actor, context } = editing(script([message("a")], { status }))
    actor.send({ type: "public-title.type", text: "Ours" })
    actor.send({ type: "language.pick", language: "fr" })
    return [context().draft.public_name, context().draft.language]
  }
  expect([1, 2, 3, 4].map(heldWhere)).toEqual([
    ["Ours", "fr"],
    ["Ours", "fr"],
    ["Ours", "fr"],
    ["Your visit", "nl"],
  ])
})

test("deleting other instructions keeps the selection, and deleting the selected one selects the one that takes its place", () => {
  const selectedAfter = (selected: string, ...gone: ReadonlyArray<string>) => {
    const { actor, context } = editing(script(["a", "b", "c", "d", "e"].map((uuid) => message(uuid))))
    actor.send({ type: "instruction.select", uuid: selected })
    actor.send({ type: "instruction.delete", uuid: gone[0] ?? "", rows: new Set(gone) })
    return context().selected
  }
  expect(selectedAfter("b", "d")).toBe("b")
  expect(selectedAfter("c", "a", "c")).toBe("d")
  expect(selectedAfter("e", "d", "e")).toBe("c")
  expect(selectedAfter("a", "a", "b", "c", "d", "e")).toBeNull()
})

test("[I7] an update with a text and a delay applies that delay", () => {
  const { actor, context } = editing()
  actor.send({ type: "instruction.update", uuid: "a", field: null, change: { ...saying(long), typing_delay: 7.5 } })
  expect(context().draft.instructions[0]?.typing_delay).toBe(7.5)
})

test("changing the language resets the fields", () => {
  const { actor, context } = editing()
  actor.send({ type: "language.pick", language: "fr" })
  expect([context().draft.language, context().draftEpoch]).toEqual(["fr", 1])
})

test("a fixed finding disappears before the next check, and the others stay", async () => {
  const list = [
    { ...message("a"), label: "age" },
    { ...message("b"), label: "age" },
  ]
  const twice = createFinding("name-not-unique", "/instructions/1/label", "finding.name-not-unique", { name: "age" })
  const other = createFinding("name-not-unique", "/instructions/0/label", "finding.name-not-unique", { name: "age" })
  const { actor, context } = editing(script(list), { check: async () => [other, twice] })
  await settled()
  actor.send({ type: "finding.fix", finding: twice })
  expect(context().findings).toEqual([other])
})

test("edits from before a chat was deleted cannot be undone in it", async () => {
  const first = script([message("a", "one")])
  const conflict = new ScriptSaveConflict({
    script: script([message("a", "one")], { revision: 2, status: 4 }),
    savedBy: "Bas",
    savedAt: null,
  })
  const { actor, context } = editing(first, { keepDraft: async () => "kept", saveScript: async () => Promise.reject(conflict) })
  actor.send({ type: "title.type", text: "Mine" })
  actor.send({ type: "script.save" })
  await settled()
  actor.send({ type: "conflict.discard" })
  expect(context().history.past.length).toBe(2)
  actor.send({ type: "edit.undo" })
  expect([context().draft.name, context().history.past.length]).toEqual(["Visit", 2])
})

test("[I14] Undo selects what it changed, closes the picker, expands its block and resets the fields", () => {
  const list = ["a", "b", "c"].map((uuid) => ({ ...message(uuid, uuid), ...(uuid !== "a" && { condition: "a == 1" }) }))
  const { actor, context } = editing(script(list))
  actor.send({ type: "instruction.delete", uuid: "c" })
  actor.send({ type: "edit.undo" })
  actor.send({ type: "edit.redo" })
  actor.send({ type: "block.toggle", uuid: "b" })
  actor.send({ type: "picker.open" })
  const { draftEpoch } = context()
  actor.send({ type: "edit.undo" })
  expect([context().selected, context().isPickerOpen, context().closed.size, context().draftEpoch]).toEqual(["c", false, 0, draftEpoch + 1])
  // Also if the author collapsed the block over the selected instruction.
  actor.send(write("c", "message nl", saying(long)))
  actor.send({ type: "block.toggle", uuid: "b" })
  actor.send({ type: "edit.undo" })
  expect([context().selected, context().closed.size]).toEqual(["c", 0])
})

test("deleting the last instruction selects the one before it, or none if none is left", () => {
  const { actor, context } = editing()
  for (const [uuid, next] of [
    ["c", "b"],
    ["a", "b"],
    ["b", null],
  ] as const) {
    actor.send({ type: "instruction.select", uuid })
    actor.send({ type: "instruction.delete", uuid })
    expect(context().selected).toBe(next)
  }
})

test("a check runs once after a pause and clears an earlier failure, and findings of a refused save refer to the script that was sent", async () => {
  const first = script([message("a", "one"), message("b", "two")])
  const finding = createFinding("structure", "/instructions/1/label", "finding.too-long", { most: 1 })
  const seen: Array<string> = []
  let isBroken = false
  const machine = editorWithPorts({
    keepDraft: async () => "kept",
    saveScript: async () => Promise.reject(new ValidationFailed({ violations: [], findings: [finding] })),
  }).provide({
    actors: {
      check: fromPromise<CheckedScript, AuthoredScript>(async ({ input: { name } }) => {
        seen.push(name)
        if (isBroken) throw new Unreachable({ message: "cut" })
        return { findings: [], unproven: [], duration: estimateDuration({ instructions: [], language: "en" }) }
      }),
    },
  })
  const clock = new SimulatedClock()
  const actor = createActor(machine, { input: editorInput(first), clock }).start()
  const context = () => actor.getSnapshot().context
  await settled()
  expect(seen).toEqual(["Visit"])
  for (const text of ["V", "Vi", "Vis"]) {
    actor.send({ type: "title.type", text })
    clock.increment(300)
  }
  await settled()
  expect(seen).toEqual(["Visit"])
  isBroken = true
  clock.increment(100)
  await settled()
  expect([seen.at(-1), context().checkFailure?._tag]).toEqual(["Vis", "Unreachable"])
  isBroken = false
  actor.send({ type: "title.type", text: "Visi" })
  clock.increment(400)
  await settled()
  expect(context().checkFailure).toBeNull()

  actor.send({ type: "instructions.move", uuids: new Set(["b"]), to: 0 })
  actor.send({ type: "script.save" })
  await settled()
  clock.increment(400)
  await settled()
  expect([context().failure?._tag, context().findings]).toEqual(["ValidationFailed", [finding]])
  expect(findingInstructionUuid(context(), finding)).toBe("a")
})

test("the failure of an image that is too big is shown until it is dismissed or another image is picked", async () => {
  const { actor, context } = editing(script([{ ...message("a"), type: "image" as const }]))
  const file = (bytes: number) => ({ name: "a.png", bytes, type: "image/png", content: async () => new ArrayBuffer(0) })
  const pickOf = (bytes: number): EditorEvent => ({ type: "image.pick", uuid: "a", locale: "nl", file: file(bytes) })
  actor.send(pickOf(3_000_000))
  expect(context().imageFailure?.problem).toBe("too-big")
  actor.send({ type: "image.dismiss" })
  expect(context().imageFailure).toBeNull()
  actor.send(pickOf(3_000_000))
  actor.send(pickOf(10))
  expect([context().imageFailure, context().imageToUpload?.uuid]).toEqual([null, "a"])
})

test("replacing an image in one language replaces it in the others, which keep their alternative texts", () => {
  const image = {
    ...message("a", '<img src="/uploads/c/old.png" alt="A bridge">'),
    type: "image" as const,
  }
  const texts = [...image.messages, { uuid: "f", locale: "fr", content: '<img src="/uploads/c/old.png" alt="Un pont">' }]
  const { actor, context } = editing(script([{ ...image, messages: texts }]))
  const [own, french] = texts
  if (own === undefined || french === undefined) throw new Error("two texts")
  const another = { ...own, content: '<img src="/uploads/c/new.png" alt="A bridge">' }
  actor.send({ type: "instruction.update", uuid: "a", field: null, change: { messages: [another, french] } })
  const now = context().draft.instructions[0]?.messages.map(({ content }) => content)
  expect(now?.[1]).toContain("/uploads/c/new.png")
  expect(now?.[1]).toContain("Un pont")
})

test("a deletion does not ask for confirmation in a live chat", () => {
  const list = [
    { ...message("a"), label: "age" },
    { ...message("b"), condition: "age == 1" },
  ]
  for (const status of [1, 2]) {
    const { actor, context } = editing(script(list, { status }))
    actor.send({ type: "instruction.delete", uuid: "a" })
    expect(context().pendingDeletion === null).toBe(status === 2)
    expect(context().draft.instructions.length).toBe(2)
  }
})

test("the maximum of a multiple choice follows the number of its choices, with one warning per editing session", () => {
  const question = (uuid: string) => ({
    ...message(uuid),
    type: "question" as const,
    question: { uuid: `${uuid} q`, type: "multiple" as const, choices: createChoices("one", "two"), options: { maximum: 2 } },
  })
  const told: Array<unknown> = []
  const { actor, context } = editing(script([question("a"), question("b"), message("c")]), { tellCount: (it: unknown) => told.push(it) })
  const list = (uuid: string, ...texts: ReadonlyArray<string>): EditorEvent => ({
    type: "choices.update",
    uuid,
    field: null,
    choices: createChoices(...texts),
    minimum: null,
  })
  const maxima = () => context().draft.instructions.map((it) => (it.question?.type === "multiple" ? it.question.options?.maximum : null))
  actor.send(list("a", "other", "words"))
  actor.send(list("c", "no", "question", "at all"))
  expect([maxima(), told]).toEqual([[2, 2, null], []])
  actor.send(list("a", "one", "two", "three"))
  expect([maxima(), told]).toEqual([[3, 2, null], ["WARNING.MULTIPLE_CHOICE_COUNT_INCREASE"]])
  actor.send(list("b", "one"))
  expect([maxima(), told.length]).toEqual([[3, 1, null], 1])
  actor.send({ type: "edit.undo" })
  expect(maxima()).toEqual([3, 2, null])
})
