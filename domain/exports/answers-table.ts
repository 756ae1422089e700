// The table of answers, planned from the question definitions before any row is read (X1–X4, X11).

import { questions as en } from "../catalog/en/findings.ts"
import { questions as nl } from "../catalog/nl/findings.ts"
import { metadataLimits } from "../chat/conversation-metadata.ts"
import type { Conversation } from "../conversations/conversation.ts"
import { type EmojiLabels, formatStoredValue, getEmojiLabels, hasAnyAnswer } from "../conversations/stored-answer.ts"
import { getOwnField } from "../json/json-value.ts"
import type { Cell } from "./csv.ts"
import { type Column, maxBytesPerCharacter, type Revision } from "./export-columns.ts"
import type { ExportOptions } from "./export-options.ts"
import { type CellWriter, type QuestionDefinition, questionCellWriter, questionColumns } from "./question-columns.ts"
import { choiceScoreColumns, choiceScoreWriter, planScores } from "./score-columns.ts"

/** The columns of an export, and how a conversation is written into them. */
export type AnswersPlan = {
  readonly columns: ReadonlyArray<Column>
  /** Returns the cells of one conversation, one per column. */
  readonly cells: (row: Conversation) => ReadonlyArray<Cell>
  /** Whether a conversation is left out: one without answers, unless empty chats are included. */
  readonly isExcluded: (row: Conversation) => boolean
}

type PlanInput = {
  readonly revisions: ReadonlyArray<Revision>
  readonly metadataKeys: ReadonlyArray<string>
  readonly options: ExportOptions
  readonly emojiLabels: EmojiLabels
}

/**
 * [X2] Plans the columns: all questions of the newest revision in its order, then those that only earlier revisions
 * have; the scores follow in the same order. Each conversation is read with the definitions of its own revision.
 */
export const planAnswers = ({ revisions, metadataKeys, options, emojiLabels }: PlanInput): AnswersPlan => {
  const newestFirst = revisions.toSorted((a, b) => b.revision - a.revision)
  const groups = groupByQuestion(newestFirst)
  const columns = groups.map(({ definitions }) => [
    ...questionColumns(definitions, options, emojiLabels),
    ...choiceScoreColumns(definitions, options),
  ])
  const createWriters = ({ revision }: Revision): ReadonlyArray<CellWriter> =>
    groups.map(({ definitions }, i) => {
      const writers = definitions.find((it) => it.revision === revision)
      const width = columns[i]?.length ?? 0
      if (writers === undefined) return createBlankWriter(width)
      const writeAnswer = questionCellWriter(writers.question, definitions, options, emojiLabels)
      const writeScore = choiceScoreWriter(writers.question, definitions, options)
      return (answer, cells, conversation) => {
        writeAnswer(answer, cells, conversation)
        writeScore(answer, cells, conversation)
      }
    })
  const writersByRevision = new Map(newestFirst.map((it) => [it.revision, createWriters(it)]))
  const newest = newestFirst[0] === undefined ? [] : (writersByRevision.get(newestFirst[0].revision) ?? [])
  const scores = planScores(newestFirst, options)
  const uuids = groups.map(({ uuid }) => uuid)
  return {
    columns: makeHeadingsUnique([...fixedColumns, ...metadataKeys.map(metadataColumn), ...columns.flat(), ...scores.columns]),
    cells: (row) => {
      const cells: Array<Cell> = fixedCells.map((getCell) => getCell(row) ?? "")
      for (const key of metadataKeys) cells.push(formatStoredValue(getOwnField(row.metadata, key)))
      const writers = (row.revision === undefined ? undefined : writersByRevision.get(row.revision)) ?? newest
      for (let i = 0; i < writers.length; i++) writers[i]?.(getOwnField(row.answers, uuids[i] ?? ""), cells, row.cuuid)
      cells.push(...scores.cells(row))
      return cells
    },
    isExcluded: ({ answers }) => !options.emptyChats && !hasAnyAnswer(answers),
  }
}

