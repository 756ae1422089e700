// URLs of the respondents' pages: building the ones that the console links to, parsing them, and the access keys in them [L1, L5, E5].

import type { Ending } from "../chat/conversation-state.ts"
import type { Violation } from "../findings/finding.ts"
import { defaultLanguage, type Language } from "../text/language.ts"
import { foldCase } from "../text/text-input.ts"
import type { PublicBaseUrls } from "../text/web-url.ts"

type Chat = { readonly slug: string; readonly script: string }

/** [L1] Returns the anonymous link of a chat; the language is included if it is not the default one. */
export const buildAnonymousUrl = (
  { chat }: Pick<PublicBaseUrls, "chat">,
  { slug, script, language }: Chat & { readonly language?: string | null },
): string =>
  `${buildChatUrl(chat, { slug, script })}/anonymous${language && language !== defaultLanguage ? `?l=${encodeURIComponent(language)}` : ""}`

/** Returns the personal link of a participant; `conversation` is the token of their conversation. */
export const buildParticipantUrl = (
  { chat }: Pick<PublicBaseUrls, "chat">,
  { slug, script, conversation }: Chat & { readonly conversation: string },
): string => `${buildChatUrl(chat, { slug, script })}/${encodeURIComponent(conversation)}`

/** Returns the short form of a link: of a personal link by its code, of the anonymous link by its slug. */
export const buildShortUrl = ({ chat }: Pick<PublicBaseUrls, "chat">, code: string): string =>
  `${trimTrailingSlashes(chat)}/s/${encodeURIComponent(code)}`

/** Returns the URL of a chat's live statistics. */
export const buildStatsUrl = ({ stats }: Pick<PublicBaseUrls, "stats">, { slug, script }: Chat): string =>
  `${trimTrailingSlashes(stats)}/${encodeURIComponent(slug)}/${encodeURIComponent(script)}`

/** Returns the URL of the page that previews a community's style in a frame. */
export const buildPreviewUrl = (bases: PublicBaseUrls, portal: keyof PublicBaseUrls, slug: string): string =>
  `${trimTrailingSlashes(bases[portal])}/${encodeURIComponent(slug)}/preview`

const maxSlugLength = 100

export type ChatSlugProblem = "ERROR.CHAT_SLUG_BLANK" | "ERROR.CHAT_SLUG_SYNTAX" | "ERROR.CHAT_SLUG_CODE"

/**
 * [L5] Returns what is wrong with a slug as a catalog key, or null. A slug is one path segment of up to 100 characters: letters and digits of
 * any script, with hyphens, underscores and dots between. Codes of personal links share the path, so a slug must not look like one.
 */
export const chatSlugProblem = (slug: string): ChatSlugProblem | null => {
  if (slug.trim() === "") return "ERROR.CHAT_SLUG_BLANK"
  const isWellFormed = Array.from(slug).length <= maxSlugLength && /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?$/u.test(slug)
  if (!isWellFormed) return "ERROR.CHAT_SLUG_SYNTAX"
  return looksLikeShortCode(foldCase(slug)) ? "ERROR.CHAT_SLUG_CODE" : null
}

/** [L5] Returns the same as violations of the form's field `slug`; surrounding white space is ignored. */
export const chatSlugViolations = (slug: string): ReadonlyArray<Violation> => {
  const problem = chatSlugProblem(slug.trim())
  return problem === null ? [] : [{ field: "slug", message: problem }]
}

const trimTrailingSlashes = (address: string): string => address.replace(/\/+$/, "")
const buildChatUrl = (chat: string, { slug, script }: Chat): string =>
  `${trimTrailingSlashes(chat)}/${encodeURIComponent(slug)}/chat/${encodeURIComponent(script)}`

/**
 * The page of a chat URL. `base` is the path under which chats are served, without a trailing slash. `accessKey` is the token of a
 * conversation or the code of its short link.
 */
export type ChatRoute = { readonly base: string } & (
  | { readonly type: "anonymous"; readonly community: string; readonly script: string }
  | { readonly type: "personal"; readonly accessKey: string }
  | { readonly type: "preview"; readonly community: string }
)

/** Parses the path of a respondent's page; null for any other path. */
export const parseChatPath = (path: string): ChatRoute | null => {
  const chatMatch = /^(.*)\/([^/]+)\/chat\/([^/]+)\/([^/]+)\/?$/.exec(path)
  if (chatMatch !== null) {
    const [, base = "", community = "", script = "", accessKey = ""] = chatMatch
    return accessKey === "anonymous"
      ? { type: "anonymous", base, community: decodeSegment(community), script: decodeSegment(script) }
      : { type: "personal", base, accessKey: normalizeAccessKey(decodeSegment(accessKey)) }
  }
  const shortMatch = /^(.*)\/s\/([^/]+)\/?$/.exec(path)
  if (shortMatch !== null)
    return { type: "personal", base: shortMatch[1] ?? "", accessKey: normalizeAccessKey(decodeSegment(shortMatch[2] ?? "")) }
  const previewMatch = /^(.*)\/([^/]+)\/preview\/?$/.exec(path)
  return previewMatch === null ? null : { type: "preview", base: previewMatch[1] ?? "", community: decodeSegment(previewMatch[2] ?? "") }
}

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** [E5] Returns the URL that an ending leads to, or null if the chat stays on the screen. Statistics open in the chat's `language`. */
export const buildEndingUrl = (
  { endAction, url }: Pick<Ending, "endAction" | "url">,
  bases: Pick<PublicBaseUrls, "stats">,
  chat: { readonly slug: string; readonly script: string; readonly language: Language },
): string | null => {
  if (endAction === "livestats") return `${buildStatsUrl(bases, chat)}?l=${chat.language}`
  return endAction === "redirect" && url !== "" ? url : null
}

/** The page of a statistics URL. `base` is the path under which statistics are served, without a trailing slash. */
export type StatsRoute = { readonly base: string; readonly community: string } & (
  | { readonly type: "chat"; readonly script: string }
  /** The preview of the community's style. */
  | { readonly type: "preview" }
)

/** Parses the path of a statistics page; null for any other path. */
export const parseStatsPath = (path: string): StatsRoute | null => {
  const match = /^(.*)\/([a-z0-9-]+)\/(preview|[0-9a-f-]{36})\/?$/i.exec(path)
  if (match === null) return null
  const [, base = "", community = "", rest = ""] = match
  return /^preview$/i.test(rest) ? { type: "preview", base, community } : { type: "chat", base, community, script: rest }
}

/** The number of characters of a short code. A token is longer, so that it cannot be guessed. */
export const shortCodeLength = 10

/** The characters of short codes: letters and digits without those that look alike. */
export const shortCodeAlphabet = "23456789abcdefghijkmnpqrstuvwxyz"

const shortCodePattern = new RegExp(`^(?=.*\\d[a-z]+\\d)[${shortCodeAlphabet}]{${shortCodeLength}}$`)

/** [L5] Returns whether a text looks like a new short code: digits in two places with letters between, which names rarely have. */
export const looksLikeShortCode = (text: string): boolean => shortCodePattern.test(text)

/** The form of an access key. */
export const accessKeyPattern = /^[\w-]{10,64}$/

/** Returns whether an access key is a short code. */
export const isShortCode = (accessKey: string): boolean => accessKey.length === shortCodeLength

/** [L5] Normalizes an access key: a short code is case-folded, since people type it from paper; a token is left unchanged. */
export const normalizeAccessKey = (accessKey: string): string => {
  const code = foldCase(accessKey.trim())
  return isShortCode(code) ? code : accessKey
}
