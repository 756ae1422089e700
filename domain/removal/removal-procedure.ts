// When a closed chat and its answers are removed, and who hears of it before (spec/1-console §4 "Removal", decisions R1–R4).
// Days are `YYYY-MM-DD`.
import { formatDate, fromEpochDay, isIsoDate, parseDate, toEpochDay } from "../date/calendar-date.ts"
import type { Violation } from "../failure.ts"
import type { ListedScript } from "../script/script.ts"
import type { Status } from "../script/status.ts"

/** [R1] Months from closing to removal, and days from warning to removal, where nobody says otherwise. */
export const defaultRemovalMonths = 6
export const defaultWarningDays = 14

export type RemovalDates = { readonly removalWarningDate: string; readonly deletedDate: string }

/** [R1] The dates of a chat that closed at an instant or on a day (ISO 8601), or null where that is no date. */
export const getDefaultRemovalDates = (closed: string): RemovalDates | null => {
  const removal = toEpochDay(addMonths(closed.slice(0, 10), defaultRemovalMonths) ?? "")
  return removal === null ? null : createRemovalDates(removal)
}

/** A removal on the day of that number, and its warning so many days before. */
const createRemovalDates = (removal: number): RemovalDates => ({
  removalWarningDate: fromEpochDay(removal - defaultWarningDays),
  deletedDate: fromEpochDay(removal),
})

/** The same day so many months later; the last day of that month where it has no such day. Null for what is no date. */
export const addMonths = (day: string, months: number): string | null => {
  if (!isIsoDate(day)) return null
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number)
  const sum = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(sum / 12), (sum % 12) + 1]
  const of = (it: number) => `${String(toYear).padStart(4, "0")}-${String(toMonth).padStart(2, "0")}-${String(it).padStart(2, "0")}`
  return [date, 30, 29, 28].map(of).find(isIsoDate) ?? null
}

/** What the removal edit sends (contract "removal edit"). */
export type RemovalEdit = {
  readonly removalProcedure: boolean
  readonly removalWarningDate: string | null
  readonly deletedDate: string | null
}
export type DateProblem = "missing" | "no-date" | "past" | "after-removal"
/** What is said of a date, as a key of the catalogue. */
export const dateProblemKeys = {
  missing: "ERROR.REMOVAL_DATE_MISSING",
  "no-date": "ERROR.REMOVAL_DATE_NO_DATE",
  past: "ERROR.REMOVAL_DATE_PAST",
  "after-removal": "ERROR.REMOVAL_DATE_AFTER_REMOVAL",
} as const satisfies Record<DateProblem, string>
export type RemovalProblems = { readonly removalWarningDate: DateProblem | null; readonly deletedDate: DateProblem | null }

/** [R2] What keeps an edit from being saved, by field. With the procedure off the dates say nothing. */
export const removalProblems = (edit: RemovalEdit, today: string): RemovalProblems => {
  if (!edit.removalProcedure) return { removalWarningDate: null, deletedDate: null }
  const { removalWarningDate: warning, deletedDate: removal } = edit
  const [ofWarning, ofRemoval] = [dateProblem(warning, today), dateProblem(removal, today)]
  const isLate = ofRemoval === null && (warning ?? "") > (removal ?? "")
  return { removalWarningDate: ofWarning ?? (isLate ? "after-removal" : null), deletedDate: ofRemoval }
}

const dateProblem = (day: string | null, today: string): DateProblem | null => {
  if (day === null || day === "") return "missing"
  if (!isIsoDate(day)) return "no-date"
  return day < today ? "past" : null
}

type Approved = Pick<ListedScript, "isDeletionApproved" | "removalWarningDate" | "deletedWarningDate" | "deletedDate">

/** [R5] Dates that leave the full notice where those wished would have passed already: a warning today, the removal so many days later. */
const ensureNoticePeriod = (dates: RemovalDates, today: string | null): RemovalDates => {
  const from = toEpochDay(today ?? "")
  return from === null || dates.removalWarningDate >= fromEpochDay(from) ? dates : createRemovalDates(from + defaultWarningDays)
}

