// What an author chooses for an export of answers, and how much is fetched at a time (spec/3-community §2, §9; decisions X1, X5).

import { formatDate, parseDate } from "../date/calendar-date.ts"
import { addMonths } from "../removal/removal-procedure.ts"
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

export const defaultExportOptions: ExportOptions = {
  instructionNumber: true,
  shortLabel: true,
  type: false,
  questionText: true,
  nonNumeric: true,
  emptyChats: false,
  separatorDefinition: false,
}

/** Options as they were kept, of which only known switches count; what was not kept is as usual. */
export const parseExportOptions = (kept: unknown): ExportOptions => {
  const known: ReadonlyMap<string, unknown> = new Map(typeof kept === "object" && kept !== null ? Object.entries(kept) : [])
  const of = (option: keyof ExportOptions): boolean => {
    const on = known.get(option)
    return typeof on === "boolean" ? on : defaultExportOptions[option]
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
export const exportLimits = { pageSize: 1250, previewRows: 10, headingRows: 2 } as const

/**
 * "From one month ago at start of day to end of today" (spec/3-community §9). `today` is `YYYY-MM-DD`; the answers are local times without
 * a zone. A month ago that has no such day is its last.
 */
export const defaultBounds = (today: string): { readonly from: string; readonly to: string } => ({
  from: `${addMonths(today, -1) ?? today}T00:00:00.000`,
  to: `${today}T23:59:59.999`,
})

/** The hours or minutes of a picked time: whole, within 0 to `most` (23, 59), two digits (spec/3-community §5). */
export const timePart = (typed: number, most: 23 | 59): string =>
  String(Math.max(0, Math.min(most, Math.trunc(typed) || 0))).padStart(2, "0")

// Between which moments an export's conversations began (spec/3-community §2 "from and to date-time pickers", §5, §9).
// A moment is a local time without a zone, to the minute: `YYYY-MM-DDTHH:mm`; blank for no limit.

export type ExportRange = { readonly from: string; readonly to: string }

/** What a person starts with: from one month ago at start of day to end of today (`YYYY-MM-DD`). */
export const defaultRange = (today: string): ExportRange => {
  const { from, to } = defaultBounds(today)
  return { from: from.slice(0, 16), to: to.slice(0, 16) }
}

export const emptyRange: ExportRange = { from: "", to: "" }

/** The local times, to the millisecond, of the first and the last instant of a range; left out where there is no limit. */
export const rangeBounds = ({ from, to }: ExportRange): { readonly from?: string; readonly to?: string } => ({
  ...(from === "" ? {} : { from: `${from}:00.000` }),
  ...(to === "" ? {} : { to: `${to}:59.999` }),
})

export type MomentParts = { readonly day: string; readonly hour: string; readonly minute: string }

/** A moment in the parts that are typed: the day as `DD-MM-YYYY`, hours and minutes with two digits. `usual` is the time of a blank one. */
export const momentParts = (moment: string, usual: "00:00" | "23:59"): MomentParts => {
  const [date = "", time = usual] = moment === "" ? ["", usual] : moment.split("T")
  return { day: formatDate(date), hour: time.slice(0, 2), minute: time.slice(3, 5) }
}

/** The moment of what was typed: blank without a day, undefined where that is no day; hours and minutes are clamped. */
export const parseMoment = ({ day, hour, minute }: MomentParts): string | undefined => {
  if (day.trim() === "") return ""
  const date = parseDate(day)
  return date === undefined ? undefined : `${date}T${timePart(Number(hour), 23)}:${timePart(Number(minute), 59)}`
}
