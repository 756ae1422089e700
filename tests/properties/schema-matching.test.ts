// Matching values against schemas without decoding them.
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { openStruct } from "../../domain/schema/open-struct.ts"
import { matchesSchema } from "../../domain/schema/schema-matcher.ts"
import { AuthoredScriptSchema } from "../../domain/script/script.ts"
import { StylePayload } from "../../domain/style/style-payload-schema.ts"
import { playableInstructions } from "../arbitraries/chats.ts"
import { damagedValue } from "../arbitraries/damage.ts"
import { json, script } from "../arbitraries/scripts.ts"

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
/** The result of decoding: an object with the value, or an empty one. */
const decoded = <A>(schema: Schema.Codec<A, unknown>, value: unknown): { readonly value?: A } =>
  Schema.is(schema)(value) ? { value: Schema.decodeUnknownSync(schema)(value) } : {}

describe("matching a schema without decoding", () => {
  test("accepts exactly those scripts that decode to the same value", () => {
    const whole = fc.oneof(
      script.map(asJson),
      playableInstructions.map((instructions) => asJson({ name: "", public_name: "", language: "nl", instructions })),
    )
    fc.assert(
      fc.property(fc.oneof(whole, whole.chain(damagedValue), json), (value) => {
        expect(matchesSchema(AuthoredScriptSchema, value) ? { value } : {}).toEqual(decoded(AuthoredScriptSchema, value))
      }),
      { numRuns: 300 },
    )
  })

  test("accepts exactly those styles that decode to the same value", () => {
    const payload = fc.record({
      web: fc.array(fc.dictionary(fc.string(), fc.string())),
      stats: fc.array(fc.dictionary(fc.string(), fc.string())),
    })
    fc.assert(
      fc.property(fc.oneof(payload.map(asJson), payload.map(asJson).chain(damagedValue)), (value) => {
        expect(matchesSchema(StylePayload, value) ? { value } : {}).toEqual(decoded(StylePayload, value))
      }),
    )
  })

  test.each<readonly [string, Schema.Codec<unknown, unknown>, unknown]>([
    ["leaves fields out", Schema.Struct({ a: Schema.String }), { a: "", b: "" }],
    ["changes what it reads", Schema.NumberFromString, "1"],
    ["has such a part", openStruct({ a: Schema.NumberFromString }), { a: "1" }],
    ["takes just one of several", Schema.Union([Schema.String, Schema.Literal("a")], { mode: "oneOf" }), "a"],
    ["is a pair", Schema.Tuple([Schema.String, Schema.String]), ["a", "b"]],
    ["is of names with a rule", Schema.Record(Schema.String.check(Schema.isMinLength(2)), Schema.String), { a: "" }],
    ["takes anything that is there", Schema.Struct({}), "a"],
  ])("refuses the values of a schema that %s", (_, schema, value) => {
    expect(matchesSchema(schema, value)).toBe(false)
  })

  test("accepts a value of a schema without a rule for other fields only if it has none", () => {
    const schema = Schema.Struct({ a: Schema.String, b: Schema.optionalKey(Schema.Int) })
    const value = fc.record({ a: fc.oneof(fc.string(), json), b: fc.oneof(fc.integer(), json), c: json }, { requiredKeys: [] })
    fc.assert(
      fc.property(value.map(asJson), (it) => {
        const { value: read } = decoded(schema, it)
        expect(matchesSchema(schema, it)).toBe(read !== undefined && Object.keys(read).length === Object.keys(Object(it)).length)
      }),
    )
  })

  test("distinguishes a field without a value from a missing field", () => {
    const schema = openStruct({ a: Schema.optionalKey(Schema.String) })
    expect([matchesSchema(schema, {}), matchesSchema(schema, { a: undefined }), matchesSchema(schema, { a: "" })]).toEqual([
      true,
      false,
      true,
    ])
  })
})
