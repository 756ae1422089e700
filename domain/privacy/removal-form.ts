// The form of the removal procedure: its fields, the edit that they describe, and the validation of the dates [R2].
import { formatDate, isImpossibleDate, isIsoDate, parseDate } from "../date/calendar-date.ts"
import type { Violation } from "../findings/finding.ts"
import type { ListedScript } from "../script/script.ts"

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
