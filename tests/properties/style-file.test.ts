import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkFile, resealFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { encodeStyle, resetStyle, type Style } from "../../domain/style/community-style.ts"
import { openStyleFile, sealStyleFile, styleFileName } from "../../domain/style/style-file.ts"
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
const sealed = async (it: Style) => (await sealStyleFile(it, digest)) ?? ""
const rules = async (text: string) => (await checkFile(text, digest)).map(({ rule, pointer }) => [rule, pointer])

describe("style files", () => {
  test("[F3] sealing then opening gives the style, keys of a newer version included; the check finds nothing", async () => {
    await fc.assert(
      fc.asyncProperty(style, async (it) => {
        const text = await sealed(it)
        expect(await openStyleFile(text, digest)).toEqual({ ok: true, style: it })
        expect(await rules(text)).toEqual([])
      }),
    )
  })

  test("[F3] fields of a newer version are kept through opening, editing and sealing", async () => {
    const newer = fc.dictionary(fc.stringMatching(/^newer[A-Za-z]{0,4}$/), json, { maxKeys: 3 })
    await fc.assert(
      fc.asyncProperty(style, newer, async (it, more) => {
        const file = await resealFile(JSON.stringify({ version: 1, payload: { ...more, ...encodeStyle(it) } }), digest)
        const text = file.ok ? file.text : ""
        expect(await rules(text)).toEqual([])
        const opened = await openStyleFile(text, digest)
        expect(opened).toEqual({ ok: true, style: { ...more, ...it } })
        const again = opened.ok ? await sealed(styleAssets.replaceAddresses(opened.style, new Map())) : ""
        expect(JSON.parse(again)).toEqual(JSON.parse(text))
        expect(opened.ok && encodeStyle(resetStyle(opened.style))).toMatchObject(more)
      }),
    )
  })

  test("[F7] a style that no file can hold cannot be sealed", async () => {
    const empty: Style = { web: {}, stats: {} }
    for (const newer of [
      new Date(0),
      Number.NaN,
      1n,
      [undefined],
      JSON.parse('{"__proto__":1}'),
      JSON.parse(`${"[".repeat(201)}${"]".repeat(201)}`),
    ]) {
      const more = { ...empty, newer }
      expect(await sealStyleFile(more, digest)).toBeUndefined()
    }
  })

  test("[F1] whatever value is changed, the checksum tells", async () => {
    await fc.assert(
      fc.asyncProperty(
        style.filter((it) => Object.keys(it.web).length > 0),
        fc.nat(),
        async (it, pick) => {
          const file: { payload: { web: Array<Record<string, string>> } } = JSON.parse(await sealed(it))
          file.payload.web[pick % file.payload.web.length] = { "app_background-color": "#01020304" }
          expect(await openStyleFile(JSON.stringify(file), digest)).toMatchObject({ ok: false, findings: [{ rule: "checksum-mismatch" }] })
        },
      ),
    )
  })

  test("[F4] another version is refused in the words of the specification", async () => {
    const text = JSON.stringify({ ...JSON.parse(await sealed({ web: {}, stats: {} })), version: 2 })
    const opened = await openStyleFile(text, digest)
    expect(opened.ok ? [] : opened.findings.map(({ message }) => message)).toEqual([
      "We only support importing from version 1 of the style file.",
    ])
  })

  test("[T4] a value that its key cannot have, a key that is none, and more than one key to an entry are found where they stand", async () => {
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

  test("a key that is there twice is warned of where it stands again, and opens as its last value", async () => {
    const key = fc.constantFrom("body_color", "newer_key", "constructor_color", "header_color")
    const entry = fc.tuple(key, fc.constantFrom("#000000ff", "#ffffffff"))
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), fc.array(entry, { maxLength: 6 }), async (web, stats) => {
        const payload = { web: web.map((it) => Object.fromEntries([it])), stats: stats.map((it) => Object.fromEntries([it])) }
        const unsealed = JSON.stringify({ version: 1, payload })
        const sealed = await resealFile(unsealed, digest)
        const text = sealed.ok ? sealed.text : ""
        const again = (list: ReadonlyArray<readonly [string, string]>, name: string) =>
          list.flatMap(([key], i) => (list.findIndex((it) => it[0] === key) < i ? [`/payload/${name}/${i}/${key}`] : []))
        const findings = await checkFile(text, digest)
        expect(findings.map(({ pointer }) => pointer)).toEqual([...again(stats, "stats"), ...again(web, "web")])
        expect(findings.every(({ severity, rule }) => severity === "warning" && rule === "structure")).toBe(true)
        expect(await openStyleFile(text, digest)).toEqual({
          ok: true,
          style: { web: Object.fromEntries(web), stats: Object.fromEntries(stats) },
        })
      }),
    )
  })

  test("a style that has no canonical form cannot be sealed", async () => {
    expect(await sealStyleFile({ web: { a_b: "\ud800" }, stats: {} }, digest)).toBeUndefined()
  })

  test("is called by day, version and community", () => {
    expect(styleFileName("2024-05-01", "demo")).toBe("20240501_v1_demo.json")
  })
})
