// Columns of scores: total, average and range of each score instruction, and the score beside a choice [X16].

import { type CompiledScript, compileScript } from "../chat/compiled-script.ts"
import type { ConversationState } from "../chat/conversation-state.ts"
import { buildEnvironment } from "../chat/evaluation-environment.ts"
import { type ConditionValue, toConditionValue } from "../conditions/condition-value.ts"
import type { Conversation } from "../conversations/conversation.ts"
import { hasAnswer } from "../conversations/stored-answer.ts"
import { isRecord } from "../json/json-value.ts"
import { isScored } from "../questions/choice-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { roundSum } from "../script/score-bounds.ts"
import { findScoreRange, getRangeLabel, getScoreParams } from "../script/score-ranges.ts"
import { languages } from "../text/language.ts"
import { utf8ByteLength } from "../text/text-input.ts"
import type { Cell } from "./csv.ts"
import { type Column, type Revision } from "./export-columns.ts"
import type { ExportOptions } from "./export-options.ts"
import { buildHeading, type CellWriter, headingSeparator, maxTextBytes, type QuestionDefinition, questionText } from "./question-columns.ts"

const scoreDecimals = 2

/** Returns the column of a question's scores, if the option is on and a choice of any revision has one. */
export const choiceScoreColumns = (definitions: ReadonlyArray<QuestionDefinition>, options: ExportOptions): ReadonlyArray<Column> => {
  const [newest] = definitions
  if (newest === undefined || !hasScoreColumn(definitions, options)) return []
  const { instruction, question } = newest
  const text = questionText(newest)
  return [
    {
      ...numberColumn,
      heading: buildHeading(instruction, question.type, text, options) + headingSeparator + "score",
      wish: `${getInstructionName(instruction)}_score`,
      label: `${text === "" ? getInstructionName(instruction) : text}${headingSeparator}score`,
      source: { instruction: instruction.uuid, type: question.type, revisions: definitions.map(({ revision }) => revision).toReversed() },
    },
  ]
}

/** Returns a writer of the score of an answer, for one revision: blank without an answer, or if none of its choices has a score. */
export const choiceScoreWriter = (
  question: Question,
  definitions: ReadonlyArray<QuestionDefinition>,
  options: ExportOptions,
): CellWriter => {
  if (!hasScoreColumn(definitions, options)) return () => undefined
  return (answer, cells) => {
    const scores = isScored({ question }) ? findChoices(question, answer).flatMap(({ score }) => score ?? []) : []
    cells.push(scores.length === 0 ? "" : roundSum(scores.reduce((sum, score) => sum + score, 0)))
  }
}

const hasScoreColumn = (definitions: ReadonlyArray<QuestionDefinition>, options: ExportOptions): boolean =>
  options.scores && definitions.some(isScored)

/** The choices that a stored answer names: by UUID or by value. */
const findChoices = ({ choices }: Question, answer: unknown): ReadonlyArray<Choice> => {
  const items: ReadonlyArray<unknown> = Array.isArray(answer) ? answer : [answer]
  return (choices ?? []).filter(({ uuid, value }) => items.some((item) => item === uuid || item === value || item === String(value)))
}

/** The columns of all scores, and their cells. */
type ScoresPlan = { readonly columns: ReadonlyArray<Column>; readonly cells: (row: Conversation) => ReadonlyArray<Cell> }

/** Plans the columns of all scores: those of the newest revision in its order, then those that only earlier revisions have. */
export const planScores = (newestFirst: ReadonlyArray<Revision>, options: ExportOptions): ScoresPlan => {
  const groups = groupByScore(newestFirst)
  const scripts = new Map(newestFirst.map((revision) => [revision.revision, compileRevision(revision)]))
  const newest = newestFirst[0] === undefined ? undefined : scripts.get(newestFirst[0].revision)
  const hasRanges = groups.map((group) => group.some(({ instruction }) => (getScoreParams(instruction)?.ranges ?? []).length > 0))
  return {
    columns: groups.flatMap((group, i) => scoreColumns(group, hasRanges[i] ?? false, options)),
    cells: (row) => {
      if (groups.length === 0) return []
      const chat = (row.revision === undefined ? undefined : scripts.get(row.revision)) ?? newest
      const cellsByUuid = chat === undefined ? new Map<string, ReadonlyArray<Cell>>() : readScores(chat, row)
      return groups.flatMap((group, i) =>
        (cellsByUuid.get(group[0]?.instruction.uuid ?? "") ?? ["", "", ""]).slice(0, hasRanges[i] ? undefined : 2),
      )
    },
  }
}

type ScoreDefinition = { readonly revision: number; readonly language: string; readonly instruction: Instruction }

