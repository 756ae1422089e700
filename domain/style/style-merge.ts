// Three-way merge of a style, per key, and local drafts of unsaved styles [T17, T18].

import * as Schema from "effect/Schema"
import { getOwnField } from "../json/json-value.ts"
import { decodeStyle, encodeStyle, type Style } from "./community-style.ts"
import type { StyledPage } from "./style-keys.ts"
import { StylePayload } from "./style-payload-schema.ts"
import { listChangedKeys, type Stylesheet } from "./stylesheet.ts"

export type StyleMergeSide = "mine" | "theirs"
/** The side to keep, by key of a difference that both sides changed; the default is `mine`. */
export type StyleMergeChoices = Readonly<Record<string, StyleMergeSide>>

type Versions = { readonly base: Style; readonly mine: Style; readonly theirs: Style }

/** The unit of a merge: a single key, or [T18] several keys that belong together. */
export type StylePart =
  | { readonly of: "key"; readonly name: string }
  | { readonly of: "font" }
  | { readonly of: "shape" }
  | { readonly of: "link"; readonly link: number }

/** A difference between mine and theirs, and who changed it since the base. `names` are its keys with different values. */
export type StyleDifference = {
  readonly key: string
  readonly portal: StyledPage
  readonly part: StylePart
  readonly names: ReadonlyArray<string>
  readonly by: StyleMergeSide | "both"
}

/** Returns all differences between mine and theirs, in table order. The same change on both sides is not a difference. */
export const diffStyles = ({ base, mine, theirs }: Versions): ReadonlyArray<StyleDifference> =>
  (["web", "stats"] as const).flatMap((portal) => {
    const [changedByMe, changedByThem] = [listChangedKeys(base[portal], mine[portal]), listChangedKeys(base[portal], theirs[portal])]
    const differentNames = listChangedKeys(mine[portal], theirs[portal])
    const parts = new Map(differentNames.map((name) => [getPartKey(getPart(name)), getPart(name)]))
    return [...parts].map(([key, part]) => {
      const isInPart = (name: string) => getPartKey(getPart(name)) === key
      const by = changedByMe.some(isInPart) ? (changedByThem.some(isInPart) ? "both" : "mine") : "theirs"
      return { key: `${portal} ${key}`, portal, part, names: differentNames.filter(isInPart), by }
    })
  })

/** Merges two versions: a change by one side is taken, a change by both is decided by `picks`. */
export const mergeStyles = (versions: Versions, picks: StyleMergeChoices = {}): Style => {
  const { mine, theirs } = versions
  const differences = diffStyles(versions)
  const mergeStylesheet = (portal: StyledPage): Stylesheet => {
    const theirChanges = differences.filter(
      (difference) =>
        difference.portal === portal && (difference.by === "both" ? picks[difference.key] === "theirs" : difference.by === "theirs"),
    )
    return {
      ...mine[portal],
      ...Object.fromEntries(theirChanges.flatMap(({ names }) => names.map((name) => [name, getOwnField(theirs[portal], name) ?? ""]))),
    }
  }
  return { ...theirs, web: mergeStylesheet("web"), stats: mergeStylesheet("stats") }
}

/** [T18] Returns the unit that a key belongs to: half of a font, link or shape would be useless. */
const getPart = (name: string): StylePart => {
  if (/^(?:body_(?:google_)?font-|font_source_google$)/.test(name)) return { of: "font" }
  if (/^message_(?:(?:tail-)?border-radius|padding)$/.test(name)) return { of: "shape" }
  const link = /^sidemenu_link_(\d)-/.exec(name)?.[1]
  return link === undefined ? { of: "key", name } : { of: "link", link: Number(link) }
}

const getPartKey = (part: StylePart): string => (part.of === "key" ? part.name : part.of === "link" ? `link ${part.link}` : part.of)

/** One person's unsaved edits: the style they were made on, and the edited style. `community` is a slug, `at` an ISO 8601 instant. */
export const StyleLocalDraft = Schema.Struct({
  user: Schema.String,
  community: Schema.String,
  base: StylePayload,
  style: StylePayload,
  at: Schema.String,
})
export type StyleLocalDraft = typeof StyleLocalDraft.Type

/** Returns the local draft of the edits from `base` to `style`. */
export const buildStyleLocalDraft = (
  owner: Pick<StyleLocalDraft, "user" | "community" | "at">,
  base: Style,
  style: Style,
): StyleLocalDraft => ({
  ...owner,
  base: encodeStyle(base),
  style: encodeStyle(style),
})

/**
 * Restores a local draft onto the style that the server has now, so that other people's changes to other keys are kept. If both changed the
 * same part, the draft keeps its original base, and saving will report the conflict [T18].
 */
export const restoreStyleLocalDraft = (
  saved: Style,
  draft: Pick<StyleLocalDraft, "base" | "style">,
): { readonly base: Style; readonly style: Style } => {
  const versions = { base: decodeStyle(draft.base), mine: decodeStyle(draft.style), theirs: saved }
  const isConflict = diffStyles(versions).some(({ by }) => by === "both")
  return isConflict ? { base: versions.base, style: versions.mine } : { base: saved, style: mergeStyles(versions) }
}

/** Returns the number of keys whose values differ. */
export const countDifferences = (a: Style, b: Style): number =>
  listChangedKeys(a.web, b.web).length + listChangedKeys(a.stats, b.stats).length
