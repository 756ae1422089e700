// Conversation records [E6] and metadata from addresses [E7].
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type CompiledScript, compileScript } from "../../domain/chat/compiled-script.ts"
import { handleEvent } from "../../domain/chat/conversation-engine.ts"
import { mergeMetadata, metadataLimits, parseMetadata } from "../../domain/chat/conversation-metadata.ts"
import {
  ConversationRecord,
  computeProgress,
  computeTurns,
  isAnswerAwaited,
  isAnsweredDifferently,
  iterateTurns,
  omitMetadata,
  recordEvent,
  restoreMetadata,
  startRecord,
  type Turn,
} from "../../domain/chat/conversation-record.ts"
import type { ConversationEvent } from "../../domain/chat/conversation-state.ts"
import { maxAnswerLength, maxAnswersLength, openTextLengths } from "../../domain/questions/answer-limits.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { playableInstructions, type RespondentAction, respondentActions, validAnswer } from "../arbitraries/chats.ts"

const beginning = { seed: "een", metadata: { ref: "a marker", other: { not: "supported" } }, crm: { groups: ["vip"] } }

const text = Schema.fromJsonString(ConversationRecord)
/** Stores and reads a record as a database does. */
const storeAndRead = (record: ConversationRecord): ConversationRecord => {
  const stored = Schema.encodeSync(text)(omitMetadata(record))
  expect(stored).not.toContain("a marker")
  return restoreMetadata(Schema.decodeUnknownSync(text)(stored), beginning.metadata)
}

/** A conversation whose record is stored and read after each event. */
const createConversation = (instructions: ReadonlyArray<Instruction>, all: ReadonlyArray<RespondentAction>) => {
  const chat = compileScript({ language: "nl", instructions })
  const first = startRecord(chat, beginning)
  const turns: Array<Turn> = [first.turn]
  const records: Array<ConversationRecord> = [first.record]
  const events: Array<ConversationEvent> = []
  let { record } = first
  for (const action of all) {
    const uuid = record.state.waiting?.uuid ?? "i0"
    const question = instructions.find((one) => one.uuid === uuid)?.question
    const event: ConversationEvent =
      record.state.waiting?.for === "action"
        ? { type: "action.done", uuid, outcome: "betaald", results: { naam: "Jo" }, crm: { stad: "Delft" } }
        : {
            type: "answer",
            uuid,
            given: action.does === "right" && question ? validAnswer(question, action.pick) : action.does === "skip" ? null : action.junk,
          }
    const next = recordEvent(chat, record, event)
    if (next?.type !== "taken") continue
    record = storeAndRead(next.record)
    turns.push(next.turn)
    records.push(record)
    events.push(event)
  }
  return { chat, record, records, turns, events }
}

const conversation = fc
  .tuple(playableInstructions, respondentActions)
  .map(([instructions, actions]) => createConversation(instructions, actions))

/** Texts of choices that recall an earlier answer and a value of the CRM, instructions with the UUID of another one, and the same names. */
const recallingInstructions = fc
  .array(
    fc.record({
      uuid: fc.constantFrom("i0", "i1", "i2", "i3"),
      label: fc.constantFrom(null, "same"),
      kind: fc.constantFrom("question" as const, "score" as const, "action" as const),
      condition: fc.constantFrom(null, "same", "crm.stad == 'Delft'", "q1.score > 1"),
    }),
    { minLength: 2, maxLength: 10 },
  )
  .map((all) =>
    all.map(({ uuid, label, kind, condition }, order): Instruction => {
      const content = `{{answers.q${order}}} {{crm.stad}} {{answers.same.total}}`
      const choices = createChoices(content, `${content}!`).map((choice, i) => ({ ...choice, score: i + 1 }))
      const base = { ...instruction(order, { type: "score", label, condition, action: { type: "score", params: {} } }), uuid }
      const messages = [{ uuid: `m${order}`, locale: "nl", content }]
      if (kind === "score") return { ...base, messages }
      if (kind === "action") return { ...base, messages, type: "action", action: { type: "crmAuth", params: {} } }
      return {
        ...base,
        messages,
        type: "question",
        action: null,
        question: { uuid: "q", type: "choice", options: { scores: true }, choices },
      }
    }),
  )

test("[E6] a replay that goes on from run to run has the turns that were recorded, whatever instructions recall and share", () => {
  fc.assert(
    fc.property(recallingInstructions, respondentActions, (instructions, actions) => {
      const { chat, record, turns } = createConversation(instructions, [...actions, ...actions])
      expect([...iterateTurns(chat, record)]).toEqual(turns)
    }),
  )
})

test("[E6] a replay reads the instructions a few times only", () => {
  const count = 100
  const instructions = Array.from({ length: count }, (_, i) => questionInstruction(i, `a${i}`, { uuid: "q", type: "nps" }))
  const { chat, record, turns } = createConversation(
    instructions,
    instructions.map(() => ({ does: "right" as const, pick: 3, junk: null, about: null })),
  )
  expect(turns).toHaveLength(count + 1)
  let reads = 0
  const list = new Proxy(chat.list, {
    get: (target, key) => {
      if (typeof key === "string" && /^\d+$/.test(key)) reads++
      return Reflect.get(target, key)
    },
  })
  expect([...iterateTurns({ ...chat, list }, record)]).toEqual(turns)
  expect(reads).toBeLessThanOrEqual(10 * count)
})

