// Applies the quick fixes to the text of a script file [F9].
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { fixScript } from "../check/script-fixes.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { decodeJson } from "../schema/schema-decoder.ts"
import { AuthoredScriptSchema } from "../script/script.ts"
import { computeChecksum, type Digest, openEnvelope } from "./file-envelope.ts"

export type FixedFile =
  | { readonly ok: true; readonly text: string; readonly fixed: ReadonlyArray<Finding> }
  | { readonly ok: false; readonly findings: ReadonlyArray<Finding> }

/**
 * Returns the file's text with the quick fixes of its script and a correct checksum, and the findings that were fixed; the same text if there
 * are none. The indentation and fields of newer versions are kept. The checksum of the given text is not verified.
 */
export const fixFile = async (text: string, digest: Digest): Promise<FixedFile> => {
  const result = openEnvelope(text)
  if (!result.ok) return result
  const { kind, file, payload } = result.envelope
  // No finding of a style has a quick fix.
  if (kind === "style") return { ok: true, text, fixed: [] }
  const decoded = decodeJson(AuthoredScriptSchema, payload, "/payload")
  if (decoded.findings !== undefined) return { ok: false, findings: decoded.findings }
  const { script, fixed } = fixScript(decoded.value)
  if (fixed.length === 0) return { ok: true, text, fixed }
  const encoded = Schema.encodeResult(AuthoredScriptSchema)(script)
  if (Result.isFailure(encoded)) throw new Error("a fix made a script that has no structure")
  const checksum = await computeChecksum(encoded.success, kind, digest)
  if (typeof checksum !== "string") return { ok: false, findings: [createFinding("structure", "/payload", "finding.no-value")] }
  const indent = /^\ufeff?\s*\{\r?\n([ \t]+)/.exec(text)?.[1]
  return {
    ok: true,
    text: `${JSON.stringify({ ...file, payload: encoded.success, checksum }, null, indent)}\n`,
    fixed: fixed.map((finding) => ({ ...finding, pointer: `/payload${finding.pointer}` })),
  }
}
