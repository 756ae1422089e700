import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Chat, prepare } from "../../domain/chat/compiled-script.ts"
import { step } from "../../domain/chat/conversation-engine.ts"
import { metadataLimits, metadataOf, metadataWith } from "../../domain/chat/conversation-metadata.ts"
import {
  ChatRecord,
  isAnsweredOtherwise,
  isAwaited,
  progressOf,
  started,
  type Turn,
  taken,
  turnsOf,
} from "../../domain/chat/conversation-record.ts"
import type { ChatEvent } from "../../domain/chat/conversation-state.ts"
import { asked } from "../arbitraries/answerable.ts"
import { deeds, playable, rightAnswer } from "../arbitraries/chats.ts"

const beginning = { seed: "een", metadata: { ref: "a" }, crm: { groups: ["vip"] } }

const text = Schema.fromJsonString(ChatRecord)
/** As it comes out of a database. */
const keptAndRead = (record: ChatRecord): ChatRecord => Schema.decodeUnknownSync(text)(Schema.encodeSync(text)(record))

/** A conversation that is kept and read between any two events. */
const conversation = fc.tuple(playable, deeds).map(([instructions, all]) => {
  const chat = prepare({ language: "nl", instructions })
  const first = started(chat, beginning)
  const turns: Array<Turn> = [first.turn]
  const records: Array<ChatRecord> = [first.record]
  const events: Array<ChatEvent> = []
  let { record } = first
  for (const deed of all) {
    const uuid = record.state.waiting?.uuid ?? "i0"
    const question = instructions.find((one) => one.uuid === uuid)?.question
    const event: ChatEvent =
      record.state.waiting?.for === "action"
        ? { type: "action.done", uuid, outcome: "betaald", results: { naam: "Jo" }, crm: { stad: "Delft" } }
        : {
            type: "answer",
            uuid,
            given: deed.does === "right" && question ? rightAnswer(question, deed.pick) : deed.does === "skip" ? null : deed.junk,
          }
    const next = taken(chat, record, event)
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
        expect(turnsOf(chat, record)).toEqual(turns)
      }),
    )
  })

  test("[E6] leads to where the events themselves lead", () => {
    fc.assert(
      fc.property(conversation, ({ chat, record, events }) => {
        let state = started(chat, beginning).record.state
        for (const event of events) ({ state } = step(chat, state, event))
        expect(record.state).toEqual(state)
      }),
    )
  })

  test("[E2] takes an event once", () => {
    fc.assert(
      fc.property(conversation, ({ chat, record, events }) => {
        for (const event of events) expect(taken(chat, record, event)).toBeNull()
      }),
    )
  })

  test("goes forward, from 0 to 1 at its end", () => {
    fc.assert(
      fc.property(conversation, ({ chat, records }) => {
        const along = records.map(({ state }) => progressOf(chat, state))
        for (const [i, progress] of along.entries()) expect(progress).toBeGreaterThanOrEqual(along[i - 1] ?? 0)
        for (const [i, { state }] of records.entries()) expect((along[i] ?? 0) === 1).toBe(state.ending !== null)
      }),
    )
  })

  const chat: Chat = prepare({
    language: "nl",
    instructions: [asked(0, null, { uuid: "q", type: "numeric", options: { minimum: 0, maximum: 10 } })],
  })

  test("keeps an answer as it is kept, not as it was typed, and says what is wrong with one that is refused", () => {
    const { record } = started(chat, { seed: "een" })
    expect(progressOf(chat, record.state)).toBe(0)
    expect(taken(chat, record, { type: "answer", uuid: "i0", given: "x" })).toMatchObject({
      type: "refused",
      problem: { key: "answer.number" },
    })
    expect(taken(chat, record, { type: "answer", uuid: "i0", given: "7" })).toMatchObject({
      turn: { answer: { uuid: "i0", value: 7 }, effects: [{ type: "end" }] },
      record: { events: [{ type: "answer", uuid: "i0", given: 7 }] },
    })
  })

  test("[E9] an answer that comes when there is one is another one where it is read as something else, or cannot be read", () => {
    const { record: before } = started(chat, { seed: "een", language: "nl" })
    expect([isAwaited(null, "i0"), isAwaited(before, "i0"), isAwaited(before, "i1")]).toEqual([true, true, false])
    const isOther = (record: ChatRecord, given: unknown, uuid = "i0") => isAnsweredOtherwise(chat, record, { uuid, given })
    expect(isOther(before, "7")).toBe(false)
    const next = taken(chat, before, { type: "answer", uuid: "i0", given: "7,5" })
    if (next?.type !== "taken") throw new Error("it was not taken")
    expect(isAwaited(next.record, "i0")).toBe(false)
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
    expect(metadataOf({ l: "en", ref: "a", "": "x", leeg: "" })).toEqual({ ref: "a", leeg: "" })
    expect(metadataOf({ ref: "\u202ea\u0000b" })).toEqual({ ref: "ab" })
    // A name that no field can have is left out: a body with it is refused.
    expect(
      Object.entries(
        metadataOf(
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
        const kept = Object.entries(metadataOf(parameters))
        expect(kept.length).toBeLessThanOrEqual(metadataLimits.parameters)
        for (const [name, value] of kept) {
          expect(name.length).toBeLessThanOrEqual(metadataLimits.name)
          expect(value.length).toBeLessThanOrEqual(metadataLimits.value)
          expect(parameters[name]).toBe(value)
        }
      }),
    )
    const longestName = "n".repeat(100)
    expect(metadataOf({ [longestName]: "" })).toEqual({ [longestName]: "" })
    expect(metadataOf({ a: "x".repeat(1000), b: "x".repeat(1001), ["n".repeat(101)]: "" })).toEqual({ a: "x".repeat(1000) })
    expect(Object.keys(metadataOf(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`p${i}`, ""]))))).toHaveLength(50)
  })

  test("says beside what is known already, and never in its place, nor what a list left empty", () => {
    const name = fc.constantFrom("ref", "REF", " Ref", "vip", "Vip ", "l", "__proto__", "constructor", "")
    const key = (it: string) => it.trim().toLowerCase()
    const entries = <Value>(value: fc.Arbitrary<Value>) => fc.array(fc.tuple(name, value)).map((all) => Object.fromEntries(all))
    fc.assert(
      fc.property(entries(fc.option(fc.string())), entries(fc.string()), (known, parameters) => {
        const begun = new Map(Object.entries(metadataWith(known, parameters)))
        const [own, said] = [new Map(Object.entries(known)), new Map(Object.entries(metadataOf(parameters)))]
        const named = new Set([...own.keys()].map(key))
        for (const it of new Set([...own.keys(), ...said.keys(), ...begun.keys()]))
          expect(begun.get(it)).toBe(named.has(key(it)) ? (own.get(it) ?? undefined) : said.get(it))
      }),
    )
    expect(
      metadataWith({ ref: "list", vip: null, l: "x" }, { ref: "mine", REF: "mine", " Vip ": "1", vip: "1", l: "en", bron: "mail" }),
    ).toEqual({
      ref: "list",
      l: "x",
      bron: "mail",
    })
  })
})
