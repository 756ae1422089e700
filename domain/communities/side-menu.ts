// Links of a community's side menu in the chat (O2).
import * as Schema from "effect/Schema"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { maxUrlLength, normalizeWebUrl } from "../text/web-url.ts"

/** [O2] The links of a side menu, in order: a text and a URL each. `sideMenuProblems` has the rules. */
export const SideMenu = Schema.Struct({
  links: Schema.Array(Schema.Struct({ content: Schema.String, url: Schema.String })),
})
export type SideMenu = typeof SideMenu.Type

/** [O2] Maximum number of links. */
export const maxSideMenuLinks = 4
/** [O2] Maximum length of a link's text, in characters. */
export const maxLinkTextLength = 100

export type SideMenuProblem = { readonly field: string; readonly key: "ERROR.LINKS_TOO_MANY" | "ERROR.LINK_TEXT" | "ERROR.LINK_URL" }

/** Returns the problems of a side menu; `field` is a path separated by dots (`links.0.url`). */
export const sideMenuProblems = ({ links }: SideMenu): ReadonlyArray<SideMenuProblem> => [
  ...(links.length > maxSideMenuLinks ? [{ field: "links", key: "ERROR.LINKS_TOO_MANY" as const }] : []),
  ...links.flatMap(
    ({ content, url }, i): ReadonlyArray<SideMenuProblem> => [
      ...(content.trim() === "" || countCodePoints(content) > maxLinkTextLength
        ? [{ field: `links.${i}.content`, key: "ERROR.LINK_TEXT" as const }]
        : []),
      ...(normalizeWebUrl(url) === undefined || countCodePoints(url) > maxUrlLength
        ? [{ field: `links.${i}.url`, key: "ERROR.LINK_URL" as const }]
        : []),
    ],
  ),
]

/** Returns the side menu to store: trimmed texts, and URLs with their protocol. */
export const normalizeSideMenu = ({ links }: SideMenu): SideMenu => ({
  links: links.map(({ content, url }) => ({ content: content.trim(), url: normalizeWebUrl(url) ?? url })),
})
