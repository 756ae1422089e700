// A file as someone hands it in, script or style: what is wrong with it, and its checksum made right (contract "Files").
import type { Finding, Rule } from "./finding.ts"
import { isRecord, parseJson } from "./json.ts"
import { checkScript } from "./script/check.ts"
import { Authored } from "./script/script.ts"
import { scriptFileVersion, unknownVersion, wrongChecksum } from "./script/script-file.ts"
import { checksum, type Digest, type FileKind } from "./seal.ts"
import { readAs } from "./structure.ts"
import { StylePayload, styleFileVersion, unknownStyleVersion } from "./style/style-file.ts"

const kinds = {
  script: { version: scriptFileVersion, unknownVersion },
  style: { version: styleFileVersion, unknownVersion: unknownStyleVersion },
} as const satisfies Record<FileKind, { readonly version: number; readonly unknownVersion: string }>

type Envelope = { readonly kind: FileKind; readonly file: Readonly<Record<string, unknown>> }

/**
 * Every finding of a file's text (undefined: bytes that are no text). A wrong version ends the check; a wrong checksum is one finding
 * among the others, for whoever wrote the file by hand wants to hear of the rest too.
 */
export const checkFile = async (text: string | undefined, digest: Digest): Promise<ReadonlyArray<Finding>> => {
  if (text === undefined || text.trim() === "")
    return [finding("unreadable", "", text === undefined ? "the file is not UTF-8 text" : "the file is empty")]
  const parsed = parseJson(text)
  if (!parsed.ok) return [finding("not-json", "", parsed.problem)]
  const envelope = envelopeOf(parsed.value)
  if (envelope === undefined) return [finding("structure", "", "a file is an object with version, payload and checksum")]
  const { kind, file } = envelope
  const { version, unknownVersion: sentence } = kinds[kind]
  if (file["version"] !== version) return [finding("unknown-version", "/version", sentence)]
  return [...(await checksumFindings(envelope, digest)), ...payloadFindings(envelope)]
}

/** The same file with the checksum that its payload has, or undefined where it is no file of ours. */
export const resealed = async (text: string, digest: Digest): Promise<string | undefined> => {
  const parsed = parseJson(text)
  const envelope = parsed.ok ? envelopeOf(parsed.value) : undefined
  if (envelope === undefined) return undefined
  const sum = await checksum(envelope.file["payload"], envelope.kind, digest)
  return typeof sum === "string" ? `${JSON.stringify({ ...envelope.file, checksum: sum }, null, 2)}\n` : undefined
}

const checksumFindings = async ({ kind, file }: Envelope, digest: Digest): Promise<ReadonlyArray<Finding>> => {
  const sum = await checksum(file["payload"], kind, digest)
  if (typeof sum !== "string") return [finding("structure", "/payload", `the payload has no checksum: ${sum.reason}`)]
  return file["checksum"] === sum ? [] : [finding("checksum-mismatch", "/checksum", wrongChecksum)]
}

const payloadFindings = ({ kind, file }: Envelope): ReadonlyArray<Finding> => {
  if (kind === "style") return readAs(StylePayload, file["payload"], "/payload").findings ?? []
  const read = readAs(Authored, file["payload"], "/payload")
  if (read.findings !== undefined) return read.findings
  return checkScript(read.value).map((it) => ({ ...it, pointer: `/payload${it.pointer}` }))
}

const envelopeOf = (value: unknown): Envelope | undefined => {
  if (!isRecord(value) || !isRecord(value["payload"])) return undefined
  const { payload } = value
  const kind = Object.hasOwn(payload, "web") || Object.hasOwn(payload, "stats") ? "style" : "script"
  return { kind, file: value }
}

const finding = (rule: Rule, pointer: string, message: string): Finding => ({ pointer, severity: "error", rule, message })
