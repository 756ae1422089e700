// The removal procedure of closed scripts: default dates, warning, removal [R1–R5]. Days are `YYYY-MM-DD`.
import { addMonths, formatDate, fromEpochDay, isImpossibleDate, isIsoDate, parseDate, toEpochDay } from "../date/calendar-date.ts"
import type { Violation } from "../findings/finding.ts"
import type { ListedScript } from "../script/script.ts"
import type { Status } from "../script/status.ts"

/** [R1] The default months from closing to removal, and days from warning to removal. */
export const defaultRemovalMonths = 6
export const defaultWarningDays = 14

export type RemovalDates = { readonly removalWarningDate: string; readonly deletedDate: string }

/** [R1] Returns the dates of a script that was closed at an instant or on a day (ISO 8601); null if that is not a date. */
export const getDefaultRemovalDates = (closed: string): RemovalDates | null => {
  const removalDay = toEpochDay(addMonths(closed.slice(0, 10), defaultRemovalMonths) ?? "")
  return removalDay === null ? null : createRemovalDates(removalDay)
}

/** Returns the dates of a removal on this day (days since 1970-01-01), with the warning the default number of days before. */
const createRemovalDates = (removalDay: number): RemovalDates => ({
  removalWarningDate: fromEpochDay(removalDay - defaultWarningDays),
  deletedDate: fromEpochDay(removalDay),
})

/** The request body of a removal edit. */
export type RemovalEdit = {
  readonly removalProcedure: boolean
  readonly removalWarningDate: string | null
  readonly deletedDate: string | null
}
/** What is wrong with a removal or warning date. */
export type DateProblem = "missing" | "no-date" | "no-such-day" | "past" | "after-removal"
/** The catalog key of each problem. */
export const dateProblemKeys = {
  missing: "ERROR.REMOVAL_DATE_MISSING",
  "no-date": "ERROR.REMOVAL_DATE_NO_DATE",
  "no-such-day": "ERROR.NO_SUCH_DAY",
  past: "ERROR.REMOVAL_DATE_PAST",
  "after-removal": "ERROR.REMOVAL_DATE_AFTER_REMOVAL",
} as const satisfies Record<DateProblem, string>
export type RemovalProblems = { readonly removalWarningDate: DateProblem | null; readonly deletedDate: DateProblem | null }

/** [R2] Returns what keeps an edit from being saved, by field. The dates are ignored while the procedure is off. */
export const findRemovalProblems = (edit: RemovalEdit, today: string): RemovalProblems => {
  if (!edit.removalProcedure) return { removalWarningDate: null, deletedDate: null }
  const { removalWarningDate: warning, deletedDate: removal } = edit
  const [warningProblem, removalProblem] = [findDateProblem(warning, today), findDateProblem(removal, today)]
  const isWarningLate = removalProblem === null && (warning ?? "") > (removal ?? "")
  return { removalWarningDate: warningProblem ?? (isWarningLate ? "after-removal" : null), deletedDate: removalProblem }
}

const findDateProblem = (day: string | null, today: string): DateProblem | null => {
  if (day === null || day === "") return "missing"
  if (isImpossibleDate(day)) return "no-such-day"
  if (!isIsoDate(day)) return "no-date"
  return day < today ? "past" : null
}

type RemovalState = Pick<ListedScript, "isDeletionApproved" | "removalWarningDate" | "deletedWarningDate" | "deletedDate">

/** [R5] If the warning date has passed, moves it to today and the removal accordingly, so that the full notice remains. */
const ensureNoticePeriod = (dates: RemovalDates, today: string | null): RemovalDates => {
  const todayNumber = toEpochDay(today ?? "")
  return todayNumber === null || dates.removalWarningDate >= fromEpochDay(todayNumber)
    ? dates
    : createRemovalDates(todayNumber + defaultWarningDays)
}

/**
 * [R5] Returns the removal state after the procedure was turned on or off, or the status changed. A closed script with the procedure on is
 * approved for removal, on its own dates or else the default ones; all others have no dates. Pass `today` (`YYYY-MM-DD`) if the script may
 * have been closed long ago.
 */
