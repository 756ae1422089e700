// The check returns well-formed findings for any file and never throws. FUZZ_RUNS sets the number of files.
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkFile, comparePointers, resealFile } from "../../domain/files/file-check.ts"
import { checksumSalts, computeChecksum, type Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile } from "../../domain/files/script-file.ts"
import { rules } from "../../domain/findings/finding.ts"
import { canonicalJson } from "../../domain/json/canonical-json.ts"
import { damagedText, damagedValue } from "../arbitraries/damage.ts"
import { script } from "../arbitraries/scripts.ts"

const numRuns = Number(process.env["FUZZ_RUNS"] ?? 300)
/** In milliseconds, with time to spare for a busy machine. */
const testOptions = { timeout: 30_000 + 200 * numRuns }
const digest: Digest = async (text) => createHash("sha256").update(text).digest()

/** The text of a valid file. It is sealed here synchronously, because an arbitrary cannot wait. */
const sealed = (payload: unknown): string => {
  const canonical = canonicalJson(payload)
  if (typeof canonical !== "string") throw new Error(`no good file: ${canonical.reason}`)
  const sum = createHash("sha256")
    .update(canonical + checksumSalts.script)
    .digest("hex")
    .toUpperCase()
  return JSON.stringify({ version: 2, payload, checksum: sum }, null, 2)
}

/** Findings are well-formed: known rules, valid pointers, messages that are not empty, sorted. */
const expectWellFormedFindings = async (text: string) => {
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

/** A file that opens has no finding about the file itself, and one that does not open has findings. */
const expectConsistentCheck = async (text: string) => {
  const findings = await expectWellFormedFindings(text)
  const opened = await openScriptFile(text, digest)
  const ofFile = findings.filter(({ rule }) => ["not-json", "unknown-version", "checksum-mismatch"].includes(rule))
  if (opened.ok) expect(ofFile).toEqual([])
  else expect(findings).not.toEqual([])
  expect(Object.prototype).not.toHaveProperty("polluted")
}

describe("checking any file", testOptions, () => {
  test("works with values replaced and fields left out anywhere, with a correct checksum where possible", async () => {
    const file = script.chain((it) => damagedValue(JSON.parse(JSON.stringify(it))))
    await fc.assert(
      fc.asyncProperty(file, async (payload) => {
        const sum = await computeChecksum(payload, "script", digest)
        await expectConsistentCheck(JSON.stringify({ version: 2, payload, checksum: sum }))
      }),
      { numRuns },
    )
  })

  test("works with a damaged style file", async () => {
    const payload = { web: [{ "app_background-color": "#fff" }, { header_display: "flex" }], stats: [{ body_color: "#000" }] }
    await fc.assert(
      fc.asyncProperty(damagedValue({ version: 1, payload, checksum: "" }), async (file) => {
        await expectWellFormedFindings(JSON.stringify(file))
        const sealed = await resealFile(JSON.stringify(file), digest)
        if (sealed.ok) await expectWellFormedFindings(sealed.text)
      }),
      { numRuns },
    )
  })

  test("works with pieces of the text removed, repeated and overwritten", async () => {
    await fc.assert(fc.asyncProperty(script.map(sealed).chain(damagedText), expectConsistentCheck), { numRuns })
  })

  test("works with texts that were never files", async () => {
    await fc.assert(fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.json()), expectConsistentCheck), { numRuns })
  })
})
