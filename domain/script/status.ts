// The status of a script, the transitions between statuses [S1–S5], and the revision that respondents and live statistics see [G5].
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { getOwnField } from "../json/json-value.ts"

/** [S1] The status of a script; the API uses numbers (`StatusFromCode`). */
export const Status = Schema.Literals(["preparation", "live", "closed", "deleted"])
export type Status = typeof Status.Type

/** What the author must confirm before a transition; null if nothing. */
export type Consent = "may-lose-data" | "reactivates" | null

const transitions: Readonly<Record<Status, Readonly<Partial<Record<Status, Consent>>>>> = {
  preparation: { live: null, closed: null, deleted: null },
  live: { preparation: "may-lose-data", closed: null, deleted: null },
  closed: { preparation: "may-lose-data", live: null, deleted: null },
  deleted: { preparation: "reactivates" },
}

/** [S2] Returns the confirmation for a transition; undefined if there is no such transition or status. */
export const getStatusConsent = (from: Status, to: Status): Consent | undefined => getOwnField(getOwnField(transitions, from) ?? {}, to)

/** [S1] Returns the statuses that the picker offers. Deleting is a separate action. */
export const listSelectableStatuses = (from: Status): ReadonlyArray<Status> =>
  Status.literals.filter((to) => to !== "deleted" && getStatusConsent(from, to) !== undefined)

/** [S4] Returns whether a script is live or closed: it has answers that edits would falsify. */
export const isLocked = (status: Status): boolean => status === "live" || status === "closed"

/**
 * What respondents see: a live script can be answered, a closed one says so, and one in preparation shows as paused [E15]. A deleted one is
 * not found.
 */
export const respondentViews = { preparation: "paused", live: "chat", closed: "closed", deleted: "nothing" } as const satisfies Record<
  Status,
  string
>

/** Returns whether links can be created. */
export const canHaveLinks = (status: Status): boolean => status !== "deleted"

/** [S5] Returns whether everything can be edited. */
export const isEditable = (status: Status): boolean => status === "preparation"

type Dates = { readonly liveDate: string | null; readonly closedDate: string | null }

/**
 * [S3] Returns the dates after a transition at `now` (ISO 8601): live sets `liveDate` the first time, closing sets `closedDate`, preparation
 * clears it.
 */
export const updateStatusDates = ({ liveDate, closedDate }: Dates, to: Status, now: string): Dates => ({
  liveDate: to === "live" ? (liveDate ?? now) : liveDate,
  closedDate: to === "closed" ? now : to === "preparation" ? null : closedDate,
})

/** [P2] Returns whether conversations can be anonymized: only a closed script has none in progress. */
export const canAnonymize = (status: Status): boolean => status === "closed"

const codes = { preparation: 1, live: 2, closed: 3, deleted: 4 } as const satisfies Record<Status, number>
const names = { 1: "preparation", 2: "live", 3: "closed", 4: "deleted" } as const satisfies Record<number, Status>

/** The numeric status code in the API and in script files. */
export const StatusFromCode = Schema.Literals([1, 2, 3, 4]).pipe(
  Schema.decodeTo(Status, SchemaTransformation.transform({ decode: (code) => names[code], encode: (status) => codes[status] })),
)

/** `lastLive`: the revision that was live last, while the script is not live; null if none was. */
type Revisions = { readonly status: Status; readonly revision: number; readonly lastLive: number | null }

/** [G5] Returns the live revision, or the last live one: what an author is preparing is not for respondents. */
export const publishedRevision = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** Returns the last live revision once a script leaves its current status. */
export const lastPublishedRevision = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** Returns the last live revision after a save as the revision `next`: a closed script permits only changes of wording, so they are included. */
export const lastLiveAfterSave = ({ status, revision, lastLive }: Revisions, next: number): number | null =>
  status === "closed" && lastLive === revision ? next : lastLive