export const computeRemovalState = (
  script: Pick<ListedScript, "status" | "closedDate" | "removalProcedure" | "removalWarningDate" | "deletedDate">,
  today: string | null = null,
): RemovalState => {
  const dates = script.closedDate === null || !isInRemovalList(script) ? null : getDefaultRemovalDates(script.closedDate)
  const defaults = dates && ensureNoticePeriod(dates, today)
  const removalWarningDate = defaults && (script.removalWarningDate ?? defaults.removalWarningDate)
  return {
    isDeletionApproved: defaults !== null,
    removalWarningDate,
    deletedWarningDate: removalWarningDate,
    deletedDate: defaults && (script.deletedDate ?? defaults.deletedDate),
  }
}

/** [R4] Returns the removal date if the warning is sent `today`: a late warning postpones it, which keeps the notice period. */
export const postponeRemoval = (
  { removalWarningDate, deletedDate }: Pick<Removable, "removalWarningDate" | "deletedDate">,
  today: string,
): string | null => {
  const [warning, removal, todayNumber] = [removalWarningDate, deletedDate, today].map(
    (date) => toEpochDay(date?.slice(0, 10) ?? "") ?? null,
  )
  if (removal === null || removal === undefined) return null
  return fromEpochDay(Math.max(removal, (todayNumber ?? removal) + Math.max(0, removal - (warning ?? removal))))
}

type Removable = Pick<ListedScript, "status" | "removalProcedure" | "removalWarningDate" | "deletedDate">

/** [R3] Returns whether the script is in the removal list: closed, with the procedure on. */
export const isInRemovalList = ({ status, removalProcedure }: Pick<Removable, "status" | "removalProcedure">): boolean =>
  status === removableStatus && removalProcedure

/** [R3] The status from which scripts are removed. */
export const removableStatus = "closed" satisfies Status

/** Returns the removal list after an edit of one script: its row is updated, or removed if the procedure is off. */
export const updateRemovalList = <Row extends Pick<ListedScript, "uuid" | "status" | "removalProcedure">>(
  rows: ReadonlyArray<Row>,
  edited: Row,
): ReadonlyArray<Row> => rows.flatMap((row) => (row.uuid === edited.uuid ? (isInRemovalList(edited) ? [edited] : []) : [row]))

/** [R4] Returns the step that is due on a day, including missed days: the mail to the administrators, or the removal, which never comes first. */
export const findDueRemovalStep = (
  script: Removable,
  { today, isWarned }: { readonly today: string; readonly isWarned: boolean },
): "warning" | "removal" | null => {
  if (!isInRemovalList(script)) return null
  const { removalWarningDate: warning, deletedDate: removal } = script
  const isPast = (date: string | null) => date !== null && date.slice(0, 10) <= today
  if (!isWarned) return isPast(warning) || isPast(removal) ? "warning" : null
  return isPast(removal) ? "removal" : null
}

type Fields = Readonly<Record<string, string>>

/** Returns the initial values of the form's fields, all texts: `removalProcedure` is "true" or blank. */
export const toRemovalFields = ({
  removalProcedure,
  removalWarningDate,
  deletedDate,
}: Pick<ListedScript, "removalProcedure" | "removalWarningDate" | "deletedDate">): Fields => ({
  removalProcedure: removalProcedure ? "true" : "",
  removalWarningDate: formatDay(removalWarningDate),
  deletedDate: formatDay(deletedDate),
})

/** Returns the edit of the form. A text that is not a day is kept, so that validation reports it. */
export const parseRemovalFields = ({ removalProcedure, removalWarningDate = "", deletedDate = "" }: Fields): RemovalEdit => ({
  removalProcedure: removalProcedure === "true",
  removalWarningDate: parseDay(removalWarningDate),
  deletedDate: parseDay(deletedDate),
})

/** [R2] Returns what keeps an edit from being saved, by field. `today` is the day on the server, `YYYY-MM-DD`. */
export const removalViolations = (edit: RemovalEdit, today: string): ReadonlyArray<Violation> =>
  Object.entries(findRemovalProblems(edit, today)).flatMap(([field, problem]) =>
    problem === null ? [] : [{ field, message: dateProblemKeys[problem] }],
  )

const formatDay = (instant: string | null): string => (instant === null ? "" : formatDate(instant.slice(0, 10)))
const parseDay = (text: string): string | null => (text.trim() === "" ? null : (parseDate(text) ?? text))