const groupByScore = (newestFirst: ReadonlyArray<Revision>): ReadonlyArray<ReadonlyArray<ScoreDefinition>> => {
  const groups = new Map<string, Array<ScoreDefinition>>()
  for (const { revision, language, instructions } of newestFirst)
    for (const instruction of instructions.toSorted((a, b) => a.order - b.order)) {
      if (getInstructionKind(instruction) !== "score") continue
      const group = groups.get(instruction.uuid) ?? []
      groups.set(instruction.uuid, group)
      group.push({ revision, language, instruction })
    }
  return [...groups.values()]
}

const numberColumn = { kind: "number", width: 20, decimals: scoreDecimals, codes: [] } as const

const scoreColumns = (group: ReadonlyArray<ScoreDefinition>, hasRanges: boolean, options: ExportOptions): ReadonlyArray<Column> => {
  const [newest] = group
  if (newest === undefined) return []
  const name = getInstructionName(newest.instruction)
  const text = questionText(newest)
  const heading = buildHeading(newest.instruction, "score", text, options)
  const source = {
    instruction: newest.instruction.uuid,
    type: "score",
    revisions: group.map(({ revision }) => revision).toReversed(),
  } as const
  const describe = (part: string) => ({
    heading: heading + headingSeparator + part,
    wish: `${name}_${part}`,
    label: `${text === "" ? name : text}${headingSeparator}${part}`,
    source,
  })
  const labels = group.flatMap(({ instruction }) => (getScoreParams(instruction)?.ranges ?? []).map(getRangeLabel))
  const width = Math.min(
    maxTextBytes,
    labels.reduce((max, label) => Math.max(max, utf8ByteLength(label)), 1),
  )
  return [
    { ...numberColumn, ...describe("total") },
    { ...numberColumn, ...describe("average") },
    ...(hasRanges ? [{ ...describe("range"), kind: "text", width, decimals: 0, codes: [] } as const] : []),
  ]
}

const compileRevision = ({ language, instructions }: Revision): CompiledScript =>
  compileScript({ language: languages.find((known) => known === language) ?? "en", instructions })

/** Returns the cells of the scores that a conversation reached, by UUID of their instructions. */
const readScores = (chat: CompiledScript, row: Conversation): ReadonlyMap<string, ReadonlyArray<Cell>> => {
  const cells = new Map<string, ReadonlyArray<Cell>>()
  const state = createState(chat, row)
  const isAnswered = ({ uuid }: Instruction): boolean => Object.hasOwn(row.answers, uuid)
  const lastAnswered = chat.list.findLastIndex(({ instruction }) => isAnswered(instruction))
  let [environment, visited] = [buildEnvironment(chat, state), state.visited]
  for (const [index, { instruction, name, condition }] of chat.list.entries()) {
    if (condition === "unreadable" || (condition !== null && !condition.test(environment))) continue
    // A question without an answer, and none after it: the conversation waits there.
    if (instruction.type === "question" && !isAnswered(instruction) && index > lastAnswered && row.finishedAt === null) break
    if (getInstructionKind(instruction) === "end" && index > lastAnswered) break
    if (getInstructionKind(instruction) !== "score") continue
    visited = [...visited, instruction.uuid]
    environment = buildEnvironment(chat, { ...state, visited })
    const score = environment.answers.get(toNameKey(name))
    const total = score?.total
    if (typeof total !== "number") continue
    const range = findScoreRange(getScoreParams(instruction) ?? {}, total)
    cells.set(instruction.uuid, [
      total,
      typeof score?.average === "number" ? score.average : "",
      range === null ? "" : getRangeLabel(range),
    ])
  }
  return cells
}

const createState = (chat: CompiledScript, row: Conversation): ConversationState => ({
  seed: "",
  language: chat.language,
  next: 0,
  waiting: null,
  ending: null,
  visited: [],
  answers: Object.fromEntries(
    chat.list.flatMap(({ instruction: { uuid, question } }) =>
      Object.hasOwn(row.answers, uuid) ? [[uuid, readAnswer(question ?? null, row.answers[uuid])] as const] : [],
    ),
  ),
  actions: Object.fromEntries(
    Object.entries(row.actions).map(([uuid, outcome]) => [uuid, toValues(isRecord(outcome) ? outcome : { "": outcome })]),
  ),
  metadata: toValues(row.metadata),
  crm: {},
})

const toValues = (json: Readonly<Record<string, unknown>>): Readonly<Record<string, ConditionValue>> =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key, toConditionValue(value)]))

const readAnswer = (question: Question | null, answer: unknown): ConditionValue => {
  if (!hasAnswer(answer)) return null
  if (question?.type === "choice") return findChoices(question, answer)[0]?.value ?? null
  if (question?.type === "multiple") return findChoices(question, answer).map(({ value }) => value)
  return toConditionValue(answer)
}
