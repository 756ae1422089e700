// Script files: sealing, opening, checksums, findings and file names.
import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkFile, resealFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile, scriptFileName, sealScriptFile } from "../../domain/files/script-file.ts"
import { type AuthoredScript, AuthoredScriptSchema } from "../../domain/script/script.ts"
import { toSafeFileName } from "../../domain/text/text-input.ts"
import { tamperedValue } from "../arbitraries/damage.ts"
import { script } from "../arbitraries/scripts.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const sealed = async (authored: AuthoredScript) => (await sealScriptFile(authored, digest)) ?? ""

describe("script files", () => {
  test("the generated scripts are valid", () => {
    fc.assert(
      fc.property(script, (authored) => {
        expect(Schema.decodeUnknownSync(AuthoredScriptSchema)(authored)).toEqual(authored)
      }),
    )
  })

  test("[F3] a sealed script opens unchanged, including fields of newer versions", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (authored) => {
        expect(await openScriptFile(await sealed(authored), digest)).toEqual({ ok: true, authored })
      }),
    )
  })

  test("a script without a canonical form is not sealed", async () => {
    const base: AuthoredScript = { name: "a", public_name: "a", language: "nl", instructions: [] }
    const step = { uuid: "i", order: 0, type: "message" as const, typing_delay: Number.NaN, messages: [] }
    for (const invalid of [
      { ...base, name: "\ud800" },
      { ...base, "newer field": Number.NaN },
      { ...base, instructions: [step] },
    ])
      expect(await sealScriptFile(invalid, digest)).toBe(undefined)
  })

  test("[F1] any change of the payload is a checksum mismatch", async () => {
    const pair = script.chain((authored) => {
      const payload: unknown = JSON.parse(JSON.stringify(authored))
      return fc.tuple(fc.constant(authored), tamperedValue(payload))
    })
    await fc.assert(
      fc.asyncProperty(pair, async ([authored, payload]) => {
        const file = JSON.parse(await sealed(authored))
        expect(await openScriptFile(JSON.stringify({ ...file, payload }), digest)).toMatchObject({
          ok: false,
          findings: [{ rule: "checksum-mismatch", pointer: "/checksum" }],
        })
      }),
    )
  })

  test("resealing corrects the checksum and leaves the rest of the text unchanged", async () => {
    const indent = fc.constantFrom(undefined, 2, "\t")
    await fc.assert(
      fc.asyncProperty(
        script,
        indent,
        fc.constantFrom("", "\ufeff"),
        fc.constantFrom("first", "last", "none"),
        async (authored, indentation, byteOrderMark, where) => {
          const { version, payload, checksum } = JSON.parse(await sealed(authored))
          const old = where === "none" ? {} : { checksum: "0" }
          const file = where === "first" ? { ...old, version, payload } : { version, payload, ...old }
          const text = byteOrderMark + JSON.stringify(file, null, indentation)
          const resealed = await resealFile(text, digest)
          expect(resealed.ok && (await openScriptFile(resealed.text, digest))).toEqual({ ok: true, authored })
          const expected = where === "first" ? { checksum, version, payload } : { version, payload, checksum }
          expect(resealed.ok && resealed.text.replace(/\s/g, "")).toBe(
            (byteOrderMark + JSON.stringify(expected, null, indentation)).replace(/\s/g, ""),
          )
          if (where !== "none" && resealed.ok)
            expect(resealed.text).toBe(
              text.replace('"checksum": "0"', `"checksum": "${checksum}"`).replace('"checksum":"0"', `"checksum":"${checksum}"`),
            )
        },
      ),
    )
  })

  test("[F4] another version is rejected with the message of the specification", async () => {
    const file = JSON.parse(await sealed({ name: "a", public_name: "a", language: "nl", instructions: [] }))
    for (const version of [1, 3, "2", null, undefined])
      expect(await openScriptFile(JSON.stringify({ ...file, version }), digest)).toEqual({
        ok: false,
        findings: [
          {
            pointer: "/version",
            severity: "error",
            rule: "unknown-version",
            message: "We only support importing from version 2 of the style file.",
            key: "finding.version.script",
            values: {},
          },
        ],
      })
  })

  test.each([
    ["", "not-json", ""],
    ["  \n", "not-json", ""],
    ["{", "not-json", ""],
    ['{"a":1,}', "not-json", ""],
    ["[]", "structure", ""],
    ["null", "structure", ""],
    ["7", "structure", ""],
    ["{}", "structure", ""],
    ['{"payload":{}}', "unknown-version", "/version"],
    ['{"version":2}', "structure", "/payload"],
    ['{"version":2,"payload":[],"checksum":""}', "structure", "/payload"],
    ['{"version":2,"payload":{"name":"\\ud800"},"checksum":""}', "structure", "/payload/name"],
    ['{"version":2,"payload":{"name":1e999},"checksum":""}', "structure", "/payload/name"],
    ['{"version":2,"payload":{"name":"a","name":"b"},"checksum":""}', "structure", "/payload/name"],
    ['{"version":2,"payload":{"__proto__":{}},"checksum":""}', "structure", "/payload/__proto__"],
    [`{"version":2,"payload":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`, "structure", `/payload/a${"/0".repeat(198)}`],
    ['{"version":9,"payload":{"web":[],"stats":[]},"checksum":""}', "unknown-version", "/version"],
  ])("%.40s has the finding %s", async (text, rule, pointer) => {
    expect(await checkFile(text, digest)).toMatchObject([{ rule, pointer }])
    expect((await openScriptFile(text, digest)).ok).toBe(false)
  })

  test("a style file has one key per entry, and a checksum", async () => {
    const file = { version: 1, payload: { web: [{ "app_background-color": "#fff" }], stats: [{ body_color: "#000" }] }, checksum: "" }
    const sealedStyle = await resealFile(JSON.stringify(file), digest)
    expect(sealedStyle.ok && (await checkFile(sealedStyle.text, digest))).toEqual([])
    const bad = { ...file, payload: { web: [{ background: "#fff" }, { a_b: "1", c_d: "2" }, { a_b: 1 }], stats: {} } }
    expect((await checkFile(JSON.stringify(bad), digest)).map(({ pointer, rule }) => [pointer, rule])).toEqual([
      ["/checksum", "checksum-mismatch"],
      ["/payload/stats", "structure"],
      ["/payload/web/2/a_b", "structure"],
    ])
    const worse = { ...bad, payload: { web: bad.payload.web.slice(0, 2), stats: [] } }
    expect((await checkFile(JSON.stringify(worse), digest)).map(({ pointer, rule }) => [pointer, rule])).toEqual([
      ["/checksum", "checksum-mismatch"],
      ["/payload/web/0/background", "structure"],
      ["/payload/web/1", "structure"],
    ])
  })

  test("a style file cannot be opened as a script, nor a script file as a style", async () => {
    const style = JSON.stringify({ version: 1, payload: { web: [], stats: [] }, checksum: "" })
    expect(await openScriptFile(style, digest)).toMatchObject({
      ok: false,
      findings: [{ rule: "unknown-version", message: "We only support importing from version 2 of the style file." }],
    })
    expect(await checkFile(JSON.stringify({ version: 2, payload: { web: [], stats: [] }, checksum: "" }), digest)).toMatchObject([
      { rule: "unknown-version", message: "We only support importing from version 1 of the style file." },
    ])
  })

  test("[F4] a wrong checksum is reported with the message of the specification", async () => {
    const file = JSON.parse(await sealed({ name: "a", public_name: "a", language: "nl", instructions: [] }))
    expect(await openScriptFile(JSON.stringify({ ...file, checksum: file.checksum.toLowerCase() }), digest)).toMatchObject({
      ok: false,
      findings: [{ message: "The checksum of the imported file does not match the checksum of the file we have on file." }],
    })
  })

  test("[F5] a file name has the date, the version, the title and the community", () => {
    expect(scriptFileName("2026-11-21", "Na het bezoek: 10/10?", "ziekenhuis")).toBe("20261121_v2_Na_het_bezoek_10_10_ziekenhuis.json")
  })

  test("[F6] a payload of another shape is reported at its place, even with the right version and checksum", async () => {
    const payload = { name: "a", public_name: 7, language: "nl", instructions: [{ uuid: "i", order: "first" }] }
    const file = await resealFile(JSON.stringify({ version: 2, payload, checksum: "" }), digest)
    const opened = await openScriptFile(file.ok ? file.text : "", digest)
    expect(opened.ok || opened.findings.map(({ pointer, rule }) => [pointer, rule])).toEqual(
      expect.arrayContaining([
        ["/payload/public_name", "structure"],
        ["/payload/instructions/0/order", "structure"],
      ]),
    )
  })

  test.each([
    ["a", 150],
    ["\u007f", 0],
    ["\u0080", 0],
    ["é", 75],
    ["\u07ff", 75],
    ["\u0801", 50],
    ["年", 50],
    ["\uffee", 50],
    ["𐀀", 37],
    ["😀", 37],
  ])("[F10] a file name repeats %j %i times within 150 bytes of UTF-8", (character, count) => {
    expect(toSafeFileName(character.repeat(300))).toBe(character.repeat(count) || "script")
  })

  test("[F5] a file name neither starts nor ends with a dot or underscore", () => {
    expect(toSafeFileName("..a.b__")).toBe("a.b")
    expect(toSafeFileName("__.")).toBe("script")
  })

  test("[F5] any title becomes a safe file name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
        expect(toSafeFileName(name)).toMatch(/^[^<>:"/\\|?*\s\p{C}]{1,}$/u)
        expect(toSafeFileName(name)).not.toMatch(/^\.|\.$/)
        expect(Buffer.byteLength(toSafeFileName(name))).toBeLessThanOrEqual(150)
      }),
    )
  })
})
