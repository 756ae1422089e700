// The addresses that the console links to and respondents open (contract "Addresses the console links to"; decisions L1).
import type { Violation } from "../failure.ts"
import { folded } from "../folded.ts"
import { defaultLanguage } from "../script/language.ts"
import { readsAsCode } from "./pass.ts"

/** Where chat and statistics are served: absolute addresses without a slash at the end. */
export type Bases = { readonly chat: string; readonly stats: string }

type Chat = { readonly slug: string; readonly script: string }

/** [L1] Everybody's link to a chat; the language is named when it is set and not the usual one. */
export const anonymousAddress = (
  { chat }: Pick<Bases, "chat">,
  { slug, script, language }: Chat & { readonly language?: string | null },
): string =>
  `${ofChat(chat, { slug, script })}/anonymous${language && language !== defaultLanguage ? `?l=${encodeURIComponent(language)}` : ""}`

/** One participant's link; `conversation` is the token of their conversation. */
export const participantAddress = (
  { chat }: Pick<Bases, "chat">,
  { slug, script, conversation }: Chat & { readonly conversation: string },
): string => `${ofChat(chat, { slug, script })}/${encodeURIComponent(conversation)}`

/** The short form of a link: of a participant's by its code, of everybody's by the slug that was saved for it. */
export const shortAddress = ({ chat }: Pick<Bases, "chat">, code: string): string => `${base(chat)}/s/${encodeURIComponent(code)}`

/** The live statistics of a chat. */
export const statsAddress = ({ stats }: Pick<Bases, "stats">, { slug, script }: Chat): string =>
  `${base(stats)}/${encodeURIComponent(slug)}/${encodeURIComponent(script)}`

/** The page that shows a community's styling in a frame. */
export const previewAddress = (bases: Bases, portal: keyof Bases, slug: string): string =>
  `${base(bases[portal])}/${encodeURIComponent(slug)}/preview`

const longestSlug = 100

export type ChatSlugProblem = "ERROR.CHAT_SLUG_BLANK" | "ERROR.CHAT_SLUG_SYNTAX" | "ERROR.CHAT_SLUG_CODE"

/**
 * [L5] What is wrong with a slug, as a key of the catalogue, or null: it "requires a non-empty slug" (spec/3-community §5), and is one part
 * of an address, of letters and digits of any script, with hyphens, underscores and dots between, 100 characters at most. The code of a
 * person's link stands in the same place: what reads as one is no slug.
 */
export const chatSlugProblem = (slug: string): ChatSlugProblem | null => {
  if (slug.trim() === "") return "ERROR.CHAT_SLUG_BLANK"
  const isWritten = Array.from(slug).length <= longestSlug && /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?$/u.test(slug)
  if (!isWritten) return "ERROR.CHAT_SLUG_SYNTAX"
  return readsAsCode(folded(slug)) ? "ERROR.CHAT_SLUG_CODE" : null
}

/** [L5] The same, as what keeps the form's field `slug` from being sent. White space around a slug is none of it. */
export const chatSlugViolations = (slug: string): ReadonlyArray<Violation> => {
  const problem = chatSlugProblem(slug.trim())
  return problem === null ? [] : [{ field: "slug", message: problem }]
}

const base = (address: string): string => address.replace(/\/+$/, "")
const ofChat = (chat: string, { slug, script }: Chat): string =>
  `${base(chat)}/${encodeURIComponent(slug)}/chat/${encodeURIComponent(script)}`
