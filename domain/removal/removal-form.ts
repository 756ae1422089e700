// The form of a removal edit, every field a text: `removalProcedure` ("true" or blank) and the days as they are typed.
import type { Violation } from "../failure.ts"
import { readDate, writtenDate } from "../questions/date.ts"
import type { ListedScript } from "../script/script.ts"
import { dateProblemKeys, type RemovalEdit, removalProblems } from "./removal.ts"

type Fields = Readonly<Record<string, string>>

/** What the fields begin with. */
export const fieldsOfRemoval = ({
  removalProcedure,
  removalWarningDate,
  deletedDate,
}: Pick<ListedScript, "removalProcedure" | "removalWarningDate" | "deletedDate">): Fields => ({
  removalProcedure: removalProcedure ? "true" : "",
  removalWarningDate: writtenDay(removalWarningDate),
  deletedDate: writtenDay(deletedDate),
})

/** What the fields say. What is typed and no day stays as it is, for the rules to find. */
export const removalOfFields = ({ removalProcedure, removalWarningDate = "", deletedDate = "" }: Fields): RemovalEdit => ({
  removalProcedure: removalProcedure === "true",
  removalWarningDate: dayOf(removalWarningDate),
  deletedDate: dayOf(deletedDate),
})

/** [R2] What keeps an edit from being saved, by field. `today` is the day of the server's calendar, `YYYY-MM-DD`. */
export const removalViolations = (edit: RemovalEdit, today: string): ReadonlyArray<Violation> =>
  Object.entries(removalProblems(edit, today)).flatMap(([field, problem]) =>
    problem === null ? [] : [{ field, message: dateProblemKeys[problem] }],
  )

const writtenDay = (instant: string | null): string => (instant === null ? "" : writtenDate(instant.slice(0, 10)))
const dayOf = (typed: string): string | null => (typed.trim() === "" ? null : (readDate(typed) ?? typed))