describe("a conversation record", () => {
  test("[E6] replays to the same turns, however often it was stored and read", () => {
    fc.assert(
      fc.property(conversation, ({ chat, record, turns }) => {
        expect([...iterateTurns(chat, record)]).toEqual(turns)
      }),
    )
  })

  test("[E6] has the state that its events lead to", () => {
    fc.assert(
      fc.property(conversation, ({ chat, record, events }) => {
        let state = startRecord(chat, beginning).record.state
        for (const event of events) ({ state } = handleEvent(chat, state, event))
        expect(record.state).toEqual(state)
      }),
    )
  })

  test("[E2] accepts each event once", () => {
    fc.assert(
      fc.property(conversation, ({ chat, record, events }) => {
        for (const event of events) expect(recordEvent(chat, record, event)).toBeNull()
      }),
    )
  })

  test("has a progress that never decreases and is 1 exactly at the end", () => {
    fc.assert(
      fc.property(conversation, ({ chat, records }) => {
        const along = records.map(({ state }) => computeProgress(chat, state))
        for (const [i, progress] of along.entries()) expect(progress).toBeGreaterThanOrEqual(along[i - 1] ?? 0)
        for (const [i, { state }] of records.entries()) expect((along[i] ?? 0) === 1).toBe(state.ending !== null)
      }),
    )
  })

  test("[E6] computes the turns of a request: the first one too if the conversation has not begun, and none for a refused answer", () => {
    const anyEvent = fc.oneof(
      fc.constant(null),
      fc.record({ type: fc.constant("answer" as const), uuid: fc.constantFrom("i0", "i1", "i2"), given: fc.anything() }),
      fc.record({ type: fc.constant("action.done" as const), uuid: fc.constantFrom("i0", "i1", "i2"), outcome: fc.constant("betaald") }),
    )
    fc.assert(
      fc.property(conversation, anyEvent, fc.boolean(), ({ chat, record }, event, isBegun) => {
        const first = startRecord(chat, beginning)
        const before = isBegun ? record : first.record
        const next = event === null ? null : recordEvent(chat, before, event)
        const computed = computeTurns(chat, isBegun ? record : beginning, event)
        const added = next?.type === "taken" ? [{ record: next.record, turn: next.turn }] : []
        const turns = [...(isBegun ? [] : [first]), ...added]
        const expected = { type: "computed", record: added[0]?.record ?? before, turns, isHandled: added.length > 0 }
        expect(computed).toEqual(next?.type === "refused" ? next : expected)
      }),
    )
  })

  const chat: CompiledScript = compileScript({
    language: "nl",
    instructions: [questionInstruction(0, null, { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 10 } })],
  })

  test("stores the parsed answer, and returns the problem of a refused one", () => {
    const { record } = startRecord(chat, { seed: "een" })
    expect(computeProgress(chat, record.state)).toBe(0)
    expect(recordEvent(chat, record, { type: "answer", uuid: "i0", given: "x" })).toMatchObject({
      type: "refused",
      problem: { key: "answer.number" },
    })
    expect(recordEvent(chat, record, { type: "answer", uuid: "i0", given: "7" })).toMatchObject({
      turn: { answer: { uuid: "i0", value: 7 }, effects: [{ type: "end" }] },
      record: { events: [{ type: "answer", uuid: "i0", given: 7 }] },
    })
  })

  test("[E9] finds a late answer different if it is parsed to another value or cannot be parsed", () => {
    const { record: before } = startRecord(chat, { seed: "een", language: "nl" })
    expect([isAnswerAwaited(null, "i0"), isAnswerAwaited(before, "i0"), isAnswerAwaited(before, "i1")]).toEqual([true, true, false])
    const isDifferent = (record: ConversationRecord, given: unknown, uuid = "i0") => isAnsweredDifferently(chat, record, { uuid, given })
    expect(isDifferent(before, "7")).toBe(false)
    const next = recordEvent(chat, before, { type: "answer", uuid: "i0", given: "7,5" })
    if (next?.type !== "taken") throw new Error("it was not taken")
    expect(isAnswerAwaited(next.record, "i0")).toBe(false)
    expect([isDifferent(next.record, 7.5), isDifferent(next.record, "7,5"), isDifferent(next.record, "7.500")]).toEqual([
      false,
      false,
      true,
    ])
    expect([
      isDifferent(next.record, "8"),
      isDifferent(next.record, "x"),
      isDifferent(next.record, null),
      isDifferent(next.record, 8, "i1"),
    ]).toEqual([true, true, true, false])
  })
})

