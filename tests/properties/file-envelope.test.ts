// Opening and sealing files: their kind, errors and checksum, and the order of findings.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { comparePointers, resealFile } from "../../domain/files/file-check.ts"
import { type Digest, openEnvelope } from "../../domain/files/file-envelope.ts"
import { canonicalJson } from "../../domain/json/canonical-json.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()

describe("[F8] pointers of findings", () => {
  test.each([
    ["", "/a"],
    ["/a", "/a/0"],
    ["/a/2", "/a/10"],
    ["/a/2/z", "/a/10/a"],
    ["/a/9", "/a/10/0"],
    ["/a", "/b"],
    ["/9", "/10a"],
    ["/10", "/9a"],
    ["/9", "/1a"],
    ["/a10", "/a9"],
    ["/0", "/"],
    ["/01", "/1"],
    ["/9", "/a1"],
  ])("%j comes before %j", (first, second) => {
    expect([comparePointers(first, second) < 0, comparePointers(second, first) > 0, comparePointers(first, first)]).toEqual([true, true, 0])
  })

  test("are sorted the same, whatever their order was", () => {
    const pointer = fc
      .array(fc.oneof(fc.nat(20).map(String), fc.constantFrom("a", "b", "instructions", "1a", "")), { maxLength: 4 })
      .map((steps) => steps.map((step) => `/${step}`).join(""))
    fc.assert(
      fc.property(fc.array(pointer, { maxLength: 8 }), (list) => {
        const sorted = list.toSorted(comparePointers)
        expect(list.toReversed().toSorted(comparePointers)).toEqual(sorted)
        for (const [i, first] of sorted.entries())
          for (const second of sorted.slice(i + 1)) expect(comparePointers(first, second)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe("[F9] sealing a file", () => {
  const seal = async (text: string) => {
    const made = await resealFile(text, digest)
    return made.ok ? made.text.replace(/[0-9A-F]{64}/, "SUM") : made.findings.map(({ rule }) => rule)
  }
  const payload = '{"web":[],"stats":[]}'

  test.each([
    [`{"version":1,"payload":${payload}}`, `{"version":1,"payload":${payload},"checksum":"SUM"}`],
    [`{ "version": 1, "payload": ${payload} }`, `{ "version": 1, "payload": ${payload}, "checksum": "SUM" }`],
    [`{\n  "version": 1,\n  "payload": ${payload}\n}\n`, `{\n  "version": 1,\n  "payload": ${payload},\n  "checksum": "SUM"\n}\n`],
    [`\ufeff{"payload":${payload},"version":1}`, `\ufeff{"payload":${payload},"version":1,"checksum":"SUM"}`],
    [`{"checksum": null ,"version":1,"payload":${payload}}`, `{"checksum": "SUM" ,"version":1,"payload":${payload}}`],
    [`\ufeff{"version":1,"checksum":"old","payload":${payload}}`, `\ufeff{"version":1,"checksum":"SUM","payload":${payload}}`],
    [
      '{"version":1,"payload":{"web":[{"checksum":"x"}],"stats":[],"checksum":"y"}}',
      '{"version":1,"payload":{"web":[{"checksum":"x"}],"stats":[],"checksum":"y"},"checksum":"SUM"}',
    ],
  ])("puts the checksum in the place of the old one, or at the end: %j", async (text, expected) => {
    expect(await seal(text)).toBe(expected)
  })

  test("is refused for a file that cannot be parsed", async () => {
    expect([await seal(""), await seal("{"), await seal("[]")]).toEqual([["not-json"], ["not-json"], ["structure"]])
  })
})

describe("[F4] opening a file", () => {
  const open = (text: string, expectedKind?: "script" | "style") => {
    const it = openEnvelope(text, expectedKind)
    return it.ok ? it.envelope.kind : it.findings.map(({ rule, pointer, key }) => `${rule} ${pointer} ${key}`)
  }

  test("detects its kind by the payload, unless a kind is expected", () => {
    expect(open('{"version":2,"payload":{"name":"a"}}')).toBe("script")
    expect([open('{"version":1,"payload":{"web":[]}}'), open('{"version":1,"payload":{"stats":[]}}')]).toEqual(["style", "style"])
    expect([open('{"version":2,"payload":{"web":[]}}', "script"), open('{"version":1,"payload":{"name":"a"}}', "style")]).toEqual([
      "script",
      "style",
    ])
  })

  test("reports why it is refused, and where", () => {
    expect(open("")).toEqual(["not-json  finding.empty-file"])
    for (const text of ["[]", "1", "null", '"a"', "{}", '{"payload":1}'])
      expect([text, open(text)]).toEqual([text, ["structure  finding.file"]])
    expect(open('{"version":3,"payload":{"name":"a"}}')).toEqual(["unknown-version /version finding.version.script"])
    expect(open('{"payload":{"name":"a"}}')).toEqual(["unknown-version /version finding.version.script"])
    expect(open('{"version":2,"payload":{"web":[]}}')).toEqual(["unknown-version /version finding.version.style"])
    expect(open('{"version":2}')).toEqual(["structure /payload finding.shape.missing"])
    expect(open('{"version":2,"payload":[]}')).toEqual(["structure /payload finding.payload"])
  })
})

describe("[F1] canonical JSON", () => {
  test("follows RFC 8785 also for keys that are integers or have a special meaning in JavaScript", () => {
    expect(canonicalJson({ b: 1, toJSON: 2, "10": 3, "9": 4, a: { toJSON: "x" }, "1e": 5 })).toBe(
      '{"10":3,"1e":5,"9":4,"a":{"toJSON":"x"},"b":1,"toJSON":2}',
    )
    expect(canonicalJson(JSON.parse('{"__proto__":1,"a":[true,null,"x"]}'))).toBe('{"__proto__":1,"a":[true,null,"x"]}')
    expect(canonicalJson([{ b: 1, a: undefined }, {}])).toBe('[{"b":1},{}]')
  })

  test("is refused for values that JSON cannot express", () => {
    for (const it of [undefined, () => 1, Symbol("a"), Number.NaN, [Number.POSITIVE_INFINITY], { a: () => 1 }, { a: "\ud800" }, "\udc00"])
      expect(typeof canonicalJson(it)).toBe("object")
  })
})
