// Decoding untrusted values: findings with a place and a message for each wrong field.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { openStruct } from "../../domain/schema/open-struct.ts"
import { decodeUnknown, decodeUntrusted } from "../../domain/schema/schema-decoder.ts"
import { AuthoredScriptSchema } from "../../domain/script/script.ts"
import { damagedValue } from "../arbitraries/damage.ts"
import { script } from "../arbitraries/scripts.ts"

const findings = (schema: Schema.Codec<unknown, unknown>, value: unknown) =>
  (decodeUnknown(schema, value, "/at").findings ?? []).map(({ pointer, rule, message }) => [pointer, rule, message])
const scriptWith = (instruction: object) => ({
  name: "a",
  public_name: "a",
  language: "nl",
  instructions: [{ uuid: "1", order: 0, type: "question", typing_delay: 1, messages: [], ...instruction }],
})

describe("decoding a value", () => {
  test("returns the decoded value, or findings that point into the value", () => {
    fc.assert(
      fc.property(
        script.chain((generated) => damagedValue(JSON.parse(JSON.stringify(generated)))),
        (value) => {
          const { findings, value: decoded } = decodeUnknown(AuthoredScriptSchema, value)
          const decodes = Schema.is(AuthoredScriptSchema)(value)
          if (findings === undefined) expect(decoded).toEqual(Schema.decodeUnknownSync(AuthoredScriptSchema)(value))
          else if (findings.every(({ key }) => key?.startsWith("finding.shape."))) expect(decodes).toBe(false)
          for (const { pointer } of findings ?? []) {
            const steps = pointer.split("/").slice(1, -1)
            const parent = steps.reduce<unknown>(
              (node, step) => (node as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")],
              value,
            )
            if (pointer !== "") expect(parent).toBeInstanceOf(Object)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test("names the expected type of each field", () => {
    const schema = openStruct({
      text: Schema.String,
      number: Schema.Finite,
      whole: Schema.Int,
      flag: Schema.NullOr(Schema.Boolean),
      list: Schema.Array(Schema.String),
      object: openStruct({}),
      one: Schema.Literals(["a", "b"]),
      either: Schema.Union([Schema.String, Schema.Finite]),
    })
    const value = { text: 1, number: "1", whole: 1.5, flag: 0, list: {}, object: [], one: "c", either: [] }
    expect(findings(schema, value)).toEqual([
      ["/at/text", "structure", "a text is expected here"],
      ["/at/number", "structure", "a number is expected here"],
      ["/at/whole", "structure", "a whole number is expected here"],
      ["/at/flag", "structure", "true or false is expected here"],
      ["/at/list", "structure", "a list is expected here"],
      ["/at/object", "structure", "an object is expected here"],
      ["/at/one", "structure", "one of these is expected here: a, b"],
      ["/at/either", "structure", "this is not what is expected here"],
    ])
    expect(findings(schema, {})).toHaveLength(8)
    expect(findings(schema, null)).toEqual([["/at", "structure", "an object is expected here"]])
  })

  test("points at the wrong option of a known question type, and at an unknown type", () => {
    const options = { uuid: "q", type: "numeric", options: { precision: "2", minimum: 1 } }
    expect(findings(AuthoredScriptSchema, scriptWith({ question: options }))).toEqual([
      ["/at/instructions/0/question/options/precision", "structure", "a number is expected here"],
    ])
    expect(findings(AuthoredScriptSchema, scriptWith({ question: { uuid: "q", type: "opne" } }))).toMatchObject([
      ["/at/instructions/0/question/type", "structure", expect.stringContaining("choice, multiple, open, email")],
    ])
    expect(findings(AuthoredScriptSchema, scriptWith({ question: { uuid: "q" } }))).toEqual([
      ["/at/instructions/0/question/type", "structure", "this field is missing"],
    ])
    expect(findings(AuthoredScriptSchema, scriptWith({ question: 7 }))).toEqual([
      ["/at/instructions/0/question", "structure", "an object is expected here"],
    ])
  })

  test("[F7] reports values that JSON cannot hold before checking the shape", () => {
    const value = scriptWith({ newer: { ["__proto__"]: { a: 1 } }, delay: Number.POSITIVE_INFINITY })
    expect(new Set(findings(AuthoredScriptSchema, value).map(([pointer]) => pointer))).toEqual(
      new Set(["/at/instructions/0/delay", "/at/instructions/0/newer/__proto__"]),
    )
  })
})

describe("decoding a hostile value", () => {
  const pointersOf = (list: ReadonlyArray<{ readonly pointer: string }> | undefined) => list?.map(({ pointer }) => pointer).toSorted()

  test("finds the same as decoding it completely", () => {
    fc.assert(
      fc.property(
        script.chain((generated) => damagedValue(JSON.parse(JSON.stringify(generated)))),
        (value) => {
          const [limited, complete] = [decodeUntrusted(AuthoredScriptSchema, value, 10_000), decodeUnknown(AuthoredScriptSchema, value)]
          expect(limited.value).toEqual(complete.value)
          expect(pointersOf(limited.findings)).toEqual(pointersOf(complete.findings))
        },
      ),
      { numRuns: 1000 },
    )
  })

  test.each<readonly [string, Schema.Codec<unknown, unknown>, unknown]>([
    ["a list that is too long", openStruct({ a: Schema.Array(Schema.String).check(Schema.isMaxLength(2)) }), { a: ["", "", ""] }],
    ["a text with a rule", openStruct({ a: Schema.String.check(Schema.isMinLength(2)) }), { a: "" }],
    ["a number with two rules", openStruct({ a: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })) }), { a: 0.5 }],
    ["a pair", Schema.Struct({ a: Schema.Tuple([Schema.String, Schema.Finite]) }), { a: ["", ""] }],
    ["a record", Schema.Record(Schema.String, Schema.Finite), { a: 1, b: "" }],
    ["a part that is read from a text", Schema.Struct({ a: Schema.Array(Schema.NumberFromString) }), { a: ["1", 2] }],
    [
      "a union of lists and objects",
      Schema.Array(Schema.Union([Schema.Array(Schema.String), Schema.Struct({ a: Schema.String })])),
      [[1], { a: 1 }],
    ],
  ])("reports %s like decoding it completely", (_, schema, value) => {
    const { findings: limited } = decodeUntrusted(schema, value, 100)
    expect(limited).toEqual(decodeUnknown(schema, value).findings)
    expect(limited).not.toEqual([])
  })

  test("decodes a value that is read from another", () => {
    const schema = Schema.Struct({ a: Schema.NumberFromString, b: Schema.optionalKey(Schema.String) })
    expect(decodeUntrusted(schema, { a: "1", c: 2 }, 10)).toEqual({ value: { a: 1 } })
  })

  test("stops after as many findings as are wanted", () => {
    expect(decodeUntrusted(Schema.Array(Schema.Finite), Array(5).fill(Number.POSITIVE_INFINITY), 2).findings).toHaveLength(2)
    const value = { name: "a", public_name: "a", language: "nl", instructions: Array.from({ length: 100_000 }, () => ({ type: 1 })) }
    expect(decodeUntrusted(AuthoredScriptSchema, value, 3).findings?.map(({ pointer }) => pointer)).toEqual([
      "/instructions/0/uuid",
      "/instructions/0/order",
      "/instructions/0/type",
    ])
  })
})
