// A part of a script that has no shape hides no mistake beside it, and makes none up (contract "Files": all findings at once).
import fc from "fast-check"
import { expect, test } from "vitest"
import { findingsInReadableParts } from "../../domain/check/script-check.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { decodeJson } from "../../domain/schema/schema-decoder.ts"
import { AuthoredScript } from "../../domain/script/script.ts"
import { playable } from "../arbitraries/chats.ts"
import { script } from "../arbitraries/scripts.ts"

const around = (payload: unknown) =>
  findingsInReadableParts(payload, decodeJson(AuthoredScript, payload, "/payload").findings ?? [], "/payload")
const say = (all: ReturnType<typeof scriptFindings>) => all.map(({ pointer, rule, message }) => `${pointer} ${rule} ${message}`)
const written = playable.map((instructions): AuthoredScript => ({ name: "a", public_name: "", language: "nl", instructions }))
const placed = (said: string) => said.split(" ").slice(0, 2).join(" ")
/** Mistakes that may follow from what the others are. */
const following = /condition-never-true|unreachable-instruction|name-not-unique|missing-translation| structure /

test("what stands beside a part without shape is checked as ever", () => {
  const breaks = fc.constantFrom<readonly [string, unknown]>(
    ["typing_delay", "3"],
    ["messages", 7],
    ["type", "nonsense"],
    ["question", { uuid: 1 }],
    ["uuid", null],
  )
  fc.assert(
    fc.property(fc.oneof(script, written), fc.nat(), breaks, (whole, pick, [field, wrong]) => {
      fc.pre(whole.instructions.length > 0)
      const broken = pick % whole.instructions.length
      const instructions = whole.instructions.map((it, place) => ({ ...it, order: place, ...(place === broken && { [field]: wrong }) }))
      const sound = scriptFindings({ ...whole, instructions: whole.instructions.map((it, order) => ({ ...it, order })) })
      const before = say(sound.map((it) => ({ ...it, pointer: `/payload${it.pointer}` })))
      const found = say(around({ ...whole, instructions }))
      const elsewhere = before.filter((it) => !it.startsWith(`/payload/instructions/${broken}/`) && !following.test(it))
      expect(found).toEqual(expect.arrayContaining(elsewhere))
      // Of a condition with several parts that can never be true another may be the one that is named.
      const places = new Set(before.map(placed))
      expect(found.filter((it) => !places.has(placed(it)))).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

test("what a condition comes to that names the part is not judged", () => {
  const date = { uuid: "q", type: "date", options: {}, skipable: true }
  const instructions = [
    { uuid: "a", order: 0, type: "question", typing_delay: "3", label: "keuze", condition: "q0 == 0", messages: [], question: date },
    { uuid: "b", order: 1, type: "empty", typing_delay: 0, condition: "Keuze contains true", messages: [] },
  ]
  expect(around({ name: "a", public_name: "", language: "nl", instructions }).map(({ pointer, rule }) => [pointer, rule])).toEqual([
    ["/payload/instructions/0/condition", "condition-unknown-reference"],
    ["/payload/instructions/1/type", "empty-instruction"],
  ])
})

test("names and conditions of the part itself, and titles that are no texts", () => {
  const instructions = [
    { uuid: "a", order: 0, type: "message", typing_delay: "3", label: "een naam", condition: "nobody ==", messages: [] },
    { uuid: "b", order: 1, type: "empty", typing_delay: 0, messages: [] },
    7,
  ]
  expect(around({ name: 1, public_name: "", language: "xx", instructions }).map(({ pointer, rule }) => [pointer, rule])).toEqual([
    ["/payload/instructions/0/label", "name-syntax"],
    ["/payload/instructions/0/condition", "condition-syntax"],
    ["/payload/instructions/1/type", "empty-instruction"],
  ])
  for (const nothing of [7, null, [], {}, { instructions: {} }]) expect(around(nothing)).toEqual([])
})

test("of a script whose language is none nobody knows which translations it lacks", () => {
  const messages = [{ uuid: "m", locale: "fr", content: "<p>Bonjour</p>" }]
  const instructions = [{ uuid: "a", order: 0, type: "message", typing_delay: 0, messages }]
  const rules = (language: string, name: unknown) => around({ name, public_name: "", language, instructions }).map(({ rule }) => rule)
  expect(rules("nl", 7)).toEqual(["missing-translation"])
  expect(rules("xx", "a")).toEqual([])
})
