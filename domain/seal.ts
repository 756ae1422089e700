// The checksum of script and style files (contract "Files"; decisions F1, F2).
import { canonicalJson, type NotCanonical } from "./canonical-json.ts"

/** SHA-256, given by whoever runs: browser, server, tool. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>

/** [F1] What follows the canonical JSON before it is hashed, by kind of file. */
export const salts = { script: "conversation-admin:script:2", style: "conversation-admin:style:1" } as const
export type FileKind = keyof typeof salts

/** [F2] Upper-case hex SHA-256 over the UTF-8 of the payload's canonical JSON and the salt, or why the payload has no such form. */
export const checksum = async (payload: unknown, kind: FileKind, digest: Digest): Promise<string | NotCanonical> => {
  const text = canonicalJson(payload)
  if (typeof text !== "string") return text
  const bytes = await digest(utf8(text + salts[kind]))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase()
}

/** UTF-8 of a well-formed string (RFC 3629); TextEncoder is not among the domain's means. */
const utf8 = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 3)
  let at = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) {
      bytes[at++] = unit
      continue
    }
    const code = text.codePointAt(i) ?? unit
    if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6)
    else {
      if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12)
      else {
        i++ // the other half of the pair
        bytes[at++] = 0xf0 | (code >> 18)
        bytes[at++] = 0x80 | ((code >> 12) & 0x3f)
      }
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
    }
    bytes[at++] = 0x80 | (code & 0x3f)
  }
  return bytes.subarray(0, at)
}
