// [G5] The revision that the live statistics of a script use.
import type { Status } from "../script/status.ts"

/** `lastLive`: the revision that was live last, while the script is not live; null if none was. */
type Revisions = { readonly status: Status; readonly revision: number; readonly lastLive: number | null }

/** [G5] Returns the live revision, or the last live one: what an author is preparing is not for respondents. */
export const publishedRevision = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** Returns the last live revision once a script leaves its current status. */
export const lastPublishedRevision = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** Returns the last live revision after a save as the revision `next`: a closed script permits only changes of wording, so they are included. */
export const lastLiveAfterSave = ({ status, revision, lastLive }: Revisions, next: number): number | null =>
  status === "closed" && lastLive === revision ? next : lastLive
