// Findings in the readable parts of a malformed script: none is hidden, and none is invented.
import fc from "fast-check"
import { expect, test } from "vitest"
import { findingsInReadableParts, inspectPayload } from "../../domain/check/script-check.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { decodeJson } from "../../domain/schema/schema-decoder.ts"
import { type AuthoredScript, AuthoredScriptSchema } from "../../domain/script/script.ts"
import { playableInstructions } from "../arbitraries/chats.ts"
import { script } from "../arbitraries/scripts.ts"

const findingsAround = (payload: unknown) =>
  findingsInReadableParts(payload, decodeJson(AuthoredScriptSchema, payload, "/payload").findings ?? [], "/payload")
const format = (all: ReturnType<typeof scriptFindings>) => all.map(({ pointer, rule, message }) => `${pointer} ${rule} ${message}`)
const authoredScript = playableInstructions.map(
  (instructions): AuthoredScript => ({ name: "a", public_name: "", language: "nl", instructions }),
)
const findingsOf = (whole: AuthoredScript) => format(scriptFindings(whole).map((it) => ({ ...it, pointer: `/payload${it.pointer}` })))
const pointerAndRule = (finding: string) => finding.split(" ").slice(0, 2).join(" ")
/** Findings that may depend on other parts. */
const dependent =
  /condition-(?:never|always)-true|ends-without-end|recall-may-be-empty|needs-may-be-missing|score-gap|unreachable-instruction|name-not-unique|missing-translation| structure /

/** Few scripts in `npm test`, more in the long run. */
const expectUsualCheckBesideMalformedPart = (numRuns: number): void => {
  const breaks = fc.constantFrom<readonly [string, unknown]>(
    ["typing_delay", "3"],
    ["messages", 7],
    ["type", "nonsense"],
    ["question", { uuid: 1 }],
    ["uuid", null],
  )
  fc.assert(
    fc.property(fc.oneof(script, authoredScript), fc.nat(), breaks, (whole, pick, [field, wrong]) => {
      fc.pre(whole.instructions.length > 0)
      const broken = pick % whole.instructions.length
      const instructions = whole.instructions.map((it, index) => ({ ...it, order: index, ...(index === broken && { [field]: wrong }) }))
      const intact = whole.instructions.map((it, order) => ({ ...it, order }))
      const before = findingsOf({ ...whole, instructions: intact })
      const found = format(findingsAround({ ...whole, instructions }))
      const elsewhere = before.filter((it) => !it.startsWith(`/payload/instructions/${broken}/`) && !dependent.test(it))
      expect(found).toEqual(expect.arrayContaining(elsewhere))
      // Of a condition with several parts that can never be true, another part may be reported. Behind an end that is always reached, such
      // findings are left out [F13]; they appear when a malformed part makes the end uncertain.
      const withoutEnds = findingsOf({
        ...whole,
        instructions: intact.map((it) => (it.type === "end" ? { ...it, type: "message" as const } : it)),
      })
      const known = new Set([...before, ...withoutEnds.filter((it) => dependent.test(it))].map(pointerAndRule))
      // What the condition of an instruction says by itself is not reported where a condition before it already hides the instruction.
      const isKnownAlone = (finding: string) => {
        const place = Number(finding.split("/")[3]?.split(" ")[0])
        const alone = intact.map((it, index) =>
          index === place ? it : { ...it, condition: null, ...(it.type === "end" && { type: "message" as const }) },
        )
        return findingsOf({ ...whole, instructions: alone }).some((it) => pointerAndRule(it) === pointerAndRule(finding))
      }
      expect(found.filter((it) => !known.has(pointerAndRule(it)) && !(dependent.test(it) && isKnownAlone(it)))).toEqual([])
    }),
    { numRuns },
  )
}

test("checks the parts beside a malformed one as usual", () => expectUsualCheckBesideMalformedPart(200))

