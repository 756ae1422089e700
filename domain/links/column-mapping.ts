// Maps the columns of an imported list to profile fields and metadata [L2, L3].

import { normalizeText } from "../text/normalization.ts"
import { findDuplicates } from "./duplicates.ts"
import { maxReportedRows } from "./participant-list.ts"

/** What a column can be mapped to; `ignore` skips it. */
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

/** Targets that identify a person, so no value may occur twice in their column. */
export const uniqueTargets: ReadonlySet<MappingTarget> = new Set(["profile.uuid", "profile.external_id", "profile.email", "profile.phone"])

/** The target of each column of the list. */
export type ColumnMapping = ReadonlyArray<MappingTarget>
/** The rows of the list below its headings, each as its cells. */
export type ListRows = ReadonlyArray<ReadonlyArray<string>>

/** The maximum number of characters of a profile field. */
export const maxCellLength = 1000

/** Why links cannot be created from a list: nothing mapped, a target used twice, duplicate or too long values, or no row with data. */
export type MappingProblem = ColumnProblem | RowProblem

type ColumnProblem =
  | { readonly type: "nothing-mapped" }
  | { readonly type: "nobody" }
  | { readonly type: "target-twice"; readonly column: number; readonly target: MappingTarget }
type CellProblem = { readonly type: "duplicates" | "too-long"; readonly column: number; readonly target: MappingTarget }
type RowProblem = CellProblem & { readonly lines: ReadonlyArray<number> }

/** [L2] Returns what keeps links from being created, in linear time; empty if nothing does. */
export const findMappingProblems = (mapping: ColumnMapping, lines: ListRows): ReadonlyArray<MappingProblem> => {
  const problems = findProblems(mapping, lines)
  return problems.length > 0 || lines.some((cells) => hasParticipant(mapping, cells)) ? problems : [{ type: "nobody" }]
}

/** [L2] Returns the problems of the mapping itself, whatever the rows contain. */
export const findColumnProblems = (mapping: ColumnMapping): ReadonlyArray<ColumnProblem> =>
  findProblems(mapping, []).flatMap((it) => ("lines" in it ? [] : [it]))

/** Returns whether a row has data in a mapped column; other rows are skipped. */
export const hasParticipant = (mapping: ColumnMapping, cells: ReadonlyArray<string>): boolean =>
  mapping.some((target, column) => target !== "ignore" && (cells[column] ?? "").trim() !== "")

const findProblems = (mapping: ColumnMapping, lines: ListRows): ReadonlyArray<MappingProblem> => {
  if (mapping.every((target) => target === "ignore")) return [{ type: "nothing-mapped" }]
  return mapping.flatMap((target, column): ReadonlyArray<MappingProblem> => {
    if (!target.startsWith("profile.")) return []
    if (mapping.indexOf(target) < column) return [{ type: "target-twice", column, target }]
    const tooLongRows = findTooLongCells(column, lines)
    const duplicateRows = uniqueTargets.has(target) ? findDuplicateCells(column, lines) : []
    return [
      ...(tooLongRows.length === 0 ? [] : [{ type: "too-long" as const, column, target, lines: tooLongRows }]),
      ...(duplicateRows.length === 0 ? [] : [{ type: "duplicates" as const, column, target, lines: duplicateRows }]),
    ]
  })
}

/** A mapping problem for display: with row numbers of the file (only the first few) instead of list indexes. */
export type ShownMappingProblem = ColumnProblem | (CellProblem & { readonly rows: ReadonlyArray<number>; readonly count: number })

/** Converts a problem for display; `getRowNumber` returns the row number of a list index. */
export const toShownMappingProblem = (problem: MappingProblem, getRowNumber: (line: number) => number): ShownMappingProblem => {
  if (!("lines" in problem)) return problem
  const { type, column, target, lines } = problem
  return { type, column, target, rows: lines.slice(0, maxReportedRows).map(getRowNumber), count: lines.length }
}

/** [L9] Returns the indexes of the rows without those that repeat an earlier value of an identifying column. */
export const listUniqueRowIndexes = (mapping: ColumnMapping, lines: ListRows): ReadonlyArray<number> =>
  mapping.reduce<ReadonlyArray<number>>(
    (indexes, target, column) => {
      if (!uniqueTargets.has(target)) return indexes
      const duplicates = new Set(findDuplicates(indexes.length, (position) => lines[indexes[position] ?? 0]?.[column] ?? ""))
      return duplicates.size === 0 ? indexes : indexes.filter((_, position) => !duplicates.has(position))
    },
    lines.map((_, line) => line),
  )

/** A plain loop for speed: most cells of a long list are short and need no trimming. */
const findTooLongCells = (column: number, lines: ListRows): ReadonlyArray<number> => {
  const rows: Array<number> = []
  for (let line = 0; line < lines.length; line++) {
    const cell = lines[line]?.[column] ?? ""
    if (cell.length > maxCellLength && cell.trim().length > maxCellLength) rows.push(line)
  }
  return rows
}

const findDuplicateCells = (column: number, lines: ListRows): ReadonlyArray<number> =>
  findDuplicates(lines.length, (line) => lines[line]?.[column] ?? "")

/** Guesses the target of each column from its heading; an unknown heading is ignored, and no profile field is used twice. */
export const guessMapping = (headings: ReadonlyArray<string>): ColumnMapping => {
  const used = new Set<MappingTarget>()
  return headings.map((heading) => {
    const normalized = normalizeText(heading, "NFC")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "")
    if (/^(conversation)?metadata/.test(normalized)) return "conversation.metadata"
    const target = targetByHeading.get(normalized.replace(/^profile/, ""))
    if (target === undefined || used.has(target)) return "ignore"
    used.add(target)
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