/**
 * [R5] What stands about a script's removal after its procedure was turned on or off, or after a step: a closed one with the procedure on
 * is approved for removal, on the dates it has or else the usual ones; of any other there are no dates. `today` (`YYYY-MM-DD`) is given
 * where the chat may have closed long ago.
 */
export const computeRemovalState = (
  script: Pick<ListedScript, "status" | "closedDate" | "removalProcedure" | "removalWarningDate" | "deletedDate">,
  today: string | null = null,
): Approved => {
  const dates = script.closedDate === null || !isInRemovalList(script) ? null : getDefaultRemovalDates(script.closedDate)
  const usual = dates && ensureNoticePeriod(dates, today)
  const removalWarningDate = usual && (script.removalWarningDate ?? usual.removalWarningDate)
  return {
    isDeletionApproved: usual !== null,
    removalWarningDate,
    deletedWarningDate: removalWarningDate,
    deletedDate: usual && (script.deletedDate ?? usual.deletedDate),
  }
}

/**
 * [R4] The day of a removal whose warning is given `today`: where that was missed, it is put off, so that between the two lie as many days as
 * were to.
 */
export const postponeRemoval = (
  { removalWarningDate, deletedDate }: Pick<Removable, "removalWarningDate" | "deletedDate">,
  today: string,
): string | null => {
  const [warning, removal, from] = [removalWarningDate, deletedDate, today].map((it) => toEpochDay(it?.slice(0, 10) ?? "") ?? null)
  if (removal === null || removal === undefined) return null
  return fromEpochDay(Math.max(removal, (from ?? removal) + Math.max(0, removal - (warning ?? removal))))
}

type Removable = Pick<ListedScript, "status" | "removalProcedure" | "removalWarningDate" | "deletedDate">

/** [R3] Whether the removal list has this script: closed, with the procedure on. */
export const isInRemovalList = ({ status, removalProcedure }: Pick<Removable, "status" | "removalProcedure">): boolean =>
  status === removableStatus && removalProcedure

/** [R3] The status that chats are removed in. */
export const removableStatus = "closed" satisfies Status

/** A removal list after the edit of one of its scripts: its row is updated, or gone where the procedure is off. */
export const updateRemovalList = <Row extends Pick<ListedScript, "uuid" | "status" | "removalProcedure">>(
  rows: ReadonlyArray<Row>,
  edited: Row,
): ReadonlyArray<Row> => rows.flatMap((row) => (row.uuid === edited.uuid ? (isInRemovalList(edited) ? [edited] : []) : [row]))

/** [R4] What is due on a day: the mail to the administrators, or the removal itself, also of days that were missed; never one without the other before it. */
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

// The form of a removal edit, every field a text: `removalProcedure` ("true" or blank) and the days as they are typed.

type Fields = Readonly<Record<string, string>>

/** What the fields begin with. */
export const toRemovalFields = ({
  removalProcedure,
  removalWarningDate,
  deletedDate,
}: Pick<ListedScript, "removalProcedure" | "removalWarningDate" | "deletedDate">): Fields => ({
  removalProcedure: removalProcedure ? "true" : "",
  removalWarningDate: writtenDay(removalWarningDate),
  deletedDate: writtenDay(deletedDate),
})

/** What the fields say. What is typed and no day stays as it is, for the rules to find. */
export const parseRemovalFields = ({ removalProcedure, removalWarningDate = "", deletedDate = "" }: Fields): RemovalEdit => ({
  removalProcedure: removalProcedure === "true",
  removalWarningDate: dayOf(removalWarningDate),
  deletedDate: dayOf(deletedDate),
})

/** [R2] What keeps an edit from being saved, by field. `today` is the day of the server's calendar, `YYYY-MM-DD`. */
export const removalViolations = (edit: RemovalEdit, today: string): ReadonlyArray<Violation> =>
  Object.entries(removalProblems(edit, today)).flatMap(([field, problem]) =>
    problem === null ? [] : [{ field, message: dateProblemKeys[problem] }],
  )

const writtenDay = (instant: string | null): string => (instant === null ? "" : formatDate(instant.slice(0, 10)))
const dayOf = (typed: string): string | null => (typed.trim() === "" ? null : (parseDate(typed) ?? typed))