test("checks the parts beside a malformed one as usual, in many scripts", { tags: ["long"] }, () => {
  expectUsualCheckBesideMalformedPart(1500)
})

test("leaves the proof partial where an unreadable part may decide what conversations show", () => {
  fc.assert(
    fc.property(authoredScript, fc.nat(), (whole, pick) => {
      fc.pre(whole.instructions.length > 0)
      const broken = pick % whole.instructions.length
      const instructions = whole.instructions.map((it, index) => (index === broken ? { ...it, typing_delay: "3" } : it))
      expect(inspectPayload({ ...whole, instructions }, "/payload").unproven).toEqual(["/payload/instructions"])
    }),
    { numRuns: 20 },
  )
  expect(inspectPayload({ name: 1 }, "/payload").unproven).toEqual([])
})

test("does not analyze conditions that refer to a malformed instruction", () => {
  const date = { uuid: "q", type: "date", options: {}, skipable: true }
  const instructions = [
    { uuid: "a", order: 0, type: "question", typing_delay: "3", label: "keuze", condition: "q0 == 0", messages: [], question: date },
    { uuid: "b", order: 1, type: "empty", typing_delay: 0, condition: "Keuze contains true", messages: [] },
  ]
  expect(findingsAround({ name: "a", public_name: "", language: "nl", instructions }).map(({ pointer, rule }) => [pointer, rule])).toEqual([
    ["/payload/instructions/0/condition", "condition-unknown-reference"],
    ["/payload/instructions/1/type", "empty-instruction"],
  ])
})

test("does not analyze conditions that refer to a score which may count a malformed question", () => {
  const instructions = [
    { uuid: "a", order: 0, type: "question", typing_delay: "3", label: "mood", condition: null, messages: [], question: null },
    { uuid: "b", order: 1, type: "score", typing_delay: 0, label: "total", condition: null, messages: [] },
    { uuid: "c", order: 2, type: "empty", typing_delay: 0, condition: "total >= 10", messages: [] },
  ]
  expect(findingsAround({ name: "a", public_name: "", language: "nl", instructions }).map(({ pointer, rule }) => [pointer, rule])).toEqual([
    ["/payload/instructions/2/type", "empty-instruction"],
  ])
})

test("checks the name and condition of a malformed instruction, whatever else is malformed", () => {
  const instructions = [
    { uuid: "a", order: 0, type: "message", typing_delay: "3", label: "een naam", condition: "nobody ==", messages: [] },
    { uuid: "b", order: 1, type: "empty", typing_delay: 0, messages: [] },
    7,
  ]
  expect(findingsAround({ name: 1, public_name: "", language: "xx", instructions }).map(({ pointer, rule }) => [pointer, rule])).toEqual([
    ["/payload/instructions/0/label", "name-syntax"],
    ["/payload/instructions/0/condition", "condition-syntax"],
    ["/payload/instructions/1/type", "empty-instruction"],
  ])
  for (const nothing of [7, null, [], {}, { instructions: {} }]) expect(findingsAround(nothing)).toEqual([])
})

test("reports no missing translations for a script in an unknown language", () => {
  const messages = [{ uuid: "m", locale: "fr", content: "<p>Bonjour</p>" }]
  const instructions = [{ uuid: "a", order: 0, type: "message", typing_delay: 0, messages }]
  const rules = (language: string, name: unknown) =>
    findingsAround({ name, public_name: "", language, instructions }).map(({ rule }) => rule)
  expect(rules("nl", 7)).toEqual(["missing-translation"])
  expect(rules("xx", "a")).toEqual([])
})

test("more unreadable instructions than a function takes arguments are all reported", { tags: ["long"] }, () => {
  const instructions = Array.from({ length: 130_000 }, () => null)
  const { findings } = inspectPayload({ name: "Long", public_name: "Long", language: "en", instructions }, "")
  expect(findings.length).toBeGreaterThanOrEqual(instructions.length)
})
