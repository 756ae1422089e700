// Editing the removal of one chat: its dates, or turning the procedure off, which is asked twice (spec/3-community §4 "Removal").
import type { ActorRefFrom } from "xstate"
import { removalOfFields, removalViolations } from "../../domain/removal/removal-form.ts"
import type { ListedScript } from "../../domain/script/script.ts"
import { formMachine } from "../form.ts"

/** A chat in a list of removals. */
export type RemovalRow = ListedScript & { readonly communityName: string; readonly communitySlug: string }

/** Knows the chat as it is, and the day of the server's calendar, `YYYY-MM-DD`. */
export const removalEditMachine = formMachine<RemovalRow, { readonly row: RemovalRow; readonly today: string }>({
  id: "removal edit",
  blank: { uuid: "", removalProcedure: "", removalWarningDate: "", deletedDate: "" },
  violations: (values, { today }) => removalViolations(removalOfFields(values), today),
  needsConsent: (values, { row }) => row.removalProcedure && !removalOfFields(values).removalProcedure,
})
export type RemovalEditActor = ActorRefFrom<typeof removalEditMachine>
