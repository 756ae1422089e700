// Two savings of one style, brought together key by key (decisions T18).

import * as Schema from "effect/Schema"
import { getOwnField } from "../json/json-value.ts"
import { decodeStyle, encodeStyle, type Style } from "./community-style.ts"
import type { StyledPage } from "./style-keys.ts"
import { StylePayload } from "./style-payload.ts"
import { changedKeys, type Stylesheet } from "./stylesheet.ts"

export type Side = "mine" | "theirs"
/** Of what both changed: whose is kept, by its key. What is not named stays mine. */
export type StylePicks = Readonly<Record<string, Side>>

type Versions = { readonly base: Style; readonly mine: Style; readonly theirs: Style }

/** What is kept of one side as a whole: a key, or [T18] several that go together. */
export type StylePart =
  | { readonly of: "key"; readonly name: string }
  | { readonly of: "font" }
  | { readonly of: "shape" }
  | { readonly of: "link"; readonly link: number }

/** What one side or both changed since they parted. `names` are the keys of it whose values differ between the two now. */
export type StyleDifference = {
  readonly key: string
  readonly portal: StyledPage
  readonly part: StylePart
  readonly names: ReadonlyArray<string>
  readonly by: Side | "both"
}

/** All that one side or both changed, in the order of the keys. What both changed in the same way is no difference. */
export const diffStyles = ({ base, mine, theirs }: Versions): ReadonlyArray<StyleDifference> =>
  (["web", "stats"] as const).flatMap((portal) => {
    const [ours, others] = [changedKeys(base[portal], mine[portal]), changedKeys(base[portal], theirs[portal])]
    const apart = changedKeys(mine[portal], theirs[portal])
    const parts = new Map(apart.map((name) => [keyOf(partOf(name)), partOf(name)]))
    return [...parts].map(([key, part]) => {
      const has = (name: string) => keyOf(partOf(name)) === key
      const by = ours.some(has) ? (others.some(has) ? "both" : "mine") : "theirs"
      return { key: `${portal} ${key}`, portal, part, names: apart.filter(has), by }
    })
  })

/** One style of both: what one side changed is as that side has it, what both changed is as `picks` has it. */
export const mergeStyles = (versions: Versions, picks: StylePicks = {}): Style => {
  const { mine, theirs } = versions
  const all = diffStyles(versions)
  const sheetOf = (portal: StyledPage): Stylesheet => {
    const from = all.filter((it) => it.portal === portal && (it.by === "both" ? picks[it.key] === "theirs" : it.by === "theirs"))
    return {
      ...mine[portal],
      ...Object.fromEntries(from.flatMap(({ names }) => names.map((name) => [name, getOwnField(theirs[portal], name) ?? ""]))),
    }
  }
  return { ...theirs, web: sheetOf("web"), stats: sheetOf("stats") }
}

/** [T18] What goes together: half of one font, link or shape and half of another would be neither. */
const partOf = (name: string): StylePart => {
  if (/^(?:body_(?:google_)?font-|font_source_google$)/.test(name)) return { of: "font" }
  if (/^message_(?:(?:tail-)?border-radius|padding)$/.test(name)) return { of: "shape" }
  const link = /^sidemenu_link_(\d)-/.exec(name)?.[1]
  return link === undefined ? { of: "key", name } : { of: "link", link: Number(link) }
}

const keyOf = (part: StylePart): string => (part.of === "key" ? part.name : part.of === "link" ? `link ${part.link}` : part.of)

// A style that is not saved yet, as a browser keeps it, and what is made of it when its author comes back (decisions T17).

/** Edits of one person not yet saved: the style that they were made on, and as they left it. `community` is a slug, `at` an ISO 8601 instant. */
export const StyleLocalDraft = Schema.Struct({
  user: Schema.String,
  community: Schema.String,
  base: StylePayload,
  style: StylePayload,
  at: Schema.String,
})
export type StyleLocalDraft = typeof StyleLocalDraft.Type

/** What a browser is to keep of the edits that made `style` of `base`. */
export const buildStyleLocalDraft = (
  whose: Pick<StyleLocalDraft, "user" | "community" | "at">,
  base: Style,
  style: Style,
): StyleLocalDraft => ({
  ...whose,
  base: encodeStyle(base),
  style: encodeStyle(style),
})

/**
 * The edits as they go on, and what they are compared with: what the server has now with what their author changed, so that what others
 * changed since under other keys stays. Where both changed one thing, the edits on what they were made on, so that the save asks (T18).
 */
export const restoreStyleLocalDraft = (
  saved: Style,
  kept: Pick<StyleLocalDraft, "base" | "style">,
): { readonly base: Style; readonly style: Style } => {
  const versions = { base: decodeStyle(kept.base), mine: decodeStyle(kept.style), theirs: saved }
  const isOfBoth = diffStyles(versions).some(({ by }) => by === "both")
  return isOfBoth ? { base: versions.base, style: versions.mine } : { base: saved, style: mergeStyles(versions) }
}

/** How many values differ between two styles. */
export const countDifferences = (one: Style, other: Style): number =>
  changedKeys(one.web, other.web).length + changedKeys(one.stats, other.stats).length
