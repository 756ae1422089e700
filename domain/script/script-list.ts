// The chat overview: names, dates and actions of scripts by status, what deleting one does; search [S7, S8, S10].

import * as Schema from "effect/Schema"
import type { ListedScript } from "./script.ts"
import type { Status } from "./status.ts"

/** [S7] The maximum number of characters of a name in the overview. */
export const maxShownNameLength = 40

/** The maximum number of characters of a name in the removal table and its edit dialog. */
export const maxShownNameLengths = { removals: 50, removalEdit: 24 } as const

/** Returns the name, truncated to `length` code points with an ellipsis. */
export const truncateName = (name: string, length: number = maxShownNameLength): string => {
  const characters = Array.from(name)
  return characters.length > length ? `${characters.slice(0, length).join("").trimEnd()}…` : name
}

/** The two lists of the overview, with the statuses in each. */
export const statusesByList = {
  active: ["preparation", "live", "closed"],
  archive: ["deleted"],
} as const satisfies Record<string, ReadonlyArray<Status>>
export type ListName = keyof typeof statusesByList

/** Returns the list for scripts of this status. */
export const getListName = (status: Status): ListName => (status === "deleted" ? "archive" : "active")

/** The actions of a row in the overview. */
export type ScriptAction = "edit" | "open-chat" | "live-statistics" | "copy" | "delete" | "removal-procedure"

/** Returns the actions for rows of this status. */
export const getAllowedActions = (status: Status): ReadonlyArray<ScriptAction> => {
  switch (status) {
    case "preparation":
      return ["edit", "open-chat", "live-statistics", "copy", "delete", "removal-procedure"]
    case "live":
      return ["open-chat", "live-statistics", "copy", "delete", "removal-procedure"]
    case "closed":
      return ["live-statistics", "copy", "delete", "removal-procedure"]
    case "deleted":
      return ["delete"]
  }
}

/** A date in a row of the overview. */
export type ShownDate = { readonly of: "liveDate" | "closedDate" | "removalWarningDate" | "deletedDate"; readonly at: string }

/** [S8] Returns the dates that a row shows: when it went live and was closed, and its approved removal and warning. */
export const listShownDates = (script: ListedScript): ReadonlyArray<ShownDate> => {
  const { status, isDeletionApproved } = script
  const fields: ReadonlyArray<ShownDate["of"]> =
    status === "live"
      ? ["liveDate"]
      : status === "closed"
        ? ["liveDate", "closedDate", ...(isDeletionApproved ? (["removalWarningDate", "deletedDate"] as const) : [])]
        : []
  return fields.flatMap((field) => {
    const at = script[field]
    return at === null ? [] : [{ of: field, at }]
  })
}

const statusRanks = { preparation: 0, live: 1, closed: 2, deleted: 3 } as const satisfies Record<Status, number>

/** Returns the place of a status in the order in which scripts go through them. */
export const getStatusRank = (status: Status): number => statusRanks[status]

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

/**
 * Returns the scripts of a status (null: any) whose name, public name or UUID contains the text, ordered by name, then UUID, so that scripts
 * that the overview sorts equally always have the same order.
 */
export const filterScripts = (
  scripts: ReadonlyArray<ListedScript>,
  { search, only = null }: { readonly search: string; readonly only?: Status | null },
): ReadonlyArray<ListedScript> => {
  const query = search.trim().toLowerCase()
  return scripts
    .filter(({ status }) => only === null || status === only)
    .filter(({ name, public_name, uuid }) => [name, public_name, uuid].some((text) => text.toLowerCase().includes(query)))
    .toSorted((a, b) => collator.compare(a.name, b.name) || collator.compare(a.uuid, b.uuid))
}

/** `archive` moves a script to the archive; `erase` erases one that is there. */
export const DeletionAction = Schema.Literals(["archive", "erase"])
export type DeletionAction = typeof DeletionAction.Type

/** [S10] Returns what deleting a script of this status does. */
export const getDeletionAction = (status: Status): DeletionAction => (getListName(status) === "archive" ? "erase" : "archive")

/** What a script contains of its respondents: answered conversations, files, and links that nobody has opened. */
export type ScriptContents = { readonly answers: number; readonly files: number; readonly links: number }
