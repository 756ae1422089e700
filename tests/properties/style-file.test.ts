// Style files: sealing, opening, checksums and findings.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkFile, resealFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { openStyleFile, sealStyleFile, styleFileName } from "../../domain/files/style-file.ts"
import { encodeStyle, resetStyle, type Style } from "../../domain/style/community-style.ts"
import { chatStyleKeys, statsStyleKeys } from "../../domain/style/style-keys.ts"
import { styleAssets } from "../../domain/style/style-uploads.ts"
import { resolveStylesheet } from "../../domain/style/stylesheet.ts"
import { json } from "../arbitraries/scripts.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const web = Object.entries(resolveStylesheet(chatStyleKeys, {})).filter(([, value]) => value !== "")
const stats = Object.entries(resolveStylesheet(statsStyleKeys, {}))
const style: fc.Arbitrary<Style> = fc
  .tuple(fc.subarray(web), fc.subarray(stats), fc.option(fc.constant(["newer_key", "anything"] as const)))
  .map(([some, others, newer]) => ({
    web: Object.fromEntries([...some, ...(newer === null ? [] : [newer])]),
    stats: Object.fromEntries(others),
  }))
const sealed = async (style: Style) => (await sealStyleFile(style, digest)) ?? ""
const rules = async (text: string) => (await checkFile(text, digest)).map(({ rule, pointer }) => [rule, pointer])

describe("style files", () => {
  test("[F3] a sealed style opens unchanged, including newer keys, and has no findings", async () => {
    await fc.assert(
      fc.asyncProperty(style, async (original) => {
        const text = await sealed(original)
        expect(await openStyleFile(text, digest)).toEqual({ ok: true, style: original })
        expect(await rules(text)).toEqual([])
      }),
    )
  })

  test("[F3] fields of newer versions survive opening, editing and sealing", async () => {
    const newer = fc.dictionary(fc.stringMatching(/^newer[A-Za-z]{0,4}$/), json, { maxKeys: 3 })
    await fc.assert(
      fc.asyncProperty(style, newer, async (original, newerFields) => {
        const file = await resealFile(JSON.stringify({ version: 1, payload: { ...newerFields, ...encodeStyle(original) } }), digest)
        const text = file.ok ? file.text : ""
        expect(await rules(text)).toEqual([])
        const opened = await openStyleFile(text, digest)
        expect(opened).toEqual({ ok: true, style: { ...newerFields, ...original } })
        const resealed = opened.ok ? await sealed(styleAssets.replaceAddresses(opened.style, new Map())) : ""
        expect(JSON.parse(resealed)).toEqual(JSON.parse(text))
        expect(opened.ok && encodeStyle(resetStyle(opened.style))).toMatchObject(newerFields)
      }),
    )
  })

  test("[F7] a style with values that JSON cannot hold is not sealed", async () => {
    const empty: Style = { web: {}, stats: {} }
    for (const newer of [
      new Date(0),
      Number.NaN,
      1n,
      [undefined],
      JSON.parse('{"__proto__":1}'),
      JSON.parse(`${"[".repeat(201)}${"]".repeat(201)}`),
    ]) {
      const invalid = { ...empty, newer }
      expect(await sealStyleFile(invalid, digest)).toBeUndefined()
    }
  })

  test("[F1] any changed value is a checksum mismatch", async () => {
    await fc.assert(
      fc.asyncProperty(
        style.filter((original) => Object.keys(original.web).length > 0),
        fc.nat(),
        async (original, pick) => {
          const file: { payload: { web: Array<Record<string, string>> } } = JSON.parse(await sealed(original))
          file.payload.web[pick % file.payload.web.length] = { "app_background-color": "#01020304" }
          expect(await openStyleFile(JSON.stringify(file), digest)).toMatchObject({ ok: false, findings: [{ rule: "checksum-mismatch" }] })
        },
      ),
    )
  })

  test("[F4] another version is rejected with the message of the specification", async () => {
    const text = JSON.stringify({ ...JSON.parse(await sealed({ web: {}, stats: {} })), version: 2 })
    const opened = await openStyleFile(text, digest)
    expect(opened.ok ? [] : opened.findings.map(({ message }) => message)).toEqual([
      "We only support importing from version 1 of the style file.",
    ])
  })

  test("[T4] invalid values, unknown keys and entries with several keys are found at their place", async () => {
    const payload = {
      web: [{ "app_background-color": "url(x)" }, { nothing: "x" }, { a_b: "1", c_d: "2" }],
      stats: [{ body_color: "#fff" }, { button_color: "#ff;" }],
    }
    const found = (await rules(JSON.stringify({ version: 1, payload, checksum: "" }))).filter(([rule]) => rule === "structure")
    expect(found).toEqual([
      ["structure", "/payload/stats/1/button_color"],
      ["structure", "/payload/web/0/app_background-color"],
      ["structure", "/payload/web/1/nothing"],
      ["structure", "/payload/web/2"],
    ])
  })

  test("a duplicate key has a warning at its place, and the last value counts", async () => {
    const key = fc.constantFrom("body_color", "newer_key", "constructor_color", "header_color")
    const entry = fc.tuple(key, fc.constantFrom("#000000ff", "#ffffffff"))
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), fc.array(entry, { maxLength: 6 }), async (web, stats) => {
        const payload = { web: web.map((pair) => Object.fromEntries([pair])), stats: stats.map((pair) => Object.fromEntries([pair])) }
        const unsealed = JSON.stringify({ version: 1, payload })
        const sealed = await resealFile(unsealed, digest)
        const text = sealed.ok ? sealed.text : ""
        const duplicatesIn = (list: ReadonlyArray<readonly [string, string]>, name: string) =>
          list.flatMap(([key], i) => (list.findIndex((pair) => pair[0] === key) < i ? [`/payload/${name}/${i}/${key}`] : []))
        const findings = await checkFile(text, digest)
        expect(findings.map(({ pointer }) => pointer)).toEqual([...duplicatesIn(stats, "stats"), ...duplicatesIn(web, "web")])
        expect(findings.every(({ severity, rule }) => severity === "warning" && rule === "structure")).toBe(true)
        expect(await openStyleFile(text, digest)).toEqual({
          ok: true,
          style: { web: Object.fromEntries(web), stats: Object.fromEntries(stats) },
        })
      }),
    )
  })

  test("a style without a canonical form is not sealed", async () => {
    expect(await sealStyleFile({ web: { a_b: "\ud800" }, stats: {} }, digest)).toBeUndefined()
  })

  test("are named by date, version and community", () => {
    expect(styleFileName("2024-05-01", "demo")).toBe("20240501_v1_demo.json")
  })
})
