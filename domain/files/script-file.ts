// Script files of version 2: opening an imported file, sealing an exported one [F1–F5].

import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Finding } from "../findings/finding.ts"
import { invalidJsonFindings } from "../schema/json-parser.ts"
import { decodeJson } from "../schema/schema-decoder.ts"
import { type AuthoredScript, AuthoredScriptSchema } from "../script/script.ts"
import { toSafeFileName } from "../text/text-input.ts"
import { type Digest, fileVersions, openEnvelope, sealFile, verifyChecksum } from "./file-envelope.ts"

export type OpenScriptFileResult =
  | { readonly ok: true; readonly authored: AuthoredScript }
  | { readonly ok: false; readonly findings: readonly [Finding, ...ReadonlyArray<Finding>] }

/** Returns the script of a file, or its findings: not JSON, another version, a wrong checksum, a wrong structure. */
export const openScriptFile = async (text: string, digest: Digest): Promise<OpenScriptFileResult> => {
  const result = openEnvelope(text, "script")
  if (!result.ok) return result
  const [checksumFinding] = await verifyChecksum(result.envelope, digest)
  if (checksumFinding !== undefined) return { ok: false, findings: [checksumFinding] }
  const decoded = decodeJson(AuthoredScriptSchema, result.envelope.payload, "/payload")
  if (decoded.findings === undefined) return { ok: true, authored: decoded.value }
  const [first, ...others] = decoded.findings
  if (first === undefined) throw new Error("a payload was refused without a finding")
  return { ok: false, findings: [first, ...others] }
}

/**
 * Returns the text of a script file for `openScriptFile`; undefined if the script cannot be stored (a lone surrogate, NaN, a date, 201
 * levels). `origin`: of the console that serves the JSON Schema.
 */
export const sealScriptFile = async (authored: AuthoredScript, digest: Digest, origin?: string): Promise<string | undefined> => {
  if (invalidJsonFindings(authored).length > 0) return undefined
  const encoded = Schema.encodeResult(AuthoredScriptSchema)(authored)
  return Result.isFailure(encoded) ? undefined : sealFile(encoded.success, "script", digest, origin)
}

/** [F5] Returns `{YYYYMMDD}_v2_{script name}_{community slug}.json`; `day` is `YYYY-MM-DD`. */
export const scriptFileName = (day: string, name: string, slug: string): string =>
  `${day.replaceAll("-", "")}_v${fileVersions.script}_${toSafeFileName(name)}_${slug}.json`
