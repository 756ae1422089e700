// The checksum of script and style files (contract "Files"; decisions F1, F2).
import { canonicalJson, type NotCanonical } from "./canonical-json.ts"

/** SHA-256 of a text's UTF-8, given by whoever runs: browser, server, tool. */
export type Digest = (text: string) => Promise<Uint8Array>

/** [F1] What follows the canonical JSON before it is hashed, by kind of file. */
export const salts = { script: "conversation-admin:script:2", style: "conversation-admin:style:1" } as const
export type FileKind = keyof typeof salts

/** [F2] Upper-case hex SHA-256 over the UTF-8 of the payload's canonical JSON and the salt, or why the payload has no such form. */
export const checksum = async (payload: unknown, kind: FileKind, digest: Digest): Promise<string | NotCanonical> => {
  const text = canonicalJson(payload)
  if (typeof text !== "string") return text
  const bytes = await digest(text + salts[kind])
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase()
}
