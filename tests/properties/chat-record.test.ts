import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type CompiledScript, compileScript } from "../../domain/chat/compiled-script.ts"
import { handleEvent } from "../../domain/chat/conversation-engine.ts"
import { mergeMetadata, metadataLimits, parseMetadata } from "../../domain/chat/conversation-metadata.ts"
import {
  ConversationRecord,
  computeProgress,
  isAnswerAwaited,
  isAnsweredDifferently,
  recordEvent,
  replayTurns,
  startRecord,
  type Turn,
} from "../../domain/chat/conversation-record.ts"
import type { ConversationEvent } from "../../domain/chat/conversation-state.ts"
import { asked } from "../arbitraries/answerable.ts"
import { deeds, playable, rightAnswer } from "../arbitraries/chats.ts"

const beginning = { seed: "een", metadata: { ref: "a" }, crm: { groups: ["vip"] } }

const text = Schema.fromJsonString(ConversationRecord)
/** As it comes out of a database. */
const keptAndRead = (record: ConversationRecord): ConversationRecord => Schema.decodeUnknownSync(text)(Schema.encodeSync(text)(record))

/** A conversation that is kept and read between any two events. */
const conversation = fc.tuple(playable, deeds).map(([instructions, all]) => {
  const chat = compileScript({ language: "nl", instructions })
  const first = startRecord(chat, beginning)
  const turns: Array<Turn> = [first.turn]
  const records: Array<ConversationRecord> = [first.record]
  const events: Array<ConversationEvent> = []
  let { record } = first
  for (const deed of all) {
    const uuid = record.state.waiting?.uuid ?? "i0"
    const question = instructions.find((one) => one.uuid === uuid)?.question
    const event: ConversationEvent =
      record.state.waiting?.for === "action"
        ? { type: "action.done", uuid, outcome: "betaald", results: { naam: "Jo" }, crm: { stad: "Delft" } }
        : {
            type: "answer",
            uuid,
            given: deed.does === "right" && question ? rightAnswer(question, deed.pick) : deed.does === "skip" ? null : deed.junk,
          }
    const next = recordEvent(chat, record, event)
    if (next?.type !== "taken") continue
    record = keptAndRead(next.record)
    turns.push(next.turn)
    records.push(record)
    events.push(event)
  }
  return { chat, record, records, turns, events }
})

describe("a conversation's record", () => {
  test("[E6] shows the same turns when it is played again, however often it was kept and read meanwhile", () => {
    fc.assert(
      fc.property(conversation, ({ chat, record, turns }) => {
        expect(replayTurns(chat, record)).toEqual(turns)
      }),
    )
  })

  test("[E6] leads to where the events themselves lead", () => {
    fc.assert(
      fc.property(conversation, ({ chat, record, events }) => {
        let state = startRecord(chat, beginning).record.state
        for (const event of events) ({ state } = handleEvent(chat, state, event))
        expect(record.state).toEqual(state)
      }),
    )
  })

  test("[E2] takes an event once", () => {
    fc.assert(
      fc.property(conversation, ({ chat, record, events }) => {
        for (const event of events) expect(recordEvent(chat, record, event)).toBeNull()
      }),
    )
  })

  test("goes forward, from 0 to 1 at its end", () => {
    fc.assert(
      fc.property(conversation, ({ chat, records }) => {
        const along = records.map(({ state }) => computeProgress(chat, state))
        for (const [i, progress] of along.entries()) expect(progress).toBeGreaterThanOrEqual(along[i - 1] ?? 0)
        for (const [i, { state }] of records.entries()) expect((along[i] ?? 0) === 1).toBe(state.ending !== null)
      }),
    )
  })

  const chat: CompiledScript = compileScript({
    language: "nl",
    instructions: [asked(0, null, { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 10 } })],
  })

  test("keeps an answer as it is kept, not as it was typed, and says what is wrong with one that is refused", () => {
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

  test("[E9] an answer that comes when there is one is another one where it is read as something else, or cannot be read", () => {
    const { record: before } = startRecord(chat, { seed: "een", language: "nl" })
    expect([isAnswerAwaited(null, "i0"), isAnswerAwaited(before, "i0"), isAnswerAwaited(before, "i1")]).toEqual([true, true, false])
    const isOther = (record: ConversationRecord, given: unknown, uuid = "i0") => isAnsweredDifferently(chat, record, { uuid, given })
    expect(isOther(before, "7")).toBe(false)
    const next = recordEvent(chat, before, { type: "answer", uuid: "i0", given: "7,5" })
    if (next?.type !== "taken") throw new Error("it was not taken")
    expect(isAnswerAwaited(next.record, "i0")).toBe(false)
    expect([isOther(next.record, 7.5), isOther(next.record, "7,5"), isOther(next.record, "7.500")]).toEqual([false, false, true])
    expect([isOther(next.record, "8"), isOther(next.record, "x"), isOther(next.record, null), isOther(next.record, 8, "i1")]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe("[E7] the metadata of an address", () => {
  test("is all of its parameters but the language", () => {
    expect(parseMetadata({ l: "en", ref: "a", "": "x", leeg: "" })).toEqual({ ref: "a", leeg: "" })
    expect(parseMetadata({ ref: "\u202ea\u0000b" })).toEqual({ ref: "ab" })
    // A name that no field can have is left out: a body with it is refused.
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

  test("stays within its limits, whatever is in the address", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 120 }), fc.string({ maxLength: 1100 }), { maxKeys: 60 }), (parameters) => {
        const kept = Object.entries(parseMetadata(parameters))
        expect(kept.length).toBeLessThanOrEqual(metadataLimits.parameters)
        for (const [name, value] of kept) {
          expect(name.length).toBeLessThanOrEqual(metadataLimits.name)
          expect(value.length).toBeLessThanOrEqual(metadataLimits.value)
          expect(parameters[name]).toBe(value)
        }
      }),
    )
    const longestName = "n".repeat(100)
    expect(parseMetadata({ [longestName]: "" })).toEqual({ [longestName]: "" })
    expect(parseMetadata({ a: "x".repeat(1000), b: "x".repeat(1001), ["n".repeat(101)]: "" })).toEqual({ a: "x".repeat(1000) })
    expect(Object.keys(parseMetadata(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`p${i}`, ""]))))).toHaveLength(50)
  })

  test("says beside what is known already, and never in its place, nor what a list left empty", () => {
    const name = fc.constantFrom("ref", "REF", " Ref", "vip", "Vip ", "l", "__proto__", "constructor", "")
    const key = (it: string) => it.trim().toLowerCase()
    const entries = <Value>(value: fc.Arbitrary<Value>) => fc.array(fc.tuple(name, value)).map((all) => Object.fromEntries(all))
    fc.assert(
      fc.property(entries(fc.option(fc.string())), entries(fc.string()), (known, parameters) => {
        const begun = new Map(Object.entries(mergeMetadata(known, parameters)))
        const [own, said] = [new Map(Object.entries(known)), new Map(Object.entries(parseMetadata(parameters)))]
        const named = new Set([...own.keys()].map(key))
        for (const it of new Set([...own.keys(), ...said.keys(), ...begun.keys()]))
          expect(begun.get(it)).toBe(named.has(key(it)) ? (own.get(it) ?? undefined) : said.get(it))
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
