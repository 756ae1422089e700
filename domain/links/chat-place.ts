// What the address of a respondent's page leads to: the addresses of addresses.ts read back (contract "Addresses the console links to").
import { passOf } from "./pass.ts"

/**
 * `base` is where the chat is served: the path up to there, without a slash at the end. `pass` is the token of a conversation or the code
 * of its short link. `style` is the preview of a community's styling.
 */
export type ChatPlace = { readonly base: string } & (
  | { readonly type: "anonymous"; readonly community: string; readonly script: string }
  | { readonly type: "personal"; readonly pass: string }
  | { readonly type: "preview"; readonly community: string }
)

/** The place that a path leads to, or null for a path that is none of a chat's. */
export const chatPlace = (path: string): ChatPlace | null => {
  const chat = /^(.*)\/([^/]+)\/chat\/([^/]+)\/([^/]+)\/?$/.exec(path)
  if (chat !== null) {
    const [, base = "", community = "", script = "", pass = ""] = chat
    return pass === "anonymous"
      ? { type: "anonymous", base, community: read(community), script: read(script) }
      : { type: "personal", base, pass: passOf(read(pass)) }
  }
  const short = /^(.*)\/s\/([^/]+)\/?$/.exec(path)
  if (short !== null) return { type: "personal", base: short[1] ?? "", pass: passOf(read(short[2] ?? "")) }
  const preview = /^(.*)\/([^/]+)\/preview\/?$/.exec(path)
  return preview === null ? null : { type: "preview", base: preview[1] ?? "", community: read(preview[2] ?? "") }
}

const read = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
