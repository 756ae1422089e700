// A script's status and the steps between statuses (spec/1-console §4, decisions "Status and the live lock").
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { getOwnField } from "../json/json-value.ts"

/** [S1] Where a script is between being written and being archived. In the API it is a number (`StatusFromCode`). */
export const Status = Schema.Literals(["preparation", "live", "closed", "deleted"])
export type Status = typeof Status.Type

/** What the author must agree to before a step is taken; null asks nothing. */
export type Consent = "may-lose-data" | "reactivates" | null

const transitions: Readonly<Record<Status, Readonly<Partial<Record<Status, Consent>>>>> = {
  preparation: { live: null, closed: null, deleted: null },
  live: { preparation: "may-lose-data", closed: null, deleted: null },
  closed: { preparation: "may-lose-data", live: null, deleted: null },
  deleted: { preparation: "reactivates" },
}

/** The consent that going `from` → `to` needs, or undefined where there is no such step, nor such a status. */
export const getStatusConsent = (from: Status, to: Status): Consent | undefined => getOwnField(getOwnField(transitions, from) ?? {}, to)

/** What the status picker offers. Deleting is an action of its own, never a pick. */
export const listSelectableStatuses = (from: Status): ReadonlyArray<Status> =>
  Status.literals.filter((to) => to !== "deleted" && getStatusConsent(from, to) !== undefined)

/** Live and closed scripts hold answers that an edit would falsify. */
export const isLocked = (status: Status): boolean => status === "live" || status === "closed"

/**
 * What a respondent meets: only live chats answer, closed ones say so, of any other nothing is known, save by who has a conversation or a
 * link of theirs: to them one in preparation is not open yet, or not any more for a while.
 */
export const respondentViews = { preparation: "paused", live: "chat", closed: "closed", deleted: "nothing" } as const satisfies Record<
  Status,
  string
>

/** Whether links can be made: they lead to a chat that is or will be open. */
export const canHaveLinks = (status: Status): boolean => status !== "deleted"

/** [S5] Whether everything about a script can be edited. */
export const isEditable = (status: Status): boolean => status === "preparation"

type Dates = { readonly liveDate: string | null; readonly closedDate: string | null }

/** [S3] The dates of a script after a step at `now` (ISO 8601): going live sets `liveDate` the first time, closing sets `closedDate`, preparation clears it. */
export const updateStatusDates = ({ liveDate, closedDate }: Dates, to: Status, now: string): Dates => ({
  liveDate: to === "live" ? (liveDate ?? now) : liveDate,
  closedDate: to === "closed" ? now : to === "preparation" ? null : closedDate,
})

// When a chat's conversations can lose the people who gave them (decisions P2).

/** [P2] Nobody is in the middle of a closed chat. */
export const canAnonymize = (status: Status): boolean => status === "closed"

const codes = { preparation: 1, live: 2, closed: 3, deleted: 4 } as const satisfies Record<Status, number>
const names = { 1: "preparation", 2: "live", 3: "closed", 4: "deleted" } as const satisfies Record<number, Status>

/** A status as the wire and the script file write it: a number from 1 to 4. */
export const StatusFromCode = Schema.Literals([1, 2, 3, 4]).pipe(
  Schema.decodeTo(Status, SchemaTransformation.transform({ decode: (code) => names[code], encode: (status) => codes[status] })),
)
