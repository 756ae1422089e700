// End of a chat: close with a message, redirect, or show live statistics (A1–A3).

import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { type Action, type endActions, maxStopMessageLength } from "../script/action.ts"
import { countCodePoints } from "../text/text-input.ts"
import { maxUrlLength, normalizeWebUrl, stripUrlWhitespace } from "../text/web-url.ts"

export type EndParams = Extract<Action, { readonly type: "end" }>["params"]
export type EndAction = (typeof endActions)[number]

/** Placeholder in a redirect URL for the metadata of the respondent. */
export const metadataPlaceholder = "{metadata}"

/** [A1] Sets the end action: choosing redirect clears the message, choosing close clears the url. */
export const chooseEndAction = (params: EndParams, endAction: EndAction): EndParams => ({
  ...params,
  endAction,
  ...(endAction === "redirect" ? { message: "" } : endAction === "close" ? { url: "" } : {}),
})

/** [A1] Sets the url; unless it is blank, the end action becomes redirect. */
export const setEndUrl = (params: EndParams, url: string): EndParams => ({
  ...(url.trim() === "" ? params : chooseEndAction(params, "redirect")),
  url,
})

/** [A1] Sets the message; unless it is blank, the end action becomes close. */
export const setEndMessage = (params: EndParams, message: string): EndParams => ({
  ...(message.trim() === "" ? params : chooseEndAction(params, "close")),
  message,
})

/** Returns how the chat ends. An end without a chosen action, as in a file, redirects if it has a URL, and closes otherwise. */
export const getEndAction = ({ endAction, url }: EndParams): EndAction =>
  endAction || (stripUrlWhitespace(url ?? "") === "" ? "close" : "redirect")

/** [A1] Lists the fields to edit: what the action uses, and a message that respondents see although the action has none. */
export const listEndFields = (params: EndParams): ReadonlyArray<"message" | "url"> => {
  const endAction = getEndAction(params)
  const showsMessage = endAction === "close" || (params.message ?? "").trim() !== ""
  return [...(showsMessage ? (["message"] as const) : []), ...(endAction === "redirect" ? (["url"] as const) : [])]
}

/**
 * [A2] Returns the URL to store when the author leaves the field: with `https://` if the protocol is missing, otherwise
 * as typed.
 */
export const normalizeEndUrl = (typed: string): string => (stripUrlWhitespace(typed) === "" ? "" : (normalizeWebUrl(typed) ?? typed))

/** [A3] Whether the host of a URL comes from metadata alone, which would let anyone redirect respondents anywhere. */
export const hasMetadataOnlyHost = (url: string): boolean =>
  metadataOnlyHost.test(stripUrlWhitespace(url).replace(untrustedPlaceholder, "\0"))
/** Placeholders that a respondent, or the author of a link, can fill in with any text. */
const untrustedPlaceholder = /\{metadata\}|\{\{[^{}]*\}\}/g
/** User info (before `@`) and the port (after `:`) are not part of the host; dots alone are not a host either. */
const metadataOnlyHost = /^(?:[a-z][a-z\d+.-]*:\/\/|\/\/)?(?:[^/?#\\]*@)?\.*\0[\0.]*(?::[^:@/?#\\]*)?(?:[/?#\\]|$)/i

/**
 * Returns findings of the rules `redirect-url`, `redirect-only-metadata` and `stop-message-length`; `pointer` is that
 * of the params.
 */
export const endFindings = (params: EndParams, pointer: string): ReadonlyArray<Finding> => [
  ...(getEndAction(params) === "redirect" ? urlFindings(params.url ?? "", `${pointer}/url`) : []),
  ...(countCodePoints(params.message ?? "") > maxStopMessageLength
    ? [createFinding("stop-message-length", `${pointer}/message`, "finding.too-long", { most: maxStopMessageLength })]
    : []),
  ...(params.translations ?? []).flatMap(({ content }, i) =>
    countCodePoints(content) > maxStopMessageLength
      ? [createFinding("stop-message-length", `${pointer}/translations/${i}/content`, "finding.too-long", { most: maxStopMessageLength })]
      : [],
  ),
]

const urlFindings = (url: string, pointer: string): ReadonlyArray<Finding> => {
  if (stripUrlWhitespace(url) === "") return [createFinding("redirect-url", pointer, "finding.redirect-url.missing")]
  if (countCodePoints(url) > maxUrlLength) return [createFinding("redirect-url", pointer, "finding.too-long", { most: maxUrlLength })]
  if (normalizeWebUrl(url) === undefined) return [createFinding("redirect-url", pointer, "finding.redirect-url")]
  return hasMetadataOnlyHost(url) ? [createFinding("redirect-only-metadata", pointer, "finding.redirect-only-metadata")] : []
}
