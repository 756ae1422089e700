// The links of a community's side menu in the chat (spec/3-community §7, §9; decision O2).
import * as Schema from "effect/Schema"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { maxUrlLength, normalizeWebUrl } from "../text/web-url.ts"

/** [O2] The links of a side menu, in their order: a text and an address of the web each. The rules are `sideMenuProblems`. */
export const SideMenu = Schema.Struct({
  links: Schema.Array(Schema.Struct({ content: Schema.String, url: Schema.String })),
})
export type SideMenu = typeof SideMenu.Type

/** "up to 4 sidemenu links" (spec/3-community §9). */
export const maxSideMenuLinks = 4
/** Characters of a link's text at most. */
export const maxLinkTextLength = 100

export type SideMenuProblem = { readonly field: string; readonly key: "ERROR.LINKS_TOO_MANY" | "ERROR.LINK_TEXT" | "ERROR.LINK_URL" }

/** What keeps a side menu from being saved; `field` leads to the place, its steps with dots between. */
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

/** The side menu as it is kept: addresses with their protocol. */
export const normalizeSideMenu = ({ links }: SideMenu): SideMenu => ({
  links: links.map(({ content, url }) => ({ content: content.trim(), url: normalizeWebUrl(url) ?? url })),
})
