// The envelope of script and style files: version, payload and checksum [F1–F4, F7].

import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { canonicalJson, type NotCanonical } from "../json/canonical-json.ts"
import { isRecord } from "../json/json-value.ts"
import { invalidJsonFindings, parseJson } from "../schema/json-parser.ts"

/** Returns the SHA-256 of the text's UTF-8 bytes; the browser, the server and the command line tool each provide it. */
export type Digest = (text: string) => Promise<Uint8Array>

/** [F1] The salt that is appended to the canonical JSON before hashing, by kind of file. */
export const checksumSalts = { script: "conversation-admin:script:2", style: "conversation-admin:style:1" } as const
export type SealedFileKind = keyof typeof checksumSalts

/** [F2] Returns the SHA-256 of the payload's canonical JSON plus the salt in upper-case hex, or why the payload is not canonical. */
export const computeChecksum = async (payload: unknown, kind: SealedFileKind, digest: Digest): Promise<string | NotCanonical> => {
  const text = canonicalJson(payload)
  if (typeof text !== "string") return text
  const bytes = await digest(text + checksumSalts[kind])
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase()
}

/** [F4] The version of each kind of file that is written and read. */
export const fileVersions = { script: 2, style: 1 } as const satisfies Record<SealedFileKind, number>

type Fields = Readonly<Record<string, unknown>>
export type Envelope = { readonly kind: SealedFileKind; readonly file: Fields; readonly payload: Fields }
type OpenEnvelopeResult =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly findings: readonly [Finding, ...ReadonlyArray<Finding>] }

const failWith = (first: Finding, others: ReadonlyArray<Finding> = []): OpenEnvelopeResult => ({ ok: false, findings: [first, ...others] })

/** Parses a file and checks its version. Its kind is read from the payload unless it is given. Does not verify the checksum. */
export const openEnvelope = (text: string, expectedKind?: SealedFileKind): OpenEnvelopeResult => {
  const json = parseJson(text)
  if (!json.ok) {
    const [first = createFinding("not-json", "", "finding.empty-file"), ...others] = json.findings
    return failWith(first, others)
  }
  const file = json.value
  if (!isRecord(file)) return failWith(createFinding("structure", "", "finding.file"))
  const payload = file["payload"]
  const kind =
    expectedKind ?? (isRecord(payload) && (Object.hasOwn(payload, "web") || Object.hasOwn(payload, "stats")) ? "style" : "script")
  if (!Object.hasOwn(file, "version") && !isRecord(payload)) return failWith(createFinding("structure", "", "finding.file"))
  if (file["version"] !== fileVersions[kind]) return failWith(createFinding("unknown-version", "/version", `finding.version.${kind}`))
  return isRecord(payload)
    ? { ok: true, envelope: { kind, file, payload } }
    : failWith(createFinding("structure", "/payload", Object.hasOwn(file, "payload") ? "finding.payload" : "finding.shape.missing"))
}

/** The files that have a JSON Schema. */
export const schemaKinds = ["script", "style", "answers"] as const
export type SchemaKind = (typeof schemaKinds)[number]

/** Returns the path at which a console serves the JSON Schema of a kind of file. */
export const getSchemaPath = (kind: SchemaKind): string => `/schemas/${kind}.json`

/**
 * Returns the file's text; undefined if the payload cannot be stored and read back: a value that is not JSON (a date, a lone surrogate,
 * NaN, a cycle), too many levels or values. With the `origin` of a console, such as `https://console.example`, the file names the console's
 * JSON Schema, by which editors of text complete and check it.
 */
export const sealFile = async (payload: unknown, kind: SealedFileKind, digest: Digest, origin?: string): Promise<string | undefined> => {
  const content = {
    ...(origin !== undefined && { $schema: origin + getSchemaPath(kind) }),
    version: fileVersions[kind],
    payload,
  }
  if (invalidJsonFindings(content).length > 0) return undefined
  const checksum = await computeChecksum(payload, kind, digest)
  if (typeof checksum !== "string") return undefined
  const text = `${JSON.stringify({ ...content, checksum }, null, 2)}\n`
  return parseJson(text).ok ? text : undefined
}

/** Returns a finding if the checksum is wrong. */
export const verifyChecksum = async ({ kind, file, payload }: Envelope, digest: Digest): Promise<ReadonlyArray<Finding>> => {
  const checksum = await computeChecksum(payload, kind, digest)
  return file["checksum"] === checksum ? [] : [createFinding("checksum-mismatch", "/checksum", "finding.checksum")]
}
