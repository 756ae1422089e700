// What stands about a script's removal, between the domain's words and its columns (domain/removal; decisions R1–R5).
import { removalOf } from "../../../domain/removal/removal.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import type { ScriptRow } from "../database/tables.ts"

const date = (text: string | null): Date | null => (text === null ? null : new Date(text))

type Columns = Pick<
  ScriptRow,
  "removal_procedure" | "is_deletion_approved" | "removal_warning_date" | "deleted_warning_date" | "deleted_date"
>

/** The columns of a script after whatever changed in `script`; `today` as for `removalOf`. */
export const removalColumns = (
  script: Pick<ListedScript, "status" | "closedDate" | "removalProcedure" | "removalWarningDate" | "deletedDate">,
  today: string | null = null,
): Columns => {
  const { isDeletionApproved, removalWarningDate, deletedWarningDate, deletedDate } = removalOf(script, today)
  return {
    removal_procedure: script.removalProcedure,
    is_deletion_approved: isDeletionApproved,
    removal_warning_date: date(removalWarningDate),
    deleted_warning_date: date(deletedWarningDate),
    deleted_date: date(deletedDate),
  }
}
