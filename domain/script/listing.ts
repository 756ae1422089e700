// What the chat overview shows of a script (spec/1-console §2 "Chat overview", §4 "Dates", §9).
import type { ListedScript } from "./script.ts"
import { type Status, step } from "./status.ts"

/** Characters (as people count them) after which a name is cut in the overview. */
const nameCut = 40

const characters = new Intl.Segmenter("en", { granularity: "grapheme" })

/** A name as the overview shows it: whole up to 40 characters, else the first 40 and an ellipsis. */
export const shortName = (name: string): string => {
  const all = [...characters.segment(name)]
  const cut = all[nameCut]
  return cut === undefined ? name : `${name.slice(0, cut.index)}…`
}

/** Whether a text will do as a chat's title; whether it is taken, the server says. */
export const isTitle = (text: string): boolean => text.trim() !== ""

/** The statuses of the two lists. */
export const listed = {
  active: ["live", "preparation", "closed"],
  archive: ["deleted"],
} as const satisfies Record<string, ReadonlyArray<Status>>
export type ListKind = keyof typeof listed

/** Whether a script in this status stands in that list. */
export const standsIn = (kind: ListKind, status: Status): boolean => listed[kind].some((one) => one === status)

export type ShownDate = { readonly kind: "live" | "closed" | "removal-warning" | "deletion"; readonly at: string }

/** The dates (ISO 8601) that a script's status calls for, in the order in which they are shown. */
export const shownDates = (script: ListedScript): ReadonlyArray<ShownDate> => {
  const { status, isDeletionApproved } = script
  const dates: ReadonlyArray<{ readonly kind: ShownDate["kind"]; readonly at: string | null; readonly when: boolean }> = [
    { kind: "live", at: script.liveDate, when: status === "live" || status === "closed" },
    { kind: "closed", at: script.closedDate, when: status === "closed" },
    { kind: "removal-warning", at: script.deletedWarningDate, when: status === "closed" && isDeletionApproved },
    { kind: "deletion", at: script.deletedDate, when: (status === "closed" && isDeletionApproved) || status === "deleted" },
  ]
  return dates.flatMap(({ kind, at, when }) => (when && at !== null ? [{ kind, at }] : []))
}

/** What can be done with a script in its status. */
export const mayEdit = (status: Status): boolean => status === "preparation"
export const mayCopy = (status: Status): boolean => status !== "deleted"
export const mayDelete = (status: Status): boolean => step(status, "deleted") !== undefined

export type SortKey = "name" | "status" | "updated"
export type Sort = { readonly by: SortKey; readonly descending: boolean }

const statusOrder = { preparation: 0, live: 1, closed: 2, deleted: 3 } as const satisfies Record<Status, number>
const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

const orders = {
  name: (a, b) => words.compare(a.name, b.name),
  status: (a, b) => statusOrder[a.status] - statusOrder[b.status],
  updated: (a, b) => Number(a.updatedAt > b.updatedAt) - Number(a.updatedAt < b.updatedAt),
} as const satisfies Record<SortKey, (a: ListedScript, b: ListedScript) => number>

/** The scripts that hold the text in name, public name or id, in the order wished; equal ones by name, then id. */
export const arranged = (
  scripts: ReadonlyArray<ListedScript>,
  { search, sort }: { readonly search: string; readonly sort: Sort },
): ReadonlyArray<ListedScript> => {
  const part = search.trim().toLocaleLowerCase()
  const order = orders[sort.by]
  return scripts
    .filter(({ name, public_name, uuid }) => [name, public_name, uuid].some((text) => text.toLocaleLowerCase().includes(part)))
    .toSorted((a, b) => order(a, b) * (sort.descending ? -1 : 1) || words.compare(a.name, b.name) || words.compare(a.uuid, b.uuid))
}
