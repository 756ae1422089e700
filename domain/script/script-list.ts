// What the chat overview shows of a script, by its status (spec/1-console §2 "Chat overview", §4; decisions S7, S8).
import type { ListedScript } from "./script.ts"
import type { Status } from "./status.ts"

/** [S7] Characters of a name that the overview shows, before an ellipsis. */
export const maxShownNameLength = 40

/** Characters that the removal table and its edit dialog show of a name (spec/1-console §9). */
export const maxShownNameLengths = { removals: 50, removalEdit: 24 } as const

/** A name as a list shows it: cut after `length` characters, with an ellipsis in place of the rest. */
export const truncateName = (name: string, length: number = maxShownNameLength): string => {
  const characters = Array.from(name)
  return characters.length > length ? `${characters.slice(0, length).join("").trimEnd()}…` : name
}

/** The two lists, and the statuses each covers. */
export const statusesByList = {
  active: ["preparation", "live", "closed"],
  archive: ["deleted"],
} as const satisfies Record<string, ReadonlyArray<Status>>
export type ListName = keyof typeof statusesByList

/** The list that a script of this status stands in (spec/1-console §2 "Chat overview"): deleted ones in the archive, all others among the active. */
export const getListName = (status: Status): ListName => (status === "deleted" ? "archive" : "active")

/** What a row of the overview can do. */
export type ScriptAction = "edit" | "open-chat" | "live-statistics" | "copy" | "delete" | "removal-procedure"

/** The actions that a row of this status offers. */
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

export type ShownDate = { readonly of: "liveDate" | "closedDate" | "removalWarningDate" | "deletedDate"; readonly at: string }

/** [S8] The dates that a row shows: when it went live, when it closed, and with approved removal when a warning and the removal come. */
export const listShownDates = (script: ListedScript): ReadonlyArray<ShownDate> => {
  const { status, isDeletionApproved } = script
  const shown: ReadonlyArray<ShownDate["of"]> =
    status === "live"
      ? ["liveDate"]
      : status === "closed"
        ? ["liveDate", "closedDate", ...(isDeletionApproved ? (["removalWarningDate", "deletedDate"] as const) : [])]
        : []
  return shown.flatMap((of) => {
    const at = script[of]
    return at === null ? [] : [{ of, at }]
  })
}

// Searching and sorting the chats of the overview.

export type ScriptSortKey = "name" | "status" | "updated"
export type ScriptSort = { readonly by: ScriptSortKey; readonly descending: boolean }

const ranks = { preparation: 0, live: 1, closed: 2, deleted: 3 } as const satisfies Record<Status, number>
const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

const orders = {
  name: (a, b) => words.compare(a.name, b.name),
  status: (a, b) => ranks[a.status] - ranks[b.status],
  updated: (a, b) => Number(a.updatedAt > b.updatedAt) - Number(a.updatedAt < b.updatedAt),
} as const satisfies Record<ScriptSortKey, (a: ListedScript, b: ListedScript) => number>

/** The scripts of a status (null: of any) that hold the text in name, public name or id, in the order wished; equal ones by name, then id. */
export const filterAndSortScripts = (
  scripts: ReadonlyArray<ListedScript>,
  { search, sort, only = null }: { readonly search: string; readonly sort: ScriptSort; readonly only?: Status | null },
): ReadonlyArray<ListedScript> => {
  const part = search.trim().toLowerCase()
  const order = orders[sort.by]
  return scripts
    .filter(({ status }) => only === null || status === only)
    .filter(({ name, public_name, uuid }) => [name, public_name, uuid].some((text) => text.toLowerCase().includes(part)))
    .toSorted((a, b) => order(a, b) * (sort.descending ? -1 : 1) || words.compare(a.name, b.name) || words.compare(a.uuid, b.uuid))
}
