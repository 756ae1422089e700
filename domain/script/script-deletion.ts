// Deleting a script [S10]: what it does depends on the list that the script is in.
import * as Schema from "effect/Schema"
import { getListName } from "./script-list.ts"
import type { Status } from "./status.ts"

/** `archive` moves a script to the archive; `erase` erases one that is there. */
export const DeletionAction = Schema.Literals(["archive", "erase"])
export type DeletionAction = typeof DeletionAction.Type

/** [S10] Returns what deleting a script of this status does. */
export const getDeletionAction = (status: Status): DeletionAction => (getListName(status) === "archive" ? "erase" : "archive")

/** What a script contains of its respondents: answered conversations, files, and links that nobody has opened. */
export type ScriptContents = { readonly answers: number; readonly files: number; readonly links: number }
