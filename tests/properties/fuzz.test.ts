// Whatever is in a file, the check has findings to say of it and never falls over. FUZZ_RUNS sets how many files are tried.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { rules } from "../../domain/check/finding.ts"
import { checkFile, comparePointers, resealFile } from "../../domain/files/file-check.ts"
import { checksumSalts, computeChecksum, type Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile } from "../../domain/files/script-file.ts"
import { canonicalJson } from "../../domain/json/canonical-json.ts"
import { damagedText, damagedValue } from "../arbitraries/damage.ts"
import { script } from "../arbitraries/scripts.ts"

const numRuns = Number(process.env["FUZZ_RUNS"] ?? 300)
/** Milliseconds: a busy machine may take its time. */
const patience = { timeout: 30_000 + 200 * numRuns }
const digest: Digest = async (text) => createHash("sha256").update(text).digest()

/** A good file's text. Sealed here by the contract's words, for an arbitrary cannot wait. */
const sealed = (payload: unknown): string => {
  const canonical = canonicalJson(payload)
  if (typeof canonical !== "string") throw new Error(`no good file: ${canonical.reason}`)
  const sum = createHash("sha256")
    .update(canonical + checksumSalts.script)
    .digest("hex")
    .toUpperCase()
  return JSON.stringify({ version: 2, payload, checksum: sum }, null, 2)
}

/** Findings as the contract has them: known rules, pointers that are pointers, something said, in order. */
const sound = async (text: string) => {
  const findings = await checkFile(text, digest)
  for (const { rule, pointer, message } of findings) {
    expect(rules).toContain(rule)
    expect(pointer).toMatch(/^(?:\/(?:[^~/]|~[01])*)*$/su)
    expect(message).toMatch(/\S/)
    expect(message).not.toMatch(/\{\w+\}|undefined|\[object/)
  }
  const pointers = findings.map(({ pointer }) => pointer)
  expect(pointers).toEqual(pointers.toSorted(comparePointers))
  return findings
}

/** What opens, the check has nothing against as a file; what does not open, it has. */
const agree = async (text: string) => {
  const findings = await sound(text)
  const opened = await openScriptFile(text, digest)
  const ofFile = findings.filter(({ rule }) => ["not-json", "unknown-version", "checksum-mismatch"].includes(rule))
  if (opened.ok) expect(ofFile).toEqual([])
  else expect(findings).not.toEqual([])
  expect(Object.prototype).not.toHaveProperty("polluted")
}

describe("anything at all in a file", patience, () => {
  test("values replaced and fields left out anywhere, the checksum made right where there can be one", async () => {
    const file = script.chain((it) => damagedValue(JSON.parse(JSON.stringify(it))))
    await fc.assert(
      fc.asyncProperty(file, async (payload) => {
        const sum = await computeChecksum(payload, "script", digest)
        await agree(JSON.stringify({ version: 2, payload, checksum: sum }))
      }),
      { numRuns },
    )
  })

  test("a style file with anything in it", async () => {
    const payload = { web: [{ "app_background-color": "#fff" }, { header_display: "flex" }], stats: [{ body_color: "#000" }] }
    await fc.assert(
      fc.asyncProperty(damagedValue({ version: 1, payload, checksum: "" }), async (file) => {
        await sound(JSON.stringify(file))
        const sealed = await resealFile(JSON.stringify(file), digest)
        if (sealed.ok) await sound(sealed.text)
      }),
      { numRuns },
    )
  })

  test("pieces of the text cut out, doubled and overwritten", async () => {
    await fc.assert(fc.asyncProperty(script.map(sealed).chain(damagedText), agree), { numRuns })
  })

  test("texts that were never files", async () => {
    await fc.assert(fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.json()), agree), { numRuns })
  })
})
