// The table of answers, planned from the definitions before any row is there (spec/3-community §9; decisions X1–X4).

import { questions as en } from "../catalog/en/findings.ts"
import { questions as nl } from "../catalog/nl/findings.ts"
import { metadataLimits } from "../chat/conversation-metadata.ts"
import type { Conversation } from "../conversations/conversation.ts"
import { type EmojiLabels, formatStoredValue, getEmojiLabels, hasAnyAnswer } from "../conversations/stored-answer.ts"
import { getOwnField } from "../json/json-value.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Cell } from "./csv.ts"
import { type Column, maxBytesPerCharacter } from "./export-columns.ts"
import type { ExportOptions } from "./export-options.ts"
import { type CellWriter, type QuestionDefinition, questionCellWriter, questionColumns } from "./question-columns.ts"

/** A revision of a script that has conversations. */
export type Revision = { readonly revision: number; readonly language: string; readonly instructions: ReadonlyArray<Instruction> }

export type AnswersPlan = {
  readonly columns: ReadonlyArray<Column>
  /** The cells of one conversation, one for each column. */
  readonly cells: (row: Conversation) => ReadonlyArray<Cell>
  /** Whether a conversation is left out: one without answers, unless these are wanted. */
  readonly isExcluded: (row: Conversation) => boolean
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
  const readersOf = ({ revision }: Revision): ReadonlyArray<CellWriter> =>
    groups.map(({ asked }, i) => {
      const own = asked.find((it) => it.revision === revision)
      const width = columns[i]?.length ?? 0
      return own === undefined ? blanks(width) : questionCellWriter(own.question, asked, options, emojiLabels)
    })
  const readers = new Map(newestFirst.map((it) => [it.revision, readersOf(it)]))
  const newest = newestFirst[0] === undefined ? [] : (readers.get(newestFirst[0].revision) ?? [])
  const uuids = groups.map(({ uuid }) => uuid)
  return {
    columns: makeHeadingsUnique([...fixedColumns, ...metadataKeys.map(metadataColumn), ...columns.flat()]),
    cells: (row) => {
      const cells: Array<Cell> = fixed.map((read) => read(row) ?? "")
      for (const key of metadataKeys) cells.push(formatStoredValue(getOwnField(row.metadata, key)))
      const own = (row.revision === undefined ? undefined : readers.get(row.revision)) ?? newest
      for (let i = 0; i < own.length; i++) own[i]?.(getOwnField(row.answers, uuids[i] ?? ""), cells)
      return cells
    },
    isExcluded: ({ answers }) => !options.emptyChats && !hasAnyAnswer(answers),
  }
}

/** [X1] Each heading once: of two columns that ask for the same the later one has a number behind it. */
const makeHeadingsUnique = (columns: ReadonlyArray<Column>): ReadonlyArray<Column> => {
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
  (width: number): CellWriter =>
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
  width: maxBytesPerCharacter * metadataLimits.value,
})

/** A question and its definitions, newest first. A question that changed its type counts as another one. */
type Group = { readonly uuid: string; readonly asked: ReadonlyArray<QuestionDefinition> }
const groupsOf = (newestFirst: ReadonlyArray<Revision>): ReadonlyArray<Group> => {
  const groups = new Map<string, { readonly uuid: string; readonly asked: Array<QuestionDefinition> }>()
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

// The texts of the five faces in an export: in the language of the script's newest revision, whoever exports (decisions X4).

/** [X4] The five texts, the worst face first, in Dutch for a script whose newest revision is Dutch, else in English. */
export const exportEmojiLabels = (revisions: ReadonlyArray<Pick<Revision, "revision" | "language">>): EmojiLabels => {
  const [newest] = revisions.toSorted((one, other) => other.revision - one.revision)
  return getEmojiLabels(newest?.language === "nl" ? nl : en)
}

// The keys of metadata that an export has columns for (decisions X11).

/** [X11] Keys that have columns, and keys that are counted at a time, at most. */
export const maxMetadataKeys = 1000
const mostCounted = 20 * maxMetadataKeys

/** [X11] Whether an export may have no column for some keys: it has as many as it can. */
export const mayOmitKeys = (keys: ReadonlyArray<string>): boolean => keys.length >= maxMetadataKeys

/** Counts keys, however many there are, in a memory that does not grow with them: beyond so many the rarest half is forgotten. */
export const createKeyCounter = (most: number = maxMetadataKeys, counted: number = mostCounted) => {
  let counts = new Map<string, number>()
  const commonest = (many: number) => [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : a > b ? 1 : 0)).slice(0, many)
  return {
    add: (keys: Iterable<string>): void => {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      if (counts.size > counted) counts = new Map(commonest(Math.ceil(counted / 2)))
    },
    /** Those that were there most often, in their order. */
    keys: (): ReadonlyArray<string> =>
      commonest(most)
        .map(([key]) => key)
        .toSorted(),
    held: (): number => counts.size,
  }
}
