// A community: the tenant that scripts belong to (spec/1-console §3, §5; decisions U7–U9).
import * as Schema from "effect/Schema"
import type { Violation } from "../failure.ts"
import { hasControlCharacters, stripAccents } from "../text/text-input.ts"

/** A community as it is listed: its name, and the slug that its addresses have. */
export const Community = Schema.Struct({ uuid: Schema.String, name: Schema.String, slug: Schema.String })
export type Community = typeof Community.Type

/** [U7] Characters a name and a slug have at least and at most. */
export const nameLength = { minimum: 3, maximum: 100 } as const
export const slugLength = { minimum: 3, maximum: 63 } as const

/** [U8] First segments of the console's, the API's and the respondents' paths: no community is called so. */
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
  "stats",
  "uploads",
  "users",
  ".well-known",
] as const

/** Catalogue keys of what can be wrong with a field; empty where all is well. */
export type CommunityProblems = { readonly name: ReadonlyArray<NameProblem>; readonly slug: ReadonlyArray<SlugProblem> }
type NameProblem = "ERROR.NAME_TOO_SHORT" | "ERROR.NAME_TOO_LONG" | "ERROR.NAME_SYNTAX"
type SlugProblem = "ERROR.SLUG_TOO_SHORT" | "ERROR.SLUG_TOO_LONG" | "ERROR.SLUG_SYNTAX" | "ERROR.SLUG_RESERVED"

/** What keeps a community of this name and slug from being added. */
export const communityProblems = (community: Pick<Community, "name" | "slug">): CommunityProblems => {
  const measures = communityMeasures(community)
  return { name: nameProblems(community.name.trim(), measures.name), slug: slugProblems(community.slug, measures.slug) }
}

/** The same by the fields `name` and `slug` of the form and of the payload. */
export const communityViolations = (community: Pick<Community, "name" | "slug">): ReadonlyArray<Violation> => {
  const { name, slug } = communityProblems(community)
  return [...name.map((message) => ({ field: "name", message })), ...slug.map((message) => ({ field: "slug", message }))]
}

/** How long a text is, and how long it may be. */
export type LengthMeasure = {
  readonly length: number
  readonly minimum: number
  readonly maximum: number
  readonly isShort: boolean
  readonly isLong: boolean
}

/** How long name and slug are, as their limits count. */
export const communityMeasures = ({ name, slug }: Pick<Community, "name" | "slug">): Readonly<Record<"name" | "slug", LengthMeasure>> => ({
  name: measured(Array.from(name.trim()).length, nameLength),
  slug: measured(slug.length, slugLength),
})

const measured = (length: number, limits: Pick<LengthMeasure, "minimum" | "maximum">): LengthMeasure => ({
  length,
  ...limits,
  isShort: length < limits.minimum,
  isLong: length > limits.maximum,
})

const nameProblems = (name: string, { isShort, isLong }: LengthMeasure): ReadonlyArray<NameProblem> => {
  if (isShort) return ["ERROR.NAME_TOO_SHORT"]
  if (isLong) return ["ERROR.NAME_TOO_LONG"]
  return hasControlCharacters(name) ? ["ERROR.NAME_SYNTAX"] : []
}

/** [U7] Whether it is written as slugs are, so that a community could have it. How long one is, is a matter of new ones. */
export const isSlug = (text: string): boolean => /^[a-z0-9-]+$/.test(text)

/** [U8] Whether a first segment of an address could be a community's. */
export const couldBeSlug = (segment: string): boolean => isSlug(segment) && !isReserved(segment)

const isReserved = (slug: string): boolean => reservedSlugs.some((reserved) => reserved === slug)

const slugProblems = (slug: string, { isShort, isLong }: LengthMeasure): ReadonlyArray<SlugProblem> => {
  if (slug !== "" && !isSlug(slug)) return ["ERROR.SLUG_SYNTAX"]
  if (isShort) return ["ERROR.SLUG_TOO_SHORT"]
  if (isLong) return ["ERROR.SLUG_TOO_LONG"]
  return isReserved(slug) ? ["ERROR.SLUG_RESERVED"] : []
}

/** The slug that a name suggests. */
export const suggestSlug = (name: string): string =>
  stripAccents(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, slugLength.maximum)
    .replace(/-+$/, "")

const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

/** [U9] Those whose name holds `wish`, whatever the case, in the order of their names. */
export const filterCommunities = <Named extends Pick<Community, "name">>(
  communities: ReadonlyArray<Named>,
  wish: string,
): ReadonlyArray<Named> => {
  const key = wish.trim().toLowerCase()
  return communities.filter(({ name }) => name.toLowerCase().includes(key)).toSorted((a, b) => byName.compare(a.name, b.name))
}

/** [U9] The one that Enter opens: the only match, where there is just one. */
export const onlyMatch = <Named extends Pick<Community, "name">>(communities: ReadonlyArray<Named>, wish: string): Named | undefined => {
  const found = filterCommunities(communities, wish)
  return found.length === 1 ? found[0] : undefined
}
