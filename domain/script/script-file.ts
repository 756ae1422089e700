// Script files, version 2: opening what someone hands in, and sealing what is handed out (contract "Files", spec/2-editor §5, §9).

import * as Schema from "effect/Schema"
import type { Finding } from "../finding.ts"
import { isRecord, parseJson } from "../json.ts"
import { checksum, type Digest } from "../seal.ts"
import { readAs } from "../structure.ts"
import { Authored } from "./script.ts"

/** [F4] The version of script files that is written and read. */
export const scriptFileVersion = 2

/** Wordings that spec/2-editor §5 and spec/3-community §5 quote. */
export const unknownVersion = "We only support importing from version 2 of the style file."
export const wrongChecksum = "The checksum of the imported file does not match the checksum of the file we have on file."

export type OpenedFile =
  | { readonly ok: true; readonly authored: Authored }
  | { readonly ok: false; readonly findings: readonly [Finding, ...ReadonlyArray<Finding>] }

const refused = (rule: Finding["rule"], pointer: string, message: string): OpenedFile => ({
  ok: false,
  findings: [{ pointer, severity: "error", rule, message }],
})

/** The script in a file's text, or what is wrong with the file: not JSON, another version, another checksum, another structure. */
export const openScriptFile = async (text: string, digest: Digest): Promise<OpenedFile> => {
  const parsed = parseJson(text)
  if (!parsed.ok) return refused("not-json", "", parsed.problem)
  const file = parsed.value
  if (!isRecord(file)) return refused("structure", "", "a script file is an object with version, payload and checksum")
  if (file["version"] !== scriptFileVersion) return refused("unknown-version", "/version", unknownVersion)
  const sum = await checksum(file["payload"], "script", digest)
  if (typeof sum !== "string") return refused("structure", "/payload", `the payload has no checksum: ${sum.reason}`)
  if (file["checksum"] !== sum) return refused("checksum-mismatch", "/checksum", wrongChecksum)
  const { value, findings } = readAs(Authored, file["payload"], "/payload")
  const [first, ...rest] = findings ?? []
  if (first !== undefined) return { ok: false, findings: [first, ...rest] }
  return value === undefined ? refused("structure", "/payload", "no script") : { ok: true, authored: value }
}

/** The text of a script file. Resolves with undefined for a script that has no canonical form (half a surrogate pair in a text). */
export const sealScriptFile = async (authored: Authored, digest: Digest): Promise<string | undefined> => {
  const payload = Schema.encodeSync(Authored)(authored)
  const sum = await checksum(payload, "script", digest)
  return typeof sum === "string" ? `${JSON.stringify({ version: scriptFileVersion, payload, checksum: sum }, null, 2)}\n` : undefined
}

/** [F5] `{YYYYMMDD}_v2_{script name}_{community slug}.json`; `day` is `YYYY-MM-DD`. */
export const scriptFileName = (day: string, name: string, slug: string): string =>
  `${day.replaceAll("-", "")}_v${scriptFileVersion}_${safeName(name)}_${slug}.json`

/** A name that every file system takes: no separators, no reserved or control characters, no dots or spaces at the ends, 100 characters. */
export const safeName = (name: string): string =>
  Array.from(name.normalize("NFC").replace(/[\p{C}<>:"/\\|?*\s]+/gu, "_"))
    .slice(0, 100)
    .join("")
    .replace(/^[._]+|[._]+$/g, "") || "script"
