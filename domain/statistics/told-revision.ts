// Which revision of a script its live statistics are told by.
import { isEditable, type Status } from "../script/status.ts"

/** `lastLive`: the revision that was live last, while it is not; null where none was. */
type Revisions = { readonly status: Status; readonly revision: number; readonly lastLive: number | null }

/** [G5] Of a script in preparation that which was live last: what its author writes now is not for respondents yet. */
export const revisionTold = ({ status, revision, lastLive }: Revisions): number | null => (isEditable(status) ? lastLive : revision)

/** What was live last, once a script leaves the status that it has. */
export const lastLiveAfter = ({ status, revision, lastLive }: Revisions): number | null => (status === "live" ? revision : lastLive)
