// Script files, version 2: opening what someone hands in, and sealing what is handed out (contract "Files", spec/2-editor §5, §9).
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Finding } from "../check/finding.ts"
import { invalidJsonFindings } from "../json/json-parser.ts"
import { decodeJson } from "../schema/schema-decoder.ts"
import { AuthoredScript } from "../script/script.ts"
import { type Digest, fileVersions, openEnvelope, sealFile, verifyChecksum } from "./file-envelope.ts"

export type OpenScriptFileResult =
  | { readonly ok: true; readonly authored: AuthoredScript }
  | { readonly ok: false; readonly findings: readonly [Finding, ...ReadonlyArray<Finding>] }

/** The script in a file's text, or what is wrong with the file: not JSON, another version, another checksum, another structure. */
export const openScriptFile = async (text: string, digest: Digest): Promise<OpenScriptFileResult> => {
  const opened = openEnvelope(text, "script")
  if (!opened.ok) return opened
  const [wrong] = await verifyChecksum(opened.envelope, digest)
  if (wrong !== undefined) return { ok: false, findings: [wrong] }
  const read = decodeJson(AuthoredScript, opened.envelope.payload, "/payload")
  if (read.findings === undefined) return { ok: true, authored: read.value }
  const [first, ...others] = read.findings
  if (first === undefined) throw new Error("a payload was refused without a finding")
  return { ok: false, findings: [first, ...others] }
}

/** The text of a script file, which `openScriptFile` opens. Resolves with undefined for a script that no file can hold (half a character in a text, a number that is none, a date or 201 levels in a field that is not known). */
export const sealScriptFile = async (authored: AuthoredScript, digest: Digest): Promise<string | undefined> => {
  if (invalidJsonFindings(authored).length > 0) return undefined
  const encoded = Schema.encodeResult(AuthoredScript)(authored)
  return Result.isFailure(encoded) ? undefined : sealFile(encoded.success, "script", digest)
}

/** [F5] `{YYYYMMDD}_v2_{script name}_{community slug}.json`; `day` is `YYYY-MM-DD`. */
export const scriptFileName = (day: string, name: string, slug: string): string =>
  `${day.replaceAll("-", "")}_v${fileVersions.script}_${toSafeFileName(name)}_${slug}.json`

/** [F10] Bytes of UTF-8 that the name of a script takes at most: with date, slug and ending it stays below the 255 of most file systems. */
const longestName = 150

/** A name that every file system takes: no separators, no reserved or control characters, no dots or spaces at the ends. */
export const toSafeFileName = (name: string): string => {
  let left = longestName
  const fitting = Array.from(name.normalize("NFC").replace(/[\p{C}<>:"/\\|?*\s]+/gu, "_")).filter((it) => {
    left -= utf8Length(it)
    return left >= 0
  })
  return fitting.join("").replace(/^[._]+|[._]+$/g, "") || "script"
}

const utf8Length = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
