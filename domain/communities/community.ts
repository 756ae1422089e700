// Communities: names, slugs, validation and the filter of the list (U7–U9).
import * as Schema from "effect/Schema"
import type { Violation } from "../findings/finding.ts"
import { hasControlCharacters, isNearMaximum, stripAccents } from "../text/text-input.ts"

/** A community: its name, and the slug in its URLs. */
export const Community = Schema.Struct({ uuid: Schema.String, name: Schema.String, slug: Schema.String })
export type Community = typeof Community.Type

/** [U7] Minimum and maximum lengths of names and slugs, in characters. */
export const nameLength = { minimum: 3, maximum: 100 } as const
export const slugLength = { minimum: 3, maximum: 63 } as const

/** [U8] First path segments of the console, the API and the respondents' pages, which cannot be slugs. */
export const reservedSlugs = [
  "account",
  "admin",
  "api",
  "assets",
  "audit",
  "change-password",
  "chat",
  "chat-scripts",
  "chats",
  "communities",
  "crm",
  "current",
  "datapoint",
  "healthz",
  "home",
  "login",
  "logout",
  "metrics",
  "openapi.json",
  "password-reset",
  "preview",
  "readyz",
  "reset-password",
  "s",
  "schemas",
  "stats",
  "uploads",
  "users",
  ".well-known",
] as const

/** Message keys of the problems of each field; empty if it is valid. */
export type CommunityProblems = { readonly name: ReadonlyArray<NameProblem>; readonly slug: ReadonlyArray<SlugProblem> }
type NameProblem = "ERROR.NAME_TOO_SHORT" | "ERROR.NAME_TOO_LONG" | "ERROR.NAME_SYNTAX"
type SlugProblem = "ERROR.SLUG_TOO_SHORT" | "ERROR.SLUG_TOO_LONG" | "ERROR.SLUG_SYNTAX" | "ERROR.SLUG_RESERVED"

/** Returns the problems of a new community's name and slug. */
export const communityProblems = (community: Pick<Community, "name" | "slug">): CommunityProblems => {
  const measures = measureCommunity(community)
  return { name: nameProblems(community.name.trim(), measures.name), slug: slugProblems(community.slug, measures.slug) }
}

/** Returns the problems as violations of the fields `name` and `slug`. */
export const communityViolations = (community: Pick<Community, "name" | "slug">): ReadonlyArray<Violation> => {
  const { name, slug } = communityProblems(community)
  return [...name.map((message) => ({ field: "name", message })), ...slug.map((message) => ({ field: "slug", message }))]
}

/** The length of a text in characters and its limits. */
export type LengthMeasure = {
  readonly length: number
  readonly minimum: number
  readonly maximum: number
  readonly isShort: boolean
  readonly isLong: boolean
  readonly isNearMaximum: boolean
}

/** Returns the lengths of name and slug as their limits count them. */
export const measureCommunity = ({ name, slug }: Pick<Community, "name" | "slug">): Readonly<Record<"name" | "slug", LengthMeasure>> => ({
  name: measureLength(Array.from(name.trim()).length, nameLength),
  slug: measureLength(slug.length, slugLength),
})

const measureLength = (length: number, limits: Pick<LengthMeasure, "minimum" | "maximum">): LengthMeasure => ({
  length,
  ...limits,
  isShort: length < limits.minimum,
  isLong: length > limits.maximum,
  isNearMaximum: isNearMaximum(length, limits.maximum),
})

const nameProblems = (name: string, { isShort, isLong }: LengthMeasure): ReadonlyArray<NameProblem> => {
  if (isShort) return ["ERROR.NAME_TOO_SHORT"]
  if (isLong) return ["ERROR.NAME_TOO_LONG"]
  return hasControlCharacters(name) ? ["ERROR.NAME_SYNTAX"] : []
}

/** [U7] Whether a text has the characters of a slug. Its length is checked only for new communities. */
export const isSlug = (text: string): boolean => /^[a-z0-9-]+$/.test(text)

/** [U8] Whether the first path segment of a URL can be the slug of a community. */
export const canBeSlug = (segment: string): boolean => isSlug(segment) && !isReserved(segment)

const isReserved = (slug: string): boolean => reservedSlugs.some((reserved) => reserved === slug)

const slugProblems = (slug: string, { isShort, isLong }: LengthMeasure): ReadonlyArray<SlugProblem> => {
  if (slug !== "" && !isSlug(slug)) return ["ERROR.SLUG_SYNTAX"]
  if (isShort) return ["ERROR.SLUG_TOO_SHORT"]
  if (isLong) return ["ERROR.SLUG_TOO_LONG"]
  return isReserved(slug) ? ["ERROR.SLUG_RESERVED"] : []
}

/** Returns a slug derived from a name. */
export const suggestSlug = (name: string): string =>
  stripAccents(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, slugLength.maximum)
    .replace(/-+$/, "")

const nameCollator = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

/** [U9] Returns the communities whose name contains the query (case-insensitive), sorted by name. */
export const filterCommunities = <Listed extends Pick<Community, "name">>(
  communities: ReadonlyArray<Listed>,
  query: string,
): ReadonlyArray<Listed> => {
  const needle = query.trim().toLowerCase()
  return communities.filter(({ name }) => name.toLowerCase().includes(needle)).toSorted((a, b) => nameCollator.compare(a.name, b.name))
}

/** [U9] Returns the only match, which Enter opens; undefined if there are none or several. */
export const findOnlyMatch = <Listed extends Pick<Community, "name">>(
  communities: ReadonlyArray<Listed>,
  query: string,
): Listed | undefined => {
  const matches = filterCommunities(communities, query)
  return matches.length === 1 ? matches[0] : undefined
}
