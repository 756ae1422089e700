import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkFile, resealed } from "../../domain/check-file.ts"
import { rules } from "../../domain/finding.ts"
import { Authored } from "../../domain/script/script.ts"
import { openScriptFile, safeName, scriptFileName, sealScriptFile } from "../../domain/script/script-file.ts"
import type { Digest } from "../../domain/seal.ts"
import { script } from "../arbitraries/scripts.ts"

const digest: Digest = async (bytes) => createHash("sha256").update(bytes).digest()
const sealed = async (it: Authored) => (await sealScriptFile(it, digest)) ?? ""
const rulesOf = async (text: string) => (await checkFile(text, digest)).map(({ rule }) => rule)

describe("script files", () => {
  test("the scripts that tests make are scripts", () => {
    fc.assert(
      fc.property(script, (it) => {
        expect(Schema.decodeUnknownSync(Authored)(it)).toEqual(it)
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

  test("[F1] whatever letter of a text in the payload is changed, the checksum tells", async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.stringMatching(/^[a-z]{1,5}$/), async (it, other) => {
        fc.pre(it.name !== other)
        const file = JSON.parse(await sealed(it))
        const tampered = JSON.stringify({ ...file, payload: { ...file.payload, name: other } })
        const opened = await openScriptFile(tampered, digest)
        expect(opened).toMatchObject({ ok: false, findings: [{ rule: "checksum-mismatch", pointer: "/checksum" }] })
        expect(await openScriptFile((await resealed(tampered, digest)) ?? "", digest)).toMatchObject({
          ok: true,
          authored: { name: other },
        })
      }),
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
          },
        ],
      })
  })

  test.each([
    ["", "unreadable"],
    ["  \n", "unreadable"],
    ["{", "not-json"],
    ['{"a":1,}', "not-json"],
    ["[]", "structure"],
    ["null", "structure"],
    ["7", "structure"],
    ['{"version":2}', "structure"],
    ['{"version":2,"payload":[],"checksum":""}', "structure"],
    ['{"version":2,"payload":{"name":"\\ud800"},"checksum":""}', "structure"],
    ['{"version":2,"payload":{"name":1e999},"checksum":""}', "structure"],
    [`{"version":2,"payload":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "structure"],
    ['{"version":9,"payload":{"web":[],"stats":[]},"checksum":""}', "unknown-version"],
  ])("%.40s is %s", async (text, rule) => {
    expect(await rulesOf(text)).toContain(rule)
    expect((await openScriptFile(text, digest)).ok).toBe(false)
  })

  test("bytes that are no text are unreadable", async () => {
    expect(await checkFile(undefined, digest)).toMatchObject([{ rule: "unreadable", pointer: "" }])
  })

  test("a good file with anything at all put in one place: findings with known rules, or none, and never a throw", async () => {
    const places = (value: unknown, path: ReadonlyArray<string | number> = []): ReadonlyArray<ReadonlyArray<string | number>> => [
      path,
      ...(Array.isArray(value)
        ? value.flatMap((it: unknown, i) => places(it, [...path, i]))
        : typeof value === "object" && value !== null
          ? Object.entries(value).flatMap(([key, it]) => places(it, [...path, key]))
          : []),
    ]
    const put = (value: unknown, [first, ...rest]: ReadonlyArray<string | number>, it: unknown): unknown => {
      if (first === undefined) return it
      if (Array.isArray(value)) return value.map((old: unknown, i) => (i === first ? put(old, rest, it) : old))
      if (typeof value !== "object" || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, old]) => [key, key === first ? put(old, rest, it) : old]))
    }
    const hostile = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom({ ["__proto__"]: 1 }, { constructor: null }, "\ud800", -0, Number.MAX_VALUE, [[[]]], ""),
    )
    await fc.assert(
      fc.asyncProperty(script, fc.nat(), hostile, async (it, which, value) => {
        const payload: unknown = JSON.parse(await sealed(it)).payload
        const all = places(payload)
        const text = JSON.stringify({ version: 2, payload: put(payload, all[which % all.length] ?? [], value), checksum: "" })
        for (const finding of await checkFile((await resealed(text, digest)) ?? text, digest)) {
          expect(rules).toContain(finding.rule)
          expect(finding.pointer).toMatch(/^(\/.*)?$/)
          expect(finding.message).not.toBe("")
        }
      }),
      { numRuns: 300 },
    )
  })

  test("a structure finding points to the very place, also inside a question's options", async () => {
    const text = JSON.stringify({
      version: 2,
      payload: {
        name: "a",
        public_name: "a",
        language: "nl",
        instructions: [
          {
            uuid: "1",
            order: 0,
            type: "question",
            typing_delay: 1,
            messages: [],
            question: { uuid: "q", type: "open", options: { minimum: "x" } },
          },
          { uuid: "2", order: "1", type: "message", typing_delay: 1, messages: [{}] },
        ],
      },
    })
    const findings = await checkFile((await resealed(text, digest)) ?? "", digest)
    expect(findings.map(({ pointer }) => pointer)).toEqual([
      "/payload/instructions/0/question/options/minimum",
      "/payload/instructions/1/order",
      "/payload/instructions/1/messages/0/uuid",
      "/payload/instructions/1/messages/0/locale",
      "/payload/instructions/1/messages/0/content",
    ])
  })

  test("[F5] the name of a file", () => {
    expect(scriptFileName("2026-11-21", "Na het bezoek: 10/10?", "ziekenhuis")).toBe("20261121_v2_Na_het_bezoek_10_10_ziekenhuis.json")
  })

  test("[F5] any name is made safe for file systems", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
        expect(safeName(name)).toMatch(/^[^<>:"/\\|?*\s\p{C}]{1,}$/u)
        expect(safeName(name)).not.toMatch(/^\.|\.$/)
        expect(Array.from(safeName(name)).length).toBeLessThanOrEqual(100)
      }),
    )
  })
})
