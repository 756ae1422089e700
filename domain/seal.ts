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
    let code = text.codePointAt(i) ?? 0
    if (code > 0xffff) i++
    if (code < 0x80) bytes[at++] = code
    else {
      const rest: Array<number> = []
      let lead = code < 0x800 ? 0xc0 : code < 0x10000 ? 0xe0 : 0xf0
      for (let n = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3; n > 0; n--) {
        rest.unshift(0x80 | (code & 0x3f))
        code >>= 6
      }
      lead |= code
      bytes[at++] = lead
      for (const byte of rest) bytes[at++] = byte
    }
  }
  return bytes.slice(0, at)
}
