// The removal procedure of closed scripts: default dates, warning, removal [R1–R5]. Days are `YYYY-MM-DD`.
import { addMonths, fromEpochDay, toEpochDay } from "../date/calendar-date.ts"
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

/**
 * [R4] [R5] Whether an earlier warning still holds after a change of status: it named the date that was chosen, which is still to come. After
 * that date, a script that is closed again holds answers that nobody was warned about.
 */
export const isWarningKept = ({ deletedDate }: Pick<ListedScript, "deletedDate">, today: string): boolean =>
  deletedDate !== null && deletedDate.slice(0, 10) > today.slice(0, 10)

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
