// Charts of the live statistics: the bars of each question, and the NPS score [G2–G4].

import { type ChartType, listChartTypes } from "../questions/choice-question.ts"
import { findCurrency } from "../questions/currencies.ts"
import type { Question, Translated } from "../questions/question.ts"
import { listScaleValues } from "../questions/scale-question.ts"
import { nameRecalls } from "../recall/recall-filling.ts"
import { toPlainText } from "../rich-text/plain-text.ts"
import type { ScoreRange } from "../script/action.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { computeAverage } from "../script/score-bounds.ts"
import { getRangeLabelIn, getScoreParams } from "../script/score-ranges.ts"
import { pickReadableText } from "../text/translations.ts"
import { type AnswerCounts, getChoiceKey, getMeasure, getRangeKey, getScoreBounds, stripMeasure, totalKey } from "./answer-counts.ts"
import { buildNumberBars, buildScoreBars } from "./histogram-bars.ts"
import type { Bar, Chart } from "./live-statistics.ts"

const noCounts: AnswerCounts = { counts: new Map(), sums: new Map() }

/** The script's own language and the language of the page, in which texts are shown if they are translated. */
type TextLanguages = { readonly language: string; readonly locale: string }

/**
 * [G3] Returns the charts of a script's questions and scores, in script order. `countsByUuid` are by instruction UUID. Texts are in the
 * language `locale`; what is not translated is in the script's own language.
 */
export const buildCharts = (
  { instructions, language }: { readonly instructions: ReadonlyArray<Instruction>; readonly language: string },
  countsByUuid: ReadonlyMap<string, AnswerCounts>,
  locale: string = language,
): ReadonlyArray<Chart> => instructions.flatMap(createChartBuilder({ instructions, language }, countsByUuid, locale))

/** Returns a function that builds the charts of one instruction of a script, as `buildCharts` does: one or none. */
export const createChartBuilder =
  (
    { instructions, language }: { readonly instructions: ReadonlyArray<Instruction>; readonly language: string },
    countsByUuid: ReadonlyMap<string, AnswerCounts>,
    locale: string,
  ) =>
  (instruction: Instruction): ReadonlyArray<Chart> => {
    const { uuid, type, question } = instruction
    const counts = countsByUuid.get(uuid) ?? noCounts
    const answered = counts.counts.get(totalKey) ?? 0
    const common = { instruction: uuid, ...getTitle(instruction, { language, locale }), answered }
    const scoreParams = getScoreParams(instruction)
    if (scoreParams !== null) {
      const bounds = getScoreBounds(instructions)
      if (bounds === null) return []
      const ranges = scoreParams.ranges ?? []
      const bars = ranges.length > 0 ? buildRangeBars(ranges, counts.counts, { language, locale }) : buildScoreBars(bounds, counts.counts)
      return [
        {
          ...common,
          type: "score",
          kind: bars.length === 0 ? "none" : "bar",
          currency: null,
          average: mean(
            [...counts.sums.values()].reduce((sum, value) => sum + value, 0),
            answered,
          ),
          nps: null,
          bars,
        },
      ]
    }
    if (type !== "question" || !question) return []
    const current = selectCurrentCounts(question, counts)
    const bars = buildBars(question, current, { language, locale })
    return [
      {
        ...common,
        type: question.type,
        kind: bars.length === 0 ? "none" : getChartKind(question),
        currency: question.type === "currency" ? findCurrency(question.options?.currency) : null,
        average: current.average,
        nps: question.type === "nps" ? computeNps(current.counts) : null,
        bars,
      },
    ]
  }

/**
 * [X14] Recalls are shown by name, because statistics are about no single respondent. The message is chosen as in the conversation: in the
 * requested language, else in the script's, else any.
 */
const getTitle = (instruction: Instruction, { language, locale }: TextLanguages): Pick<Chart, "title" | "language"> => {
  const findMessage = (wanted: string) => instruction.messages.find((message) => message.locale === wanted)
  const message = findMessage(locale) ?? findMessage(language) ?? instruction.messages[0]
  const title = toPlainText(nameRecalls(message?.content ?? "", "rich")).trim()
  return title === "" ? { title: getInstructionName(instruction), language } : { title, language: message?.locale ?? language }
}

/** Returns the text of a choice, with its language if that is not the script's. */
const getLabel = (choice: Translated, { language, locale }: TextLanguages): Pick<Bar, "label" | "language"> => {
  const text = pickReadableText(choice.translation, choice.translations, locale)
  const label = toPlainText(nameRecalls(text.content, "plain"))
  return text.locale === language ? { label } : { label, language: text.locale }
}

/** [G3] Returns "bar", unless the author chose a pie for a single choice. */
const getChartKind = ({ type, options }: Question): ChartType => {
  const chosen = (type === "choice" || type === "multiple") && options ? options.charttype : null
  return listChartTypes(type).find((chartType) => chartType === chosen) ?? "bar"
}

