// Which column of an imported list says what of a person (spec/3-community §3, §5; decisions L2, L3).
import { duplicatePlaces } from "./duplicates.ts"

/** What a column can be mapped to; `ignore` leaves it out (spec/3-community §3). */
export const mappingTargets = [
  "profile.uuid",
  "profile.first_name",
  "profile.last_name",
  "profile.date_of_birth",
  "profile.phone",
  "profile.email",
  "profile.external_id",
  "conversation.metadata",
  "ignore",
] as const
export type MappingTarget = (typeof mappingTargets)[number]

/** Targets whose columns tell people apart, and so may hold nothing twice (spec/3-community §5). */
export const uniqueTargets: ReadonlySet<MappingTarget> = new Set(["profile.uuid", "profile.external_id", "profile.email", "profile.phone"])

/** A target for each column of the list. */
export type Mapping = ReadonlyArray<MappingTarget>
/** The lines of the list below its headings, each as its cells. */
export type Lines = ReadonlyArray<ReadonlyArray<string>>

/** Why links cannot be made of a list: no column says anything, two columns say the same, or one holds a value twice. */
export type MappingProblem =
  | { readonly type: "nothing-mapped" }
  | { readonly type: "target-twice"; readonly column: number; readonly target: MappingTarget }
  | { readonly type: "duplicates"; readonly column: number; readonly target: MappingTarget; readonly lines: ReadonlyArray<number> }

/** [L2] What keeps links from being made; empty when they can be. Takes time in proportion to the list. */
export const mappingProblems = (mapping: Mapping, lines: Lines): ReadonlyArray<MappingProblem> => {
  if (mapping.every((target) => target === "ignore")) return [{ type: "nothing-mapped" }]
  return mapping.flatMap((target, column): ReadonlyArray<MappingProblem> => {
    if (!target.startsWith("profile.")) return []
    if (mapping.indexOf(target) < column) return [{ type: "target-twice", column, target }]
    if (!uniqueTargets.has(target)) return []
    const places = duplicatePlaces(lines.length, (line) => lines[line]?.[column] ?? "")
    return places.length === 0 ? [] : [{ type: "duplicates", column, target, lines: places }]
  })
}

/** What a list's headings are likely to mean; a heading that says nothing known is ignored, and no target is given twice. */
export const guessedMapping = (headings: ReadonlyArray<string>): Mapping => {
  const given = new Set<MappingTarget>()
  return headings.map((heading) => {
    const target = likely.get(heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""))
    if (target === undefined || given.has(target)) return "ignore"
    given.add(target)
    return target
  })
}

const headingsOf: ReadonlyArray<readonly [MappingTarget, ReadonlyArray<string>]> = [
  ["profile.uuid", ["uuid", "userid"]],
  ["profile.first_name", ["firstname", "voornaam", "givenname"]],
  ["profile.last_name", ["lastname", "achternaam", "surname", "familyname"]],
  ["profile.date_of_birth", ["dateofbirth", "birthdate", "geboortedatum", "birthday"]],
  ["profile.phone", ["phone", "phonenumber", "mobile", "telefoon", "telefoonnummer", "mobiel"]],
  ["profile.email", ["email", "emailaddress", "mail", "emailadres"]],
  ["profile.external_id", ["externalid", "id", "customernumber", "klantnummer"]],
]
const likely: ReadonlyMap<string, MappingTarget> = new Map(
  headingsOf.flatMap(([target, headings]) => headings.map((heading) => [heading, target] as const)),
)
