// Which revision of a script its live statistics are told by.
import type { Status } from "../script/status.ts"

/** `lastLive`: the revision that was live last, while it is not; null where none was. */
type Revisions = { readonly status: Status; readonly revision: number; readonly lastLive: number | null }

/** [G5] Of one that is not live that which was live last: what its author writes in preparation is not for respondents yet. */
export const revisionTold = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** What was live last, once a script leaves the status that it has. */
export const lastLiveAfter = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)

/** The same once a script is saved as the revision `next`: one that was closed as it was live can be mended in its wording only. */
export const lastLiveSaved = ({ status, revision, lastLive }: Revisions, next: number): number | null =>
  status === "closed" && lastLive === revision ? next : lastLive