describe("[E7] metadata of an address", () => {
  test("contains all parameters except the language", () => {
    expect(parseMetadata({ l: "en", ref: "a", "": "x", leeg: "" })).toEqual({ ref: "a", leeg: "" })
    expect(parseMetadata({ ref: "\u202ea\u0000b" })).toEqual({ ref: "ab" })
    // A name that no field may have is left out, because a request body with it is refused.
    expect(
      Object.entries(
        parseMetadata(
          Object.fromEntries([
            ["__proto__", "x"],
            ["constructor", "y"],
          ]),
        ),
      ),
    ).toEqual([["constructor", "y"]])
  })

  test("stays within its limits for any address", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 120 }), fc.string({ maxLength: 1100 }), { maxKeys: 60 }), (parameters) => {
        const entries = Object.entries(parseMetadata(parameters))
        expect(entries.length).toBeLessThanOrEqual(metadataLimits.parameters)
        for (const [name, value] of entries) {
          expect(name.length).toBeLessThanOrEqual(metadataLimits.name)
          expect(value.length).toBeLessThanOrEqual(metadataLimits.value)
          expect(parameters[name]).toBe(value)
        }
        expect(Buffer.byteLength(JSON.stringify(Object.fromEntries(entries)))).toBeLessThanOrEqual(metadataLimits.bytes)
      }),
    )
    const longestName = "n".repeat(100)
    expect(parseMetadata({ [longestName]: "" })).toEqual({ [longestName]: "" })
    expect(parseMetadata({ a: "x".repeat(1000), b: "x".repeat(1001), ["n".repeat(101)]: "" })).toEqual({ a: "x".repeat(1000) })
    expect(Object.keys(parseMetadata(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`p${i}`, ""]))))).toHaveLength(50)
    // A smaller parameter may follow one that does not fit.
    const large = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`p${i}`, "x".repeat(1000)]))
    expect(Object.keys(parseMetadata({ ...large, small: "y" }))).toEqual(["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "small"])
    for (const wide of ["\u0001", "\ud800", '"', "é", "😀"])
      expect(
        Buffer.byteLength(
          JSON.stringify(parseMetadata(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, wide.repeat(200)])))),
        ),
      ).toBeLessThanOrEqual(metadataLimits.bytes)
  })

  test("adds to the known metadata and never replaces it, not even an empty value", () => {
    const name = fc.constantFrom("ref", "REF", " Ref", "vip", "Vip ", "l", "__proto__", "constructor", "")
    const key = (it: string) => it.trim().toLowerCase()
    const entries = <Value>(value: fc.Arbitrary<Value>) => fc.array(fc.tuple(name, value)).map((all) => Object.fromEntries(all))
    fc.assert(
      fc.property(entries(fc.option(fc.string())), entries(fc.string()), (known, parameters) => {
        const merged = new Map(Object.entries(mergeMetadata(known, parameters)))
        const [own, parsed] = [new Map(Object.entries(known)), new Map(Object.entries(parseMetadata(parameters)))]
        const named = new Set([...own.keys()].map(key))
        for (const it of new Set([...own.keys(), ...parsed.keys(), ...merged.keys()]))
          expect(merged.get(it)).toBe(named.has(key(it)) ? (own.get(it) ?? undefined) : parsed.get(it))
      }),
    )
    expect(
      mergeMetadata({ ref: "list", vip: null, l: "x" }, { ref: "mine", REF: "mine", " Vip ": "1", vip: "1", l: "en", bron: "mail" }),
    ).toEqual({
      ref: "list",
      l: "x",
      bron: "mail",
    })
  })
})

describe("[E1] the answers of a conversation", () => {
  const count = Math.ceil(maxAnswersLength / maxAnswerLength) + 1
  const options = { maximum: maxAnswerLength }
  const chat = compileScript({
    language: "en",
    instructions: Array.from({ length: count }, (_, i) => questionInstruction(i, `q${i}`, { uuid: `u${i}`, type: "open", options })),
  })
  const answer = (record: ConversationRecord, place: number, length: number) =>
    recordEvent(chat, record, { type: "answer", uuid: `i${place}`, given: "x".repeat(length) })
  const full = Array.from({ length: count - 2 }).reduce<ConversationRecord>((record, _, i) => {
    const next = answer(record, i, maxAnswerLength)
    return next?.type === "taken" ? next.record : record
  }, startRecord(chat, beginning).record)
  const remaining = maxAnswersLength - (count - 2) * maxAnswerLength

  test("have a maximum length together, which an answer is refused for", () => {
    expect(answer(full, count - 2, remaining)?.type).toBe("taken")
    expect(answer(full, count - 2, remaining + 1)).toEqual({
      type: "refused",
      problem: { key: "answer.long", values: { most: remaining } },
    })
  })

  test("may have the usual length beyond it, so that every question can be answered", () => {
    const next = answer(full, count - 2, remaining)
    const record = next?.type === "taken" ? next.record : full
    expect(answer(record, count - 1, openTextLengths.defaultMaximum)?.type).toBe("taken")
    expect(answer(record, count - 1, openTextLengths.defaultMaximum + 1)?.type).toBe("refused")
  })
})
