// The addresses that the console links to and respondents open (contract "Addresses the console links to"; decisions L1).

import type { Ending } from "../chat/conversation-state.ts"
import type { Violation } from "../failure.ts"
import { defaultLanguage, type Language } from "../script/language.ts"
import { foldCase } from "../text/text-input.ts"
import { looksLikeShortCode, normalizeAccessKey } from "./access-key.ts"

/** Where chat and statistics are served: absolute addresses without a slash at the end. */
export type PublicBaseUrls = { readonly chat: string; readonly stats: string }

type Chat = { readonly slug: string; readonly script: string }

/** [L1] Everybody's link to a chat; the language is named when it is set and not the usual one. */
export const buildAnonymousUrl = (
  { chat }: Pick<PublicBaseUrls, "chat">,
  { slug, script, language }: Chat & { readonly language?: string | null },
): string =>
  `${buildChatUrl(chat, { slug, script })}/anonymous${language && language !== defaultLanguage ? `?l=${encodeURIComponent(language)}` : ""}`

/** One participant's link; `conversation` is the token of their conversation. */
export const buildParticipantUrl = (
  { chat }: Pick<PublicBaseUrls, "chat">,
  { slug, script, conversation }: Chat & { readonly conversation: string },
): string => `${buildChatUrl(chat, { slug, script })}/${encodeURIComponent(conversation)}`

/** The short form of a link: of a participant's by its code, of everybody's by the slug that was saved for it. */
export const buildShortUrl = ({ chat }: Pick<PublicBaseUrls, "chat">, code: string): string => `${base(chat)}/s/${encodeURIComponent(code)}`

/** The live statistics of a chat. */
export const buildStatsUrl = ({ stats }: Pick<PublicBaseUrls, "stats">, { slug, script }: Chat): string =>
  `${base(stats)}/${encodeURIComponent(slug)}/${encodeURIComponent(script)}`

/** The page that shows a community's styling in a frame. */
export const buildPreviewUrl = (bases: PublicBaseUrls, portal: keyof PublicBaseUrls, slug: string): string =>
  `${base(bases[portal])}/${encodeURIComponent(slug)}/preview`

const maxSlugLength = 100

export type ChatSlugProblem = "ERROR.CHAT_SLUG_BLANK" | "ERROR.CHAT_SLUG_SYNTAX" | "ERROR.CHAT_SLUG_CODE"

/**
 * [L5] What is wrong with a slug, as a key of the catalogue, or null: it "requires a non-empty slug" (spec/3-community §5), and is one part
 * of an address, of letters and digits of any script, with hyphens, underscores and dots between, 100 characters at most. The code of a
 * person's link stands in the same place: what reads as one is no slug.
 */
export const chatSlugProblem = (slug: string): ChatSlugProblem | null => {
  if (slug.trim() === "") return "ERROR.CHAT_SLUG_BLANK"
  const isWritten = Array.from(slug).length <= maxSlugLength && /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?$/u.test(slug)
  if (!isWritten) return "ERROR.CHAT_SLUG_SYNTAX"
  return looksLikeShortCode(foldCase(slug)) ? "ERROR.CHAT_SLUG_CODE" : null
}

/** [L5] The same, as what keeps the form's field `slug` from being sent. White space around a slug is none of it. */
export const chatSlugViolations = (slug: string): ReadonlyArray<Violation> => {
  const problem = chatSlugProblem(slug.trim())
  return problem === null ? [] : [{ field: "slug", message: problem }]
}

const base = (address: string): string => address.replace(/\/+$/, "")
const buildChatUrl = (chat: string, { slug, script }: Chat): string =>
  `${base(chat)}/${encodeURIComponent(slug)}/chat/${encodeURIComponent(script)}`

// What the address of a respondent's page leads to: the addresses of respondent-urls.ts read back (contract "Addresses the console links to").

/**
 * `base` is where the chat is served: the path up to there, without a slash at the end. `pass` is the token of a conversation or the code
 * of its short link. `style` is the preview of a community's styling.
 */
export type ChatRoute = { readonly base: string } & (
  | { readonly type: "anonymous"; readonly community: string; readonly script: string }
  | { readonly type: "personal"; readonly accessKey: string }
  | { readonly type: "preview"; readonly community: string }
)

/** The place that a path leads to, or null for a path that is none of a chat's. */
export const parseChatPath = (path: string): ChatRoute | null => {
  const chat = /^(.*)\/([^/]+)\/chat\/([^/]+)\/([^/]+)\/?$/.exec(path)
  if (chat !== null) {
    const [, base = "", community = "", script = "", pass = ""] = chat
    return pass === "anonymous"
      ? { type: "anonymous", base, community: read(community), script: read(script) }
      : { type: "personal", base, accessKey: normalizeAccessKey(read(pass)) }
  }
  const short = /^(.*)\/s\/([^/]+)\/?$/.exec(path)
  if (short !== null) return { type: "personal", base: short[1] ?? "", accessKey: normalizeAccessKey(read(short[2] ?? "")) }
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

// Where the page goes when a conversation is over (spec/2-editor §3 "end"; decisions E5).

/** The address that an ending leads to, or null where the chat stays on the screen. The statistics go on in the chat's `language`. */
export const buildEndingUrl = (
  { endAction, url }: Pick<Ending, "endAction" | "url">,
  bases: Pick<PublicBaseUrls, "stats">,
  chat: { readonly slug: string; readonly script: string; readonly language: Language },
): string | null => {
  if (endAction === "livestats") return `${buildStatsUrl(bases, chat)}?l=${chat.language}`
  return endAction === "redirect" && url !== "" ? url : null
}

// What the address of a live statistics' page leads to (contract "Addresses the console links to").

/** `base` is where the statistics are served: the path up to there, without a slash at the end. */
export type StatsRoute = { readonly base: string; readonly community: string } & (
  | { readonly type: "chat"; readonly script: string }
  /** The preview of the community's styling. */
  | { readonly type: "preview" }
)

/** The place that a path leads to, or null for a path that is none of a chat's statistics. */
export const parseStatsPath = (path: string): StatsRoute | null => {
  const found = /^(.*)\/([a-z0-9-]+)\/(preview|[0-9a-f-]{36})\/?$/i.exec(path)
  if (found === null) return null
  const [, base = "", community = "", rest = ""] = found
  return /^preview$/i.test(rest) ? { type: "preview", base, community } : { type: "chat", base, community, script: rest }
}
