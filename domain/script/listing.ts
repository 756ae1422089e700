// Searching and sorting the chats of the overview.
import type { ListedScript } from "./script.ts"
import type { Status } from "./status.ts"

export type SortKey = "name" | "status" | "updated"
export type Sort = { readonly by: SortKey; readonly descending: boolean }

const ranks = { preparation: 0, live: 1, closed: 2, deleted: 3 } as const satisfies Record<Status, number>
const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

const orders = {
  name: (a, b) => words.compare(a.name, b.name),
  status: (a, b) => ranks[a.status] - ranks[b.status],
  updated: (a, b) => Number(a.updatedAt > b.updatedAt) - Number(a.updatedAt < b.updatedAt),
} as const satisfies Record<SortKey, (a: ListedScript, b: ListedScript) => number>

/** The scripts of a status (null: of any) that hold the text in name, public name or id, in the order wished; equal ones by name, then id. */
export const arranged = (
  scripts: ReadonlyArray<ListedScript>,
  { search, sort, only = null }: { readonly search: string; readonly sort: Sort; readonly only?: Status | null },
): ReadonlyArray<ListedScript> => {
  const part = search.trim().toLowerCase()
  const order = orders[sort.by]
  return scripts
    .filter(({ status }) => only === null || status === only)
    .filter(({ name, public_name, uuid }) => [name, public_name, uuid].some((text) => text.toLowerCase().includes(part)))
    .toSorted((a, b) => order(a, b) * (sort.descending ? -1 : 1) || words.compare(a.name, b.name) || words.compare(a.uuid, b.uuid))
}
