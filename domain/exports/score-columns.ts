// Columns of scores: total, average and range of each score instruction, and the score beside a choice [X16].

import type { Conversation } from "../conversations/conversation.ts"
import { sumChoiceScores } from "../conversations/stored-answer.ts"
import { getOwnField } from "../json/json-value.ts"
import { isScored } from "../questions/choice-question.ts"
import type { Question } from "../questions/question.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { findScoreRange, getRangeLabel, getScoreParams } from "../script/score-ranges.ts"
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
      preferredName: `${getInstructionName(instruction)}_score`,
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
    cells.push((isScored({ question }) ? sumChoiceScores(question, answer) : null) ?? "")
  }
}

const hasScoreColumn = (definitions: ReadonlyArray<QuestionDefinition>, options: ExportOptions): boolean =>
  options.scores && definitions.some(isScored)

/** The columns of all scores, and their cells. */
type ScoresPlan = { readonly columns: ReadonlyArray<Column>; readonly cells: (row: Conversation) => ReadonlyArray<Cell> }

/** Plans the columns of all scores: those of the newest revision in its order, then those that only earlier revisions have. */
export const planScores = (newestFirst: ReadonlyArray<Revision>, options: ExportOptions): ScoresPlan => {
  const groups = groupByScore(newestFirst).map((definitions) => ({
    definitions,
    hasRanges: definitions.some(({ instruction }) => (getScoreParams(instruction)?.ranges ?? []).length > 0),
  }))
  return {
    columns: groups.flatMap(({ definitions, hasRanges }) => scoreColumns(definitions, hasRanges, options)),
    cells: (row) =>
      groups.flatMap(({ definitions, hasRanges }) => {
        const own = definitions.find(({ revision }) => revision === row.revision) ?? definitions[0]
        return own === undefined ? [] : writeScore(own.instruction, row).slice(0, hasRanges ? undefined : 2)
      }),
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
    preferredName: `${name}_${part}`,
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

/** Returns the cells of a score: blank if the conversation did not reach it, or if no answer before it has a score. */
const writeScore = (instruction: Instruction, { scores = {} }: Conversation): ReadonlyArray<Cell> => {
  const score = getOwnField(scores, instruction.uuid)
  if (score === undefined) return ["", "", ""]
  const range = findScoreRange(getScoreParams(instruction) ?? {}, score.total)
  return [score.total, score.average, range === null ? "" : getRangeLabel(range)]
}