const mean = (sum: number, count: number): number | null => (count > 0 ? computeAverage(sum, count) : null)

/** The counts of the question in its current measure, by key without the measure; `gone` is the number of answers in other measures. */
type CurrentCounts = { readonly counts: ReadonlyMap<string, number>; readonly retired: number; readonly average: number | null }

const selectCurrentCounts = (question: Question, { counts, sums }: AnswerCounts): CurrentCounts => {
  const measure = getMeasure(question)
  if (measure === null) return { counts, retired: 0, average: null }
  const currentCounts = new Map<string, number>()
  let [sum, gone] = [sums.get(totalKey) ?? 0, 0]
  for (const [key, count] of counts) {
    if (key === totalKey) continue
    const keyInMeasure = stripMeasure(measure, key)
    if (keyInMeasure === null) gone += count
    else {
      currentCounts.set(keyInMeasure, (currentCounts.get(keyInMeasure) ?? 0) + count)
      sum += sums.get(key) ?? 0
    }
  }
  return {
    counts: currentCounts,
    retired: gone,
    average: mean(
      sum,
      [...currentCounts.values()].reduce((sum, count) => sum + count, 0),
    ),
  }
}

const buildBars = (question: Question, { counts, retired: gone }: CurrentCounts, languages: TextLanguages): ReadonlyArray<Bar> => {
  const getCount = (key: string): number => counts.get(key) ?? 0
  switch (question.type) {
    case "choice":
    case "multiple":
      return addRetiredBars(
        [...(question.choices ?? [])]
          .toSorted((a, b) => a.order - b.order)
          .map((choice) => {
            const { value } = choice
            const keys = [getChoiceKey(choice), String(value)] // older counts use the value alone
            return { keys, bar: { ...getLabel(choice, languages), value, count: keys.reduce((sum, key) => sum + getCount(key), 0) } }
          }),
        counts,
        question.type === "multiple",
      )
    case "starRating":
    case "emoji":
    case "nps":
      return addRetiredBars(
        listScaleValues(question).map((value) => ({ keys: [String(value)], bar: { label: null, value, count: getCount(String(value)) } })),
        gone === 0 ? counts : new Map([...counts, [retiredKey, gone]]),
        false,
      )
    case "numeric":
    case "currency":
      return [...buildNumberBars(question.options ?? {}, counts), ...retiredBars(gone === 0 ? [] : [gone])]
    case "date":
      return [...counts]
        .filter(([key]) => key !== totalKey)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([value, count]) => ({ label: null, value, count }))
    case "open":
    case "email":
    case "file":
      return []
  }
}

/** The key for answers in another measure. */
const retiredKey = "gone"

/**
 * [G3] Answers that are no longer offered get one bar of their own, so that the bars add up to all answers. If several answers were possible,
 * each gets its own bar, since it is not known any more which were given together.
 */
const addRetiredBars = (
  offeredBars: ReadonlyArray<{ readonly keys: ReadonlyArray<string>; readonly bar: Bar }>,
  counts: ReadonlyMap<string, number>,
  isMultiple: boolean,
): ReadonlyArray<Bar> => {
  const offeredKeys = new Set([totalKey, ...offeredBars.flatMap(({ keys }) => keys)])
  const retired = [...counts].flatMap(([key, count]) => (offeredKeys.has(key) || count === 0 ? [] : [count]))
  const total = retired.reduce((sum, count) => sum + count, 0)
  return [...offeredBars.map(({ bar }) => bar), ...retiredBars(isMultiple || total === 0 ? retired : [total])]
}

const retiredBars = (counts: ReadonlyArray<number>): ReadonlyArray<Bar> => counts.map((count) => ({ label: null, value: null, count }))

/** [C16] Returns a bar for each range of a score; totals that no current range counted share the last one. */
const buildRangeBars = (
  ranges: ReadonlyArray<ScoreRange>,
  counts: ReadonlyMap<string, number>,
  languages: TextLanguages,
): ReadonlyArray<Bar> => {
  const answered = counts.get(totalKey) ?? 0
  if (answered === 0) return []
  const bars = ranges.map((range) => ({
    ...getRangeLabelIn(range, languages),
    value: null,
    count: counts.get(getRangeKey(range)) ?? 0,
  }))
  const others = answered - bars.reduce((sum, { count }) => sum + count, 0)
  return [...bars, ...retiredBars(others > 0 ? [others] : [])]
}

/** [G4] Returns the percentage of promoters (9, 10) minus that of detractors (0 to 6), rounded; null without answers. */
const computeNps = (counts: ReadonlyMap<string, number>): number | null => {
  const countWhere = (matches: (value: number) => boolean): number =>
    [...counts].reduce((sum, [value, count]) => (matches(Number(value)) ? sum + count : sum), 0)
  const total = countWhere(() => true)
  return total === 0 ? null : Math.round(((countWhere((value) => value >= 9) - countWhere((value) => value <= 6)) / total) * 100)
}