/** [X1] Makes headings unique: the second and later columns with the same heading get a number appended. */
const makeHeadingsUnique = (columns: ReadonlyArray<Column>): ReadonlyArray<Column> => {
  const originalHeadings = new Set(columns.map(({ heading }) => heading))
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return columns.map((column) => {
    let { heading } = column
    for (let n = next.get(column.heading) ?? 2; taken.has(heading); n++) {
      const numbered = `${column.heading} (${n})`
      if (originalHeadings.has(numbered)) continue
      heading = numbered
      next.set(column.heading, n + 1)
    }
    taken.add(heading)
    return heading === column.heading ? column : { ...column, heading }
  })
}

const createBlankWriter =
  (width: number): CellWriter =>
  (_, cells) => {
    for (let i = 0; i < width; i++) cells.push("")
  }

/** Columns that every conversation has. */
const fixedHeadings = ["ConversationUuid", "RespondentUuid", "Status", "Started", "Updated", "Synced", "Finished"] as const
const fixedCells: ReadonlyArray<(row: Conversation) => string | null> = [
  (row) => row.cuuid,
  (row) => row.uuid,
  (row) => row.status,
  (row) => row.startedAt,
  (row) => row.updatedAt,
  (row) => row.syncedAt,
  (row) => row.finishedAt,
]
const columnDefaults = { width: 64, decimals: 0, codes: [], source: null } as const
const fixedColumns: ReadonlyArray<Column> = fixedHeadings.map((heading, i) => ({
  ...columnDefaults,
  heading,
  preferredName: heading,
  label: heading,
  kind: i < 3 ? "text" : "instant",
}))

const metadataColumn = (key: string): Column => ({
  ...columnDefaults,
  heading: key,
  preferredName: `meta_${key}`,
  label: key,
  kind: "text",
  width: maxBytesPerCharacter * metadataLimits.value,
})

/** A question with its definitions, newest first. A question whose type changed counts as a different question. */
type QuestionGroup = { readonly uuid: string; readonly definitions: ReadonlyArray<QuestionDefinition> }
const groupByQuestion = (newestFirst: ReadonlyArray<Revision>): ReadonlyArray<QuestionGroup> => {
  const groups = new Map<string, { readonly uuid: string; readonly definitions: Array<QuestionDefinition> }>()
  for (const { revision, language, instructions } of newestFirst)
    for (const instruction of instructions.toSorted((a, b) => a.order - b.order)) {
      const { question, type, uuid } = instruction
      if (type !== "question" || !question) continue
      const key = `${question.type} ${uuid}`
      const group = groups.get(key) ?? { uuid, definitions: [] }
      groups.set(key, group)
      group.definitions.push({ revision, language, instruction, question })
    }
  return [...groups.values()]
}

/**
 * [X4] Returns the texts of the five emoji, worst first: in Dutch if the newest revision is Dutch, else in English,
 * regardless of who exports.
 */
export const exportEmojiLabels = (revisions: ReadonlyArray<Pick<Revision, "revision" | "language">>): EmojiLabels => {
  const [newest] = revisions.toSorted((a, b) => b.revision - a.revision)
  return getEmojiLabels(newest?.language === "nl" ? nl : en)
}

/** [X11] The maximum number of metadata columns, and of keys that are counted at the same time. */
export const maxMetadataKeys = 1000
const maxCountedKeys = 20 * maxMetadataKeys

/** [X11] Whether the export may omit metadata keys because it has reached its maximum number of columns. */
export const mayOmitKeys = (keys: ReadonlyArray<string>): boolean => keys.length >= maxMetadataKeys

/**
 * [X11] Creates a counter of keys with bounded memory: whenever there are more than `maxCounted`, the rarer half is
 * forgotten.
 */
export const createKeyCounter = (maxKeys: number = maxMetadataKeys, maxCounted: number = maxCountedKeys) => {
  let counts = new Map<string, number>()
  const listMostFrequent = (count: number) =>
    [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : a > b ? 1 : 0)).slice(0, count)
  return {
    add: (keys: Iterable<string>): void => {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      if (counts.size > maxCounted) counts = new Map(listMostFrequent(Math.ceil(maxCounted / 2)))
    },
    /** Returns the most frequent keys, sorted alphabetically. */
    keys: (): ReadonlyArray<string> =>
      listMostFrequent(maxKeys)
        .map(([key]) => key)
        .toSorted(),
    held: (): number => counts.size,
  }
}
