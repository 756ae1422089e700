// How a chat ends: closing with a text, going to a web page, or showing live statistics (spec/2-editor §4, §5; decisions A1–A3).

import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { maxUrlLength, normalizeWebUrl, stripUrlWhitespace } from "../text/web-url.ts"
import type { Action, endActions } from "./action.ts"

export type EndParams = Extract<Action, { readonly type: "end" }>["params"]
export type EndAction = (typeof endActions)[number]

/** "Stop message at most 50" (spec/2-editor §5), in code points. */
export const maxStopMessageLength = 50
/** What stands in an address for a respondent's metadata. */
export const metadataPlaceholder = "{metadata}"

/** [A1] The end with another action: choosing redirect clears the message, choosing close the url. */
export const chooseEndAction = (params: EndParams, endAction: EndAction): EndParams => ({
  ...params,
  endAction,
  ...(endAction === "redirect" ? { message: "" } : endAction === "close" ? { url: "" } : {}),
})

/** [A1] The end with a typed url, which makes it a redirect; clearing the url chooses nothing. */
export const setEndUrl = (params: EndParams, url: string): EndParams => ({
  ...(url.trim() === "" ? params : chooseEndAction(params, "redirect")),
  url,
})

/** [A1] The end with a typed message, which makes it close; clearing the message chooses nothing. */
export const setEndMessage = (params: EndParams, message: string): EndParams => ({
  ...(message.trim() === "" ? params : chooseEndAction(params, "close")),
  message,
})

/** [A2] The url as it is kept when the author leaves the field: with `https://` where no protocol stands, else as typed. */
export const normalizeEndUrl = (typed: string): string => (stripUrlWhitespace(typed) === "" ? "" : (normalizeWebUrl(typed) ?? typed))

/** [A3] Whether nothing but metadata says which host an address leads to, so that anyone could send respondents anywhere. */
export const isOnlyMetadata = (url: string): boolean => metadataOnlyHost.test(stripUrlWhitespace(url).replace(respondents, "\0"))
/** Whatever a respondent, or who sends them, can say. */
const respondents = /\{metadata\}|\{\{[^{}]*\}\}/g
/** What stands before an @ is no host, nor is what stands behind a colon; dots alone name none. */
const metadataOnlyHost = /^(?:[a-z][a-z\d+.-]*:\/\/|\/\/)?(?:[^/?#\\]*@)?\.*\0[\0.]*(?::[^:@/?#\\]*)?(?:[/?#\\]|$)/i

/** Rules `redirect-url`, `redirect-only-metadata` and `stop-message-length`; `at` points to the params. */
export const endFindings = (params: EndParams, at: string): ReadonlyArray<Finding> => [
  ...(redirects(params) ? urlFindings(params.url ?? "", `${at}/url`) : []),
  ...(countCodePoints(params.message ?? "") > maxStopMessageLength
    ? [createFinding("stop-message-length", `${at}/message`, "finding.too-long", { most: maxStopMessageLength })]
    : []),
]

/** As the engine takes it: without a choice a url makes it a redirect. */
const redirects = ({ endAction, url }: EndParams): boolean =>
  endAction === "redirect" || (!endAction && stripUrlWhitespace(url ?? "") !== "")

const urlFindings = (url: string, at: string): ReadonlyArray<Finding> => {
  if (stripUrlWhitespace(url) === "") return [createFinding("redirect-url", at, "finding.redirect-url.missing")]
  if (countCodePoints(url) > maxUrlLength) return [createFinding("redirect-url", at, "finding.too-long", { most: maxUrlLength })]
  if (normalizeWebUrl(url) === undefined) return [createFinding("redirect-url", at, "finding.redirect-url")]
  return isOnlyMetadata(url) ? [createFinding("redirect-only-metadata", at, "finding.redirect-only-metadata")] : []
}
