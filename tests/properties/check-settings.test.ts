// The settings of a check, and the quick fixes of whole scripts and files.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { fixScript } from "../../domain/check/script-fixes.ts"
import { scriptFindings } from "../../domain/check/script-rules.ts"
import { applyRuleLevels, fixedRules, parseRuleLevels, ruleLevels } from "../../domain/files/check-settings.ts"
import { checkFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { fixFile } from "../../domain/files/file-fix.ts"
import { sealScriptFile } from "../../domain/files/script-file.ts"
import { isError, rules } from "../../domain/findings/finding.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { script } from "../arbitraries/scripts.ts"

const digest: Digest = async (text) => createHash("sha256").update(text).digest()
const rule = fc.constantFrom(...rules)
const level = fc.constantFrom(...ruleLevels)
const findings = fc.array(fc.record({ rule, severity: fc.constantFrom("error" as const, "warning" as const), pointer: fc.string() }))

describe("the levels of rules", () => {
  test("are read back as they are written, except those that cannot be set", () => {
    fc.assert(
      fc.property(fc.dictionary(rule, level), (levels) => {
        const fixed = Object.keys(levels).find((name) => fixedRules.some((it) => it === name))
        const parsed = parseRuleLevels(JSON.stringify({ rules: levels }))
        if (fixed === undefined) expect(parsed).toEqual({ ok: true, levels })
        else expect(parsed).toEqual({ ok: false, pointer: `/rules/${fixed}`, message: `the level of ${fixed} cannot be set` })
      }),
    )
  })

  test("never throw for any text", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseRuleLevels(text)))
    for (const text of ["", "{", "[]", "null", '{"rules":[]}', '{"rules":{"x":1}}']) expect(parseRuleLevels(text).ok).toBe(false)
    for (const text of ["{}", '{"$schema":"x"}', '{"rules":{}}']) expect(parseRuleLevels(text)).toEqual({ ok: true, levels: {} })
  })

  test("change severities only, and leave out what is off", () => {
    fc.assert(
      fc.property(findings, fc.dictionary(rule, level), (list, levels) => {
        const kept = list.filter((finding) => levels[finding.rule] !== "off")
        expect(applyRuleLevels(list, levels)).toEqual(
          kept.map((finding) => ({ ...finding, severity: levels[finding.rule] ?? finding.severity })),
        )
        expect(applyRuleLevels(list, {})).toEqual(list)
      }),
    )
  })
})

/** A script in which some instructions have a name or a delay that has a quick fix. */
const flawedScript = script.chain((authored) =>
  fc.array(fc.constantFrom(null, { label: "two words" }, { label: "same" }, { typing_delay: -1 }), { maxLength: 8 }).map((flaws) => ({
    ...authored,
    instructions: authored.instructions.map((instruction, i) => ({ ...instruction, ...flaws[i] })),
  })),
)
const countErrors = (authored: AuthoredScript) => scriptFindings(authored).filter(isError).length

describe("the fixes of a script", () => {
  test("add no error, and are not needed twice", () => {
    let fixedCount = 0
    fc.assert(
      fc.property(flawedScript, (authored) => {
        const { script: next, fixed } = fixScript(authored)
        fixedCount += fixed.length
        expect(fixScript(next)).toEqual({ script: next, fixed: [] })
        expect(countErrors(next)).toBeLessThanOrEqual(countErrors(authored))
        const rulesOf = (it: AuthoredScript) => scriptFindings(it).map(({ rule: name }) => name)
        for (const name of ["name-syntax", "name-not-unique", "typing-delay"] as const) expect(rulesOf(next)).not.toContain(name)
        if (fixed.length === 0) expect(next).toBe(authored)
      }),
    )
    expect(fixedCount).toBeGreaterThan(0)
  })

  test("make a file that is sealed, keeps the rest of its text, and has none of the fixed findings", async () => {
    await fc.assert(
      fc.asyncProperty(flawedScript, async (authored) => {
        const text = (await sealScriptFile(authored, digest)) ?? ""
        const result = await fixFile(text, digest)
        if (!result.ok) throw new Error("a sealed file was refused")
        if (result.fixed.length === 0) expect(result.text).toBe(text)
        const left = await checkFile(result.text, digest)
        expect(left.filter(({ rule: name }) => name === "checksum-mismatch")).toEqual([])
        expect(result.text).toBe((await sealScriptFile(JSON.parse(result.text).payload, digest)) ?? "")
      }),
    )
  })
})
