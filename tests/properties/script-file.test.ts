import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkFile, resealFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile, scriptFileName, sealScriptFile, toSafeFileName } from "../../domain/files/script-file.ts"
import { AuthoredScript } from "../../domain/script/script.ts"
import { tampered } from "../arbitraries/damage.ts"
import { script } from "../arbitraries/scripts.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const sealed = async (it: AuthoredScript) => (await sealScriptFile(it, digest)) ?? ""

describe("script files", () => {
  test("the scripts that tests make are scripts", () => {
    fc.assert(
      fc.property(script, (it) => {
        expect(Schema.decodeUnknownSync(AuthoredScript)(it)).toEqual(it)
      }),
    )
  })

  test("[F3] sealing then opening gives the script, fields of a newer version included", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (it) => {
        expect(await openScriptFile(await sealed(it), digest)).toEqual({ ok: true, authored: it })
      }),
    )
  })

  test("what has no canonical form makes no file", async () => {
    const it: AuthoredScript = { name: "a", public_name: "a", language: "nl", instructions: [] }
    const step = { uuid: "i", order: 0, type: "message" as const, typing_delay: Number.NaN, messages: [] }
    for (const odd of [
      { ...it, name: "\ud800" },
      { ...it, "newer field": Number.NaN },
      { ...it, instructions: [step] },
    ])
      expect(await sealScriptFile(odd, digest)).toBe(undefined)
  })

  test("[F1] whatever is changed in the payload, the checksum tells", async () => {
    const pair = script.chain((it) => {
      const payload: unknown = JSON.parse(JSON.stringify(it))
      return fc.tuple(fc.constant(it), tampered(payload))
    })
    await fc.assert(
      fc.asyncProperty(pair, async ([it, payload]) => {
        const file = JSON.parse(await sealed(it))
        expect(await openScriptFile(JSON.stringify({ ...file, payload }), digest)).toMatchObject({
          ok: false,
          findings: [{ rule: "checksum-mismatch", pointer: "/checksum" }],
        })
      }),
    )
  })

  test("sealing again makes the checksum right and leaves every other letter of the text", async () => {
    const indent = fc.constantFrom(undefined, 2, "\t")
    await fc.assert(
      fc.asyncProperty(
        script,
        indent,
        fc.constantFrom("", "\ufeff"),
        fc.constantFrom("first", "last", "none"),
        async (it, by, mark, where) => {
          const { version, payload, checksum } = JSON.parse(await sealed(it))
          const old = where === "none" ? {} : { checksum: "0" }
          const file = where === "first" ? { ...old, version, payload } : { version, payload, ...old }
          const text = mark + JSON.stringify(file, null, by)
          const again = await resealFile(text, digest)
          expect(again.ok && (await openScriptFile(again.text, digest))).toEqual({ ok: true, authored: it })
          const right = where === "first" ? { checksum, version, payload } : { version, payload, checksum }
          expect(again.ok && again.text.replace(/\s/g, "")).toBe((mark + JSON.stringify(right, null, by)).replace(/\s/g, ""))
          if (where !== "none" && again.ok)
            expect(again.text).toBe(
              text.replace('"checksum": "0"', `"checksum": "${checksum}"`).replace('"checksum":"0"', `"checksum":"${checksum}"`),
            )
        },
      ),
    )
  })

  test("[F4] another version is refused in the specification's words", async () => {
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
  ])("%.40s is %s", async (text, rule, pointer) => {
    expect(await checkFile(text, digest)).toMatchObject([{ rule, pointer }])
    expect((await openScriptFile(text, digest)).ok).toBe(false)
  })

  test("a style file: its keys, one to an entry, and its checksum", async () => {
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

  test("a style file cannot be opened as a script, and says so in the specification's words", async () => {
    const style = JSON.stringify({ version: 1, payload: { web: [], stats: [] }, checksum: "" })
    expect(await openScriptFile(style, digest)).toMatchObject({
      ok: false,
      findings: [{ rule: "unknown-version", message: "We only support importing from version 2 of the style file." }],
    })
    expect(await checkFile(JSON.stringify({ version: 2, payload: { web: [], stats: [] }, checksum: "" }), digest)).toMatchObject([
      { rule: "unknown-version", message: "We only support importing from version 1 of the style file." },
    ])
  })

  test("[F4] a wrong checksum is said in the specification's words", async () => {
    const file = JSON.parse(await sealed({ name: "a", public_name: "a", language: "nl", instructions: [] }))
    expect(await openScriptFile(JSON.stringify({ ...file, checksum: file.checksum.toLowerCase() }), digest)).toMatchObject({
      ok: false,
      findings: [{ message: "The checksum of the imported file does not match the checksum of the file we have on file." }],
    })
  })

  test("[F5] the name of a file", () => {
    expect(scriptFileName("2026-11-21", "Na het bezoek: 10/10?", "ziekenhuis")).toBe("20261121_v2_Na_het_bezoek_10_10_ziekenhuis.json")
  })

  test("[F6] a payload of another shape is told at its place, though version and checksum are right", async () => {
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
  ])("[F10] of a name of %j, %i fit into 150 bytes of UTF-8", (character, count) => {
    expect(toSafeFileName(character.repeat(300))).toBe(character.repeat(count) || "script")
  })

  test("[F5] no dot or underscore is left at either end of a name", () => {
    expect(toSafeFileName("..a.b__")).toBe("a.b")
    expect(toSafeFileName("__.")).toBe("script")
  })

  test("[F5] any name is made safe for file systems", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
        expect(toSafeFileName(name)).toMatch(/^[^<>:"/\\|?*\s\p{C}]{1,}$/u)
        expect(toSafeFileName(name)).not.toMatch(/^\.|\.$/)
        expect(Buffer.byteLength(toSafeFileName(name))).toBeLessThanOrEqual(150)
      }),
    )
  })
})
