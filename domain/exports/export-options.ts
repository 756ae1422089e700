// Options of an export of answers, its range of dates, and limits of its requests (X1, X5).

import { addMonths, formatDate, parseDate } from "../date/calendar-date.ts"
import type { Separator } from "./csv.ts"

/** The parts of headings and the format of cells; each is a switch on the screen. */
export type ExportOptions = {
  readonly instructionNumber: boolean
  readonly shortLabel: boolean
  readonly type: boolean
  readonly questionText: boolean
  readonly nonNumeric: boolean
  readonly scores: boolean
  readonly emptyChats: boolean
  readonly separatorDefinition: boolean
  readonly formulaGuard: boolean
}

export const defaultExportOptions: ExportOptions = {
  instructionNumber: true,
  shortLabel: true,
  type: false,
  questionText: true,
  nonNumeric: true,
  scores: false,
  emptyChats: false,
  separatorDefinition: false,
  formulaGuard: true,
}

/** Parses stored options: unknown ones are ignored, missing ones get their defaults. */
export const parseExportOptions = (stored: unknown): ExportOptions => {
  const storedFields: ReadonlyMap<string, unknown> = new Map(typeof stored === "object" && stored !== null ? Object.entries(stored) : [])
  const getOption = (option: keyof ExportOptions): boolean => {
    const value = storedFields.get(option)
    return typeof value === "boolean" ? value : defaultExportOptions[option]
  }
  return {
    instructionNumber: getOption("instructionNumber"),
    shortLabel: getOption("shortLabel"),
    type: getOption("type"),
    questionText: getOption("questionText"),
    nonNumeric: getOption("nonNumeric"),
    scores: getOption("scores"),
    emptyChats: getOption("emptyChats"),
    separatorDefinition: getOption("separatorDefinition"),
    formulaGuard: getOption("formulaGuard"),
  }
}

/** [X4] Returns the options of the file for SPSS: its cells contain codes, and the syntax gives the codes their labels. */
export const toSpssOptions = (options: ExportOptions): ExportOptions => ({ ...options, nonNumeric: false })

/** [X5] Returns the separator: `;` if the file declares it in its first line (`sep=;`), else `,`. */
export const getSeparator = ({ separatorDefinition }: ExportOptions): Separator => (separatorDefinition ? ";" : ",")

/** Number of rows per request, in the first preview, and in the preview of headings. */
export const exportLimits = { pageSize: 1250, previewRows: 10, headingRows: 2 } as const

/**
 * Returns the default range: from one month ago at start of day to end of today. `today` is `YYYY-MM-DD`; the results
 * are local times without a time zone. If the previous month has no such day, its last day is used.
 */
export const defaultBounds = (today: string): { readonly from: string; readonly to: string } => ({
  from: `${addMonths(today, -1) ?? today}T00:00:00.000`,
  to: `${today}T23:59:59.999`,
})

/** Returns typed hours or minutes as two digits, truncated and clamped to 0 to `maximum` (23 or 59). */
export const formatTimePart = (typed: number, maximum: 23 | 59): string =>
  String(Math.max(0, Math.min(maximum, Math.trunc(typed) || 0))).padStart(2, "0")

/** When an export's conversations began. Both ends are local times to the minute, `YYYY-MM-DDTHH:mm`; "" is no limit. */
export type ExportRange = { readonly from: string; readonly to: string }

/** Returns the default range to the minute; `today` is `YYYY-MM-DD`. */
export const defaultRange = (today: string): ExportRange => {
  const { from, to } = defaultBounds(today)
  return { from: from.slice(0, 16), to: to.slice(0, 16) }
}

export const emptyRange: ExportRange = { from: "", to: "" }

/** Returns the first and last instant of a range as local times with milliseconds; an open end is left out. */
export const getRangeBounds = ({ from, to }: ExportRange): { readonly from?: string; readonly to?: string } => ({
  ...(from === "" ? {} : { from: `${from}:00.000` }),
  ...(to === "" ? {} : { to: `${to}:59.999` }),
})

export type MomentParts = { readonly day: string; readonly hour: string; readonly minute: string }

/**
 * Returns the typed parts of a moment: the day as `DD-MM-YYYY`, hours and minutes with two digits. `defaultTime` is
 * the time of a blank moment.
 */
export const splitMoment = (moment: string, defaultTime: "00:00" | "23:59"): MomentParts => {
  const [date = "", time = defaultTime] = moment === "" ? ["", defaultTime] : moment.split("T")
  return { day: formatDate(date), hour: time.slice(0, 2), minute: time.slice(3, 5) }
}

/** Parses typed parts: a blank day is no limit (""), an invalid one is undefined; hours and minutes are clamped. */
export const parseMoment = ({ day, hour, minute }: MomentParts): string | undefined => {
  if (day.trim() === "") return ""
  const date = parseDate(day)
  return date === undefined ? undefined : `${date}T${formatTimePart(Number(hour), 23)}:${formatTimePart(Number(minute), 59)}`
}
