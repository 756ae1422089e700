// How the numbers that a dialog showed before a removal differ from the present ones [U4].
import * as Schema from "effect/Schema"

/** What is counted before a removal. */
export const CountedThing = Schema.Literals(["chats", "answers", "files", "links", "conversations", "deliveries"])
export type CountedThing = typeof CountedThing.Type

/** A number that was `from` in the dialog, and is `to` now. */
export const CountChange = Schema.Struct({ what: CountedThing, from: Schema.Int, to: Schema.Int })
export type CountChange = typeof CountChange.Type

/** Returns the counts that differ; `getShown` returns what the dialog showed under a name. */
export const listCountChanges = (
  getShown: (name: string) => string | number | undefined,
  current: Readonly<Record<string, string | number>>,
): ReadonlyArray<CountChange> =>
  CountedThing.literals.flatMap((what) => {
    const [from, to] = [getShown(what), current[what]]
    return typeof from === "number" && typeof to === "number" && from !== to ? [{ what, from, to }] : []
  })

const nouns = {
  chats: ["chat", "chats"],
  answers: ["conversation with answers", "conversations with answers"],
  files: ["file", "files"],
  links: ["unopened link", "unopened links"],
  conversations: ["conversation", "conversations"],
  deliveries: ["delivery", "deliveries"],
} as const satisfies Record<CountedThing, readonly [string, string]>

/** Describes changes in English, for callers of the API: `3 more files, 1 fewer unopened link`. */
export const describeCountChanges = (changes: ReadonlyArray<CountChange>): string =>
  changes
    .map(({ what, from, to }) => {
      const count = Math.abs(to - from)
      return `${count} ${to > from ? "more" : "fewer"} ${nouns[what][count === 1 ? 0 : 1]}`
    })
    .join(", ")
