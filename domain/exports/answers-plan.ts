// The table of answers, planned from the definitions before any row is there (spec/3-community §9; decisions X1–X4).
import { metadataLimits } from "../chat/metadata.ts"
import type { Conversation } from "../conversations/conversation.ts"
import { asText, type EmojiLabels, isAnswered } from "../conversations/stored-answer.ts"
import { ownField } from "../own-field.ts"
import type { Instruction } from "../script/instruction.ts"
import { type Column, widestCharacter } from "./column.ts"
import type { Cell } from "./csv.ts"
import type { ExportOptions } from "./export-options.ts"
import { type Asked, type CellReader, questionColumns, questionReader } from "./question-columns.ts"

/** A revision of a script that has conversations. */
export type Revision = { readonly revision: number; readonly language: string; readonly instructions: ReadonlyArray<Instruction> }

export type AnswersPlan = {
  readonly columns: ReadonlyArray<Column>
  /** The cells of one conversation, one for each column. */
  readonly cells: (row: Conversation) => ReadonlyArray<Cell>
  /** Whether a conversation is left out: one without answers, unless these are wanted. */
  readonly isLeftOut: (row: Conversation) => boolean
}

type Wishes = {
  readonly revisions: ReadonlyArray<Revision>
  readonly metadataKeys: ReadonlyArray<string>
  readonly options: ExportOptions
  readonly emojiLabels: EmojiLabels
}

/**
 * [X2] Columns come from the definitions: all questions of the newest revision in its order, then those that only earlier ones have. Each
 * conversation is read with the definitions of its own revision.
 */
export const planAnswers = ({ revisions, metadataKeys, options, emojiLabels }: Wishes): AnswersPlan => {
  const newestFirst = revisions.toSorted((one, other) => other.revision - one.revision)
  const groups = groupsOf(newestFirst)
  const columns = groups.map(({ asked }) => questionColumns(asked, options, emojiLabels))
  const readersOf = ({ revision }: Revision): ReadonlyArray<CellReader> =>
    groups.map(({ asked }, i) => {
      const own = asked.find((it) => it.revision === revision)
      const width = columns[i]?.length ?? 0
      return own === undefined ? blanks(width) : questionReader(own.question, asked, options, emojiLabels)
    })
  const readers = new Map(newestFirst.map((it) => [it.revision, readersOf(it)]))
  const newest = newestFirst[0] === undefined ? [] : (readers.get(newestFirst[0].revision) ?? [])
  const uuids = groups.map(({ uuid }) => uuid)
  return {
    columns: headedApart([...fixedColumns, ...metadataKeys.map(metadataColumn), ...columns.flat()]),
    cells: (row) => {
      const cells: Array<Cell> = fixed.map((read) => read(row) ?? "")
      for (const key of metadataKeys) cells.push(asText(ownField(row.metadata, key)))
      const own = (row.revision === undefined ? undefined : readers.get(row.revision)) ?? newest
      for (let i = 0; i < own.length; i++) own[i]?.(ownField(row.answers, uuids[i] ?? ""), cells)
      return cells
    },
    isLeftOut: ({ answers }) => !options.emptyChats && !isAnswered(answers),
  }
}

/** [X1] Each heading once: of two columns that ask for the same the later one has a number behind it. */
const headedApart = (columns: ReadonlyArray<Column>): ReadonlyArray<Column> => {
  const wished = new Set(columns.map(({ heading }) => heading))
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return columns.map((column) => {
    let { heading } = column
    for (let n = next.get(column.heading) ?? 2; taken.has(heading); n++) {
      const numbered = `${column.heading} (${n})`
      if (wished.has(numbered)) continue
      heading = numbered
      next.set(column.heading, n + 1)
    }
    taken.add(heading)
    return heading === column.heading ? column : { ...column, heading }
  })
}

const blanks =
  (width: number): CellReader =>
  (_, cells) => {
    for (let i = 0; i < width; i++) cells.push("")
  }

/** What is known of every conversation, under the headings of spec/3-community §9. */
const fixedHeadings = ["ConversationUuid", "RespondentUuid", "Status", "Started", "Updated", "Synced", "Finished"] as const
const fixed: ReadonlyArray<(row: Conversation) => string | null> = [
  (row) => row.cuuid,
  (row) => row.uuid,
  (row) => row.status,
  (row) => row.startedAt,
  (row) => row.updatedAt,
  (row) => row.syncedAt,
  (row) => row.finishedAt,
]
const plain = { width: 64, decimals: 0, codes: [], source: null } as const
const fixedColumns: ReadonlyArray<Column> = fixedHeadings.map((heading, i) => ({
  ...plain,
  heading,
  wish: heading,
  label: heading,
  kind: i < 3 ? "text" : "instant",
}))

const metadataColumn = (key: string): Column => ({
  ...plain,
  heading: key,
  wish: `meta_${key}`,
  label: key,
  kind: "text",
  width: widestCharacter * metadataLimits.value,
})

/** A question and its definitions, newest first. A question that changed its type counts as another one. */
type Group = { readonly uuid: string; readonly asked: ReadonlyArray<Asked> }
const groupsOf = (newestFirst: ReadonlyArray<Revision>): ReadonlyArray<Group> => {
  const groups = new Map<string, { readonly uuid: string; readonly asked: Array<Asked> }>()
  for (const { revision, language, instructions } of newestFirst)
    for (const instruction of instructions.toSorted((one, other) => one.order - other.order)) {
      const { question, type, uuid } = instruction
      if (type !== "question" || !question) continue
      const key = `${question.type} ${uuid}`
      const group = groups.get(key) ?? { uuid, asked: [] }
      groups.set(key, group)
      group.asked.push({ revision, language, instruction, question })
    }
  return [...groups.values()]
}
