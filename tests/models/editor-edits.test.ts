// What an edit brings with it: the delay that follows a text, the names that follow a name, what is selected and marked after it.
import { expect, test } from "vitest"
import { createActor, fromPromise, SimulatedClock } from "xstate"
import type { Finding } from "../../domain/check/finding.ts"
import { createFinding } from "../../domain/check/finding-builder.ts"
import { ScriptSaveConflict, Unreachable, ValidationFailed } from "../../domain/failure.ts"
import { computeInstructionDelay } from "../../domain/script/reading-delay.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { findingInstructionUuid, findingsForInstruction } from "../../machines/editor/editor-findings.ts"
import type { EditorEvent } from "../../machines/editor/editor-model.ts"
import { canKeepBothSides } from "../../machines/editor/editor-saving-region.ts"
import { choicesOf } from "../arbitraries/answerable.ts"
import { editorInput, editorWithPorts, fakeServerAndDevice, message, script } from "./editor-stand-ins.ts"

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

test("[I7] the reading delay follows the text, until the author has set it by hand", () => {
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

test("a name is one step however long its author thinks about it, and nothing on the way to it is taken for it", () => {
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

test("other typing that pauses is a step of its own", () => {
  const { actor, clock, context } = editing()
  for (const text of ["Vis", "Visi"]) {
    actor.send({ type: "title.type", text })
    clock.increment(1000)
  }
  expect(context().history.past.length).toBe(2)
})

test("a picture that takes the place of another keeps the words for it", async () => {
  const image = { ...message("a", '<img src="/uploads/c/old.png" alt="A bridge">'), type: "image" as const }
  const { actor, context } = editing(script([image]), { uploadImage: async () => "/uploads/c/new.png" })
  const file = { name: "new.png", bytes: 10, type: "image/png", content: async () => new ArrayBuffer(0) }
  actor.send({ type: "image.pick", uuid: "a", locale: "nl", file })
  await settled()
  expect(context().draft.instructions[0]?.messages[0]?.content).toBe('<img src="/uploads/c/new.png" alt="A bridge">')
})

test("what undo takes away is no longer selected", () => {
  const { actor, context, uuids } = editing()
  actor.send({ type: "instruction.add", entry: "message" })
  expect(uuids()).toContain(context().selected)
  actor.send({ type: "edit.undo" })
  expect(context().selected).toBeNull()
})

test("what is deleted is no longer marked, and does not come back marked", () => {
  const { actor, context } = editing()
  for (const uuid of ["a", "b"]) actor.send({ type: "instruction.mark", uuid, isRange: false })
  actor.send({ type: "instruction.delete", uuid: "a" })
  expect([...context().marked]).toEqual(["b"])
  actor.send({ type: "edit.undo" })
  expect([...context().marked]).toEqual(["b"])
})

test("a save names the instructions that are gone since the last one", async () => {
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

test("findings are about the instruction that they were found in, wherever it stands by now", () => {
  const { context, actor } = editing()
  const checked = context().draft
  const finding = createFinding("structure", "/instructions/1/typing_delay", "finding.too-long", { most: 1 })
  actor.send({ type: "instructions.move", uuids: new Set(["b"]), to: 2 })
  expect(findingInstructionUuid({ checkedDraft: checked }, finding)).toBe("b")
  expect(findingsForInstruction({ checkedDraft: checked, findings: [finding] }, "b")).toEqual([finding])
  expect(findingInstructionUuid({ checkedDraft: checked }, createFinding("structure", "/name", "finding.too-long", { most: 1 }))).toBeNull()
})

test("a save that is taken while its author goes on typing changes nothing under the caret", async () => {
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

test("[S5] [V6] both versions of an instruction are kept while instructions may be added, by the status that the other's save gave", async () => {
  const list = [message("a", "one"), message("b", "two")]
  const mergedWhere = async (status: number) => {
    const others = script([message("a", "theirs"), message("b", "two")], { revision: 2, status })
    const overtaken = new ScriptSaveConflict({ script: others, savedBy: "Bas", savedAt: others.updatedAt })
    const { actor, context } = editing(script(list), { keepDraft: async () => "kept", saveScript: async () => Promise.reject(overtaken) })
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

test("a finding is mended where the status lets it be, with a turn for the field that shows it; in a live chat the name stays", () => {
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

test("[Q2] in a live chat a fix gives a choice no value that answers stand for, in one in preparation the first that is free", async () => {
  const [yes, no, maybe] = choicesOf("Ja", "Nee", "Misschien")
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

test("of a number of choices that a live chat keeps it is not told that the maximum follows it", () => {
  const choices = choicesOf("Ja", "Nee")
  const list = [{ ...message("q"), type: "question" as const, question: { uuid: "q", type: "multiple" as const, choices } }]
  const toldWhere = (status: number) => {
    const told: Array<unknown> = []
    const { actor } = editing(script(list, { status }), { tellCount: (warning: unknown) => told.push(warning) })
    actor.send({ type: "choices.update", uuid: "q", field: null, choices: choices.slice(0, 1), minimum: null })
    return told
  }
  expect([toldWhere(1), toldWhere(2)]).toEqual([["WARNING.MULTIPLE_CHOICE_COUNT_DECREASE"], []])
})

test("a translation is typed into its language alone, field by field a step of undo, also while live; not where nothing may be edited", () => {
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

test("[S6] the public title and the language can be changed while live, not where nothing may be edited", () => {
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

test("where others are deleted the author stays at theirs; where theirs goes with others, at what takes its place", () => {
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

test("[I7] a delay that comes with a text is that delay", () => {
  const { actor, context } = editing()
  actor.send({ type: "instruction.update", uuid: "a", field: null, change: { ...saying(long), typing_delay: 7.5 } })
  expect(context().draft.instructions[0]?.typing_delay).toBe(7.5)
})

test("another language is a turn for the fields that hold a text of their own", () => {
  const { actor, context } = editing()
  actor.send({ type: "language.pick", language: "fr" })
  expect([context().draft.language, context().draftEpoch]).toEqual(["fr", 1])
})

test("what was fixed is no finding any more before the next check says so, and the others are", async () => {
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

test("what was done before a chat was deleted is neither taken back nor done again in it", async () => {
  const first = script([message("a", "one")])
  const overtaken = new ScriptSaveConflict({
    script: script([message("a", "one")], { revision: 2, status: 4 }),
    savedBy: "Bas",
    savedAt: null,
  })
  const { actor, context } = editing(first, { keepDraft: async () => "kept", saveScript: async () => Promise.reject(overtaken) })
  actor.send({ type: "title.type", text: "Mine" })
  actor.send({ type: "script.save" })
  await settled()
  actor.send({ type: "conflict.discard" })
  expect(context().history.past.length).toBe(2)
  actor.send({ type: "edit.undo" })
  expect([context().draft.name, context().history.past.length]).toEqual(["Visit", 2])
})

test("[I14] Undo leads to what it changed: out of the picker, into its block, and with a turn for fields that hold a text of their own", () => {
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
  // Also where its author closed the block over what was selected in it.
  actor.send(write("c", "message nl", saying(long)))
  actor.send({ type: "block.toggle", uuid: "b" })
  actor.send({ type: "edit.undo" })
  expect([context().selected, context().closed.size]).toEqual(["c", 0])
})

test("after the last instruction is deleted the one before it is selected, and none where none is left", () => {
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

test("what the server refuses is found in what it was sent; a check looks once at what a pause left, and what kept it is forgotten", async () => {
  const first = script([message("a", "one"), message("b", "two")])
  const finding = createFinding("structure", "/instructions/1/label", "finding.too-long", { most: 1 })
  const seen: Array<string> = []
  let isBroken = false
  const machine = editorWithPorts({
    keepDraft: async () => "kept",
    saveScript: async () => Promise.reject(new ValidationFailed({ violations: [], findings: [finding] })),
  }).provide({
    actors: {
      check: fromPromise<ReadonlyArray<Finding>, AuthoredScript>(async ({ input: { name } }) => {
        seen.push(name)
        if (isBroken) throw new Unreachable({ message: "cut" })
        return []
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
  expect([context().failure?._tag, context().findings]).toEqual(["Refused", [finding]])
  expect(findingInstructionUuid(context(), finding)).toBe("a")
})

test("a picture that was too big is told until it is dismissed, or another one is chosen", async () => {
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

test("words for a picture are written beside the same picture in every language", () => {
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

test("in a live chat a deletion is not even asked about", () => {
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

test("the maximum of a multiple choice follows the number of its choices, which is told once in an editing session", () => {
  const question = (uuid: string) => ({
    ...message(uuid),
    type: "question" as const,
    question: { uuid: `${uuid} q`, type: "multiple" as const, choices: choicesOf("one", "two"), options: { maximum: 2 } },
  })
  const told: Array<unknown> = []
  const { actor, context } = editing(script([question("a"), question("b"), message("c")]), { tellCount: (it: unknown) => told.push(it) })
  const list = (uuid: string, ...texts: ReadonlyArray<string>): EditorEvent => ({
    type: "choices.update",
    uuid,
    field: null,
    choices: choicesOf(...texts),
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
