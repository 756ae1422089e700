// Parsing JSON in steps: the same values as JSON.parse, and parts of limited length.
import fc from "fast-check"
import { expect, test } from "vitest"
import { parseJsonInSteps } from "../../domain/json/stepwise-json-parser.ts"

/** Runs all steps, and returns their number with the value, or "error". */
const parse = (text: string, maxLength: number) => {
  const steps = parseJsonInSteps(text, maxLength)
  let count = 1
  try {
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) count++
    return { value: step.value, count }
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError)
    return { value: "error", count }
  }
}
const parseAtOnce = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return "error"
  }
}

const json = fc.jsonValue({ maxDepth: 4 })
const script = fc.record({ name: fc.string(), instructions: fc.array(json, { maxLength: 12 }), language: json, __proto__: json })
const text = fc.oneof(
  fc
    .tuple(fc.oneof(json, script, fc.dictionary(fc.string(), fc.array(json))), fc.constantFrom(0, 1))
    .map(([value, indent]) => JSON.stringify(value, null, indent)),
  fc.constant('{"a":[1,2],"a":[3],"__proto__":[{"b":"]"}],"10":[],"2":["\\"],\\\\"]}'),
)
const maxLength = fc.integer({ min: 0, max: 30 })

test("returns what JSON.parse returns, with keys in the same order", () => {
  fc.assert(
    fc.property(text, maxLength, (json, max) => {
      const { value } = parse(json, max)
      expect(value).toEqual(JSON.parse(json))
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(json)))
    }),
  )
})

test("throws a SyntaxError exactly for the texts for which JSON.parse throws one", () => {
  const damaged = fc
    .tuple(text, fc.nat(), fc.constantFrom("", ",", "]", "[", "}", "{", '"', ":", "1", " ", "\\"), fc.nat(2))
    .map(([json, seed, inserted, removed]) => {
      const place = seed % (json.length + 1)
      return json.slice(0, place) + inserted + json.slice(place + removed)
    })
  fc.assert(
    fc.property(damaged, maxLength, (json, max) => {
      expect(parse(json, max).value).toEqual(parseAtOnce(json))
    }),
    { numRuns: 1000 },
  )
})

test("divides a long list of instructions into steps of about the maximum length", () => {
  const instructions = Array.from({ length: 200 }, (_, i) => ({ uuid: String(i), messages: [{ content: "x".repeat(100) }] }))
  const { value, count } = parse(JSON.stringify({ name: "Long", instructions, language: "en" }), 2000)
  expect(value).toEqual({ name: "Long", instructions, language: "en" })
  expect(count).toBeGreaterThanOrEqual(10)
  expect(count).toBeLessThanOrEqual(20)
})

test.each(['{"a":[,1]}', '{"a":[1,]}', '{"a":[1,,2]}', '{"a":[,]}', '{"a":[1 2]}', '{"a":[', '{"a":[1],}'])("rejects %s", (json) => {
  for (const max of [0, 1, 4]) expect(parse(json, max).value).toBe("error")
})
