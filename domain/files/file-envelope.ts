// What script and style files have in common: a version, a payload and a checksum (contract "Files"; decisions F1–F4, F7).

import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { canonicalJson, type NotCanonical } from "../json/canonical-json.ts"
import { invalidJsonFindings, isRecord, parseJson } from "../json/json-parser.ts"

// The checksum of script and style files (contract "Files"; decisions F1, F2).

/** SHA-256 of a text's UTF-8, given by whoever runs: browser, server, tool. */
export type Digest = (text: string) => Promise<Uint8Array>

/** [F1] What follows the canonical JSON before it is hashed, by kind of file. */
export const checksumSalts = { script: "conversation-admin:script:2", style: "conversation-admin:style:1" } as const
export type SealedFileKind = keyof typeof checksumSalts

/** [F2] Upper-case hex SHA-256 over the UTF-8 of the payload's canonical JSON and the salt, or why the payload has no such form. */
export const computeChecksum = async (payload: unknown, kind: SealedFileKind, digest: Digest): Promise<string | NotCanonical> => {
  const text = canonicalJson(payload)
  if (typeof text !== "string") return text
  const bytes = await digest(text + checksumSalts[kind])
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase()
}

/** [F4] The version of each kind that is written and read. */
export const fileVersions = { script: 2, style: 1 } as const satisfies Record<SealedFileKind, number>

type Fields = Readonly<Record<string, unknown>>
export type Envelope = { readonly kind: SealedFileKind; readonly file: Fields; readonly payload: Fields }
type Opened =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly findings: readonly [Finding, ...ReadonlyArray<Finding>] }

const refused = (...findings: readonly [Finding, ...ReadonlyArray<Finding>]): Opened => ({ ok: false, findings })

/** A file of the given kind, or of that which its payload shows, as far as its version; its checksum is not looked at. */
export const openEnvelope = (text: string, wished?: SealedFileKind): Opened => {
  const json = parseJson(text)
  if (!json.ok) {
    const [first = createFinding("not-json", "", "finding.empty-file"), ...others] = json.findings
    return refused(first, ...others)
  }
  const file = json.value
  if (!isRecord(file)) return refused(createFinding("structure", "", "finding.file"))
  const payload = file["payload"]
  const kind = wished ?? (isRecord(payload) && (Object.hasOwn(payload, "web") || Object.hasOwn(payload, "stats")) ? "style" : "script")
  if (!Object.hasOwn(file, "version") && !isRecord(payload)) return refused(createFinding("structure", "", "finding.file"))
  if (file["version"] !== fileVersions[kind]) return refused(createFinding("unknown-version", "/version", `finding.version.${kind}`))
  return isRecord(payload)
    ? { ok: true, envelope: { kind, file, payload } }
    : refused(createFinding("structure", "/payload", Object.hasOwn(file, "payload") ? "finding.payload" : "finding.shape.missing"))
}

/**
 * The text of a file with that payload. Resolves with undefined for one that no file can hold, for it could not be opened again: with what
 * is no JSON in it (a date, half a character, a number that is none, a value that holds itself), too many levels or values.
 */
export const sealFile = async (payload: unknown, kind: SealedFileKind, digest: Digest): Promise<string | undefined> => {
  const whole = { version: fileVersions[kind], payload }
  if (invalidJsonFindings(whole).length > 0) return undefined
  const sum = await computeChecksum(payload, kind, digest)
  if (typeof sum !== "string") return undefined
  const text = `${JSON.stringify({ ...whole, checksum: sum }, null, 2)}\n`
  return parseJson(text).ok ? text : undefined
}

/** A wrong checksum, as a finding. */
export const verifyChecksum = async ({ kind, file, payload }: Envelope, digest: Digest): Promise<ReadonlyArray<Finding>> => {
  const sum = await computeChecksum(payload, kind, digest)
  return file["checksum"] === sum ? [] : [createFinding("checksum-mismatch", "/checksum", "finding.checksum")]
}
