// Changes of the counts that a dialog shows before a removal [U4].
import * as Schema from "effect/Schema"

/** The contents that are counted before a removal. */
export const CountedContent = Schema.Literals(["chats", "answers", "files", "links", "conversations", "deliveries"])
export type CountedContent = typeof CountedContent.Type

/** A number that was `from` in the dialog, and is `to` now. */
export const CountChange = Schema.Struct({ content: CountedContent, from: Schema.Int, to: Schema.Int })
export type CountChange = typeof CountChange.Type

/** Returns the counts that differ; `getShown` returns what the dialog showed under a name. */
export const listCountChanges = (
  getShown: (name: string) => string | number | undefined,
  current: Readonly<Record<string, string | number>>,
): ReadonlyArray<CountChange> =>
  CountedContent.literals.flatMap((content) => {
    const [from, to] = [getShown(content), current[content]]
    return typeof from === "number" && typeof to === "number" && from !== to ? [{ content, from, to }] : []
  })

const nouns = {
  chats: ["chat", "chats"],
  answers: ["conversation with answers", "conversations with answers"],
  files: ["file", "files"],
  links: ["unopened link", "unopened links"],
  conversations: ["conversation", "conversations"],
  deliveries: ["delivery", "deliveries"],
} as const satisfies Record<CountedContent, readonly [string, string]>

/** Describes changes in English, for callers of the API: `3 more files, 1 fewer unopened link`. */
export const describeCountChanges = (changes: ReadonlyArray<CountChange>): string =>
  changes
    .map(({ content, from, to }) => {
      const count = Math.abs(to - from)
      return `${count} ${to > from ? "more" : "fewer"} ${nouns[content][count === 1 ? 0 : 1]}`
    })
    .join(", ")
