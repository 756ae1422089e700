// Canonical JSON and checksums of files.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checksumSalts, computeChecksum, type Digest } from "../../domain/files/file-envelope.ts"
import { canonicalJson } from "../../domain/json/canonical-json.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const asText = (canonical: ReturnType<typeof canonicalJson>) => (typeof canonical === "string" ? canonical : "")
/** Reverses the order of fields at every level. */
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, field]) => [key, reversed(field)]),
        )
      : value

describe("canonical JSON (RFC 8785)", () => {
  test("prints the RFC's example", () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    )
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test("orders keys by UTF-16 code units, as in the RFC's example", () => {
    const keys = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"]
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))
    expect(Object.keys(JSON.parse(asText(text)))).toEqual(["1", "\r", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"])
  })

  test("[F1] keeps the value and does not depend on the order of fields", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(asText(text))).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(reversed(value))).toEqual(text)
      }),
    )
  })

  test("[F1] orders fields by name, whatever the names", () => {
    const name = fc.oneof(fc.string(), fc.nat(200).map(String), fc.constantFrom("__proto__", "toJSON"))
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const fields = names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => `${JSON.stringify(name)}:[]`)
        expect(canonicalJson(Object.fromEntries(names.map((name) => [name, []])))).toBe(`{${fields.join(",")}}`)
      }),
    )
  })

  test("[F1] prints a value the same at every depth", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(1, 200, 300), (value, levels) => {
        const nested = JSON.parse(`${"[".repeat(levels)}${JSON.stringify(value)}${"]".repeat(levels)}`)
        expect(canonicalJson(nested)).toBe(`${"[".repeat(levels)}${asText(canonicalJson(value))}${"]".repeat(levels)}`)
      }),
    )
  })

  test("returns a reason where there is no canonical form, and accepts any depth", () => {
    expect(canonicalJson({ a: [Number.POSITIVE_INFINITY] })).toEqual({ _tag: "NotCanonical", reason: "number" })
    expect(canonicalJson(["\ud800"])).toEqual({ _tag: "NotCanonical", reason: "lone-surrogate" })
    expect(canonicalJson({ "\udc00": 1 })).toEqual({ _tag: "NotCanonical", reason: "lone-surrogate" })
    expect(canonicalJson([undefined])).toEqual({ _tag: "NotCanonical", reason: "not-json" })
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)
    expect(canonicalJson(deep)).toHaveLength(200_000)
  })
})

describe("checksum", () => {
  test("[F1] [F2] is SHA-256 over canonical JSON and salt in UTF-8, as upper-case hex", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })), async (payload) => {
        const expected = createHash("sha256")
          .update(`${asText(canonicalJson(payload))}${checksumSalts.script}`, "utf8")
          .digest("hex")
          .toUpperCase()
        expect(await computeChecksum(payload, "script", digest)).toBe(expected)
      }),
    )
  })

  test("differs between a style and a script with the same payload", async () => {
    expect(await computeChecksum({}, "style", digest)).not.toBe(await computeChecksum({}, "script", digest))
  })
})
