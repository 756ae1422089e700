// Which column of an imported list says what of a person (spec/3-community §3, §5; decisions L2, L3).
import { findDuplicates } from "./duplicates.ts"
import { maxReportedRows } from "./participant-list.ts"

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
export type ColumnMapping = ReadonlyArray<MappingTarget>
/** The lines of the list below its headings, each as its cells. */
export type ListRows = ReadonlyArray<ReadonlyArray<string>>

/** Characters that a cell of a profile has at most. */
export const maxCellLength = 1000

/**
 * Why links cannot be made of a list: no column says anything, two columns say the same, one holds a value twice, or a text that is longer
 * than a profile takes, or no line says anything in what is mapped.
 */
export type MappingProblem = ColumnProblem | RowProblem

type ColumnProblem =
  | { readonly type: "nothing-mapped" }
  | { readonly type: "nobody" }
  | { readonly type: "target-twice"; readonly column: number; readonly target: MappingTarget }
type CellProblem = { readonly type: "duplicates" | "too-long"; readonly column: number; readonly target: MappingTarget }
type RowProblem = CellProblem & { readonly lines: ReadonlyArray<number> }

/** [L2] What keeps links from being made; empty when they can be. Takes time in proportion to the list. */
export const mappingProblems = (mapping: ColumnMapping, lines: ListRows): ReadonlyArray<MappingProblem> => {
  const problems = problemsIn(mapping, lines)
  return problems.length > 0 || lines.some((cells) => hasParticipant(mapping, cells)) ? problems : [{ type: "nobody" }]
}

/** [L2] What is wrong with a mapping whatever the list holds. */
export const columnProblems = (mapping: ColumnMapping): ReadonlyArray<ColumnProblem> =>
  problemsIn(mapping, []).flatMap((it) => ("lines" in it ? [] : [it]))

/** Whether a line says something of somebody; others are passed over. */
export const hasParticipant = (mapping: ColumnMapping, cells: ReadonlyArray<string>): boolean =>
  mapping.some((target, column) => target !== "ignore" && (cells[column] ?? "").trim() !== "")

const problemsIn = (mapping: ColumnMapping, lines: ListRows): ReadonlyArray<MappingProblem> => {
  if (mapping.every((target) => target === "ignore")) return [{ type: "nothing-mapped" }]
  return mapping.flatMap((target, column): ReadonlyArray<MappingProblem> => {
    if (!target.startsWith("profile.")) return []
    if (mapping.indexOf(target) < column) return [{ type: "target-twice", column, target }]
    const long = tooLongIn(column, lines)
    const doubled = uniqueTargets.has(target) ? duplicatesIn(column, lines) : []
    return [
      ...(long.length === 0 ? [] : [{ type: "too-long" as const, column, target, lines: long }]),
      ...(doubled.length === 0 ? [] : [{ type: "duplicates" as const, column, target, lines: doubled }]),
    ]
  })
}

/** A problem as it is shown: with the rows of the file instead of places in the list, the first of them named. */
export type ShownMappingProblem = ColumnProblem | (CellProblem & { readonly rows: ReadonlyArray<number>; readonly count: number })

/** What is shown of a problem; `rowOf` gives the row of a line. */
export const toShownMappingProblem = (problem: MappingProblem, rowOf: (line: number) => number): ShownMappingProblem => {
  if (!("lines" in problem)) return problem
  const { type, column, target, lines } = problem
  return { type, column, target, rows: lines.slice(0, maxReportedRows).map(rowOf), count: lines.length }
}

/** [L9] The lines of a list, by their places, without those that hold in a column that tells people apart what an earlier one holds. */
export const listUniqueRowIndexes = (mapping: ColumnMapping, lines: ListRows): ReadonlyArray<number> =>
  mapping.reduce<ReadonlyArray<number>>(
    (kept, target, column) => {
      if (!uniqueTargets.has(target)) return kept
      const doubled = new Set(findDuplicates(kept.length, (place) => lines[kept[place] ?? 0]?.[column] ?? ""))
      return doubled.size === 0 ? kept : kept.filter((_, place) => !doubled.has(place))
    },
    lines.map((_, line) => line),
  )

/** In a loop of its own: most cells of a long list are short, and need no look at what is around them. */
const tooLongIn = (column: number, lines: ListRows): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let line = 0; line < lines.length; line++) {
    const cell = lines[line]?.[column] ?? ""
    if (cell.length > maxCellLength && cell.trim().length > maxCellLength) found.push(line)
  }
  return found
}

const duplicatesIn = (column: number, lines: ListRows): ReadonlyArray<number> =>
  findDuplicates(lines.length, (line) => lines[line]?.[column] ?? "")

/** What a list's headings are likely to mean; a heading that says nothing known is ignored, and no target is given twice. */
export const guessMapping = (headings: ReadonlyArray<string>): ColumnMapping => {
  const given = new Set<MappingTarget>()
  return headings.map((heading) => {
    const plain = heading
      .normalize("NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "")
    if (/^(conversation)?metadata/.test(plain)) return "conversation.metadata"
    const target = targetByHeading.get(plain.replace(/^profile/, ""))
    if (target === undefined || given.has(target)) return "ignore"
    given.add(target)
    return target
  })
}

const knownHeadings: ReadonlyArray<readonly [MappingTarget, ReadonlyArray<string>]> = [
  ["profile.uuid", ["uuid", "userid", "useruuid", "gebruikersid"]],
  ["profile.first_name", ["firstname", "voornaam", "roepnaam", "givenname", "forename"]],
  ["profile.last_name", ["lastname", "achternaam", "surname", "familyname", "familienaam"]],
  ["profile.date_of_birth", ["dateofbirth", "birthdate", "geboortedatum", "birthday", "dob", "geboortedag"]],
  [
    "profile.phone",
    [
      "phone",
      "phonenumber",
      "mobile",
      "mobilenumber",
      "mobilephone",
      "cellphone",
      "telephone",
      "tel",
      "telefoon",
      "telefoonnummer",
      "mobiel",
      "mobielnummer",
      "mobieletelefoon",
      "gsm",
    ],
  ],
  ["profile.email", ["email", "emailaddress", "mail", "mailaddress", "emailadres", "mailadres"]],
  [
    "profile.external_id",
    [
      "externalid",
      "id",
      "customernumber",
      "customerid",
      "clientnumber",
      "clientid",
      "membernumber",
      "employeenumber",
      "reference",
      "klantnummer",
      "klantid",
      "relatienummer",
      "lidnummer",
      "personeelsnummer",
      "referentie",
      "kenmerk",
      "externeid",
      "externid",
    ],
  ],
]
const targetByHeading: ReadonlyMap<string, MappingTarget> = new Map(
  knownHeadings.flatMap(([target, headings]) => headings.map((heading) => [heading, target] as const)),
)
