// What an author chooses for an export of answers, and how much is fetched at a time (spec/3-community §2, §9; decisions X1, X5).
import { addMonths } from "../removal/removal.ts"
import type { Separator } from "./csv.ts"

/** What headings are made of and how cells are written; all are switches on the screen. */
export type ExportOptions = {
  readonly instructionNumber: boolean
  readonly shortLabel: boolean
  readonly type: boolean
  readonly questionText: boolean
  readonly nonNumeric: boolean
  readonly emptyChats: boolean
  readonly separatorDefinition: boolean
}

export const usualOptions: ExportOptions = {
  instructionNumber: true,
  shortLabel: true,
  type: false,
  questionText: true,
  nonNumeric: true,
  emptyChats: false,
  separatorDefinition: false,
}

/** Options as they were kept, of which only known switches count; what was not kept is as usual. */
export const readOptions = (kept: unknown): ExportOptions => {
  const known: ReadonlyMap<string, unknown> = new Map(typeof kept === "object" && kept !== null ? Object.entries(kept) : [])
  const of = (option: keyof ExportOptions): boolean => {
    const on = known.get(option)
    return typeof on === "boolean" ? on : usualOptions[option]
  }
  return {
    instructionNumber: of("instructionNumber"),
    shortLabel: of("shortLabel"),
    type: of("type"),
    questionText: of("questionText"),
    nonNumeric: of("nonNumeric"),
    emptyChats: of("emptyChats"),
    separatorDefinition: of("separatorDefinition"),
  }
}

/** [X5] "Separator definition" on: the first line is `sep=;`, and `;` separates. */
export const separatorOf = ({ separatorDefinition }: ExportOptions): Separator => (separatorDefinition ? ";" : ",")

/** Rows of one request, of the first preview, and of the preview of headings (spec/3-community §9). */
export const exportLimits = { page: 1250, preview: 10, headings: 2 } as const

/**
 * "From one month ago at start of day to end of today" (spec/3-community §9). `today` is `YYYY-MM-DD`; the answers are local times without
 * a zone. A month ago that has no such day is its last.
 */
export const usualRange = (today: string): { readonly from: string; readonly to: string } => ({
  from: `${addMonths(today, -1) ?? today}T00:00:00.000`,
  to: `${today}T23:59:59.999`,
})

/** The hours or minutes of a picked time: whole, within 0 to `most` (23, 59), two digits (spec/3-community §5). */
export const timePart = (typed: number, most: 23 | 59): string =>
  String(Math.max(0, Math.min(most, Math.trunc(typed) || 0))).padStart(2, "0")
