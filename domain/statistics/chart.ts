// What the live statistics show of each question (spec/2-editor §1 "charted as live statistics"; decisions G3, G4).
import * as Schema from "effect/Schema"
import type { Environment } from "../conditions/condition-value.ts"
import { chartTypes } from "../questions/choice-question.ts"
import { currencies } from "../questions/number-question.ts"
import type { Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale-question.ts"
import { fillRecalls } from "../recall/recall-filling.ts"
import { plainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { type AnswerCounts, choiceKey, measureOf, scoreBounds, stripMeasure, totalKey } from "./answer-counts.ts"
import {
  type Bin,
  boundedBins,
  type IntegerBin,
  individualValues,
  openBins,
  parseBinKey,
  parseIntegerBinKey,
  toIntegerBin,
  unitScale,
} from "./histogram-bins.ts"

/** One answer, or range of answers, that is counted: worded by `label`, or else by `value` in the page's own words. */
const Bar = Schema.Struct({
  label: Schema.NullOr(Schema.String),
  /**
   * A number by itself, the first and last of a range of numbers, the ends of a range of scores (`next` is in the one above), or a month
   * (`YYYY-MM`); null for all answers that the question no longer offers.
   */
  value: Schema.Union([
    Schema.Null,
    Schema.Finite,
    Schema.Struct({ least: Schema.Finite, next: Schema.Finite }),
    Schema.Struct({ least: Schema.Finite, most: Schema.Finite }),
    Schema.String,
  ]),
  count: Schema.Int,
})
export type Bar = typeof Bar.Type

/** `answered` counts who answered; the bars of a multiple choice may add up to more. `nps` is that score, -100 to 100. */
export const Chart = Schema.Struct({
  instruction: Schema.String,
  title: Schema.String,
  /** The language that the title is in. */
  language: Schema.String,
  type: Schema.String,
  kind: Schema.Literals(["bar", "pie", "none"]),
  /** What the numbers are amounts of; null where they are none. */
  currency: Schema.NullOr(Schema.Literals(Object.values(currencies))),
  answered: Schema.Int,
  average: Schema.NullOr(Schema.Finite),
  nps: Schema.NullOr(Schema.Int),
  bars: Schema.Array(Bar),
})
export type Chart = typeof Chart.Type

const nothing: AnswerCounts = { counts: new Map(), sums: new Map() }

/** [G3] The charts of a script's questions and of its scores, in their order. `tallies` stand under the uuids of the instructions. */
export const chartsOf = (
  { instructions, language }: { readonly instructions: ReadonlyArray<Instruction>; readonly language: string },
  tallies: ReadonlyMap<string, AnswerCounts>,
): ReadonlyArray<Chart> =>
  instructions.flatMap((instruction): ReadonlyArray<Chart> => {
    const { uuid, type, question, action } = instruction
    const tally = tallies.get(uuid) ?? nothing
    const answered = tally.counts.get(totalKey) ?? 0
    const about = { instruction: uuid, ...titleOf(instruction, language), answered }
    if (type === "score" || (type === "action" && action?.type === "score")) {
      const bounds = scoreBounds(instructions)
      if (bounds === null) return []
      const bars = bandsOf(bounds, tally.counts)
      return [
        {
          ...about,
          type: "score",
          kind: bars.length === 0 ? "none" : "bar",
          currency: null,
          average: mean(
            [...tally.sums.values()].reduce((sum, one) => sum + one, 0),
            answered,
          ),
          nps: null,
          bars,
        },
      ]
    }
    if (type !== "question" || !question) return []
    const own = ownOf(question, tally)
    const bars = barsOf(question, own)
    return [
      {
        ...about,
        type: question.type,
        kind: bars.length === 0 ? "none" : kindOf(question),
        currency: question.type === "currency" ? currencies[question.options?.currency ?? 1] : null,
        average: own.average,
        nps: question.type === "nps" ? npsOf(own.counts) : null,
        bars,
      },
    ]
  })

/** A text that recalls answers is told with what it says where there are none. */
const emptyEnvironment: Environment = { answers: new Map(), actions: new Map(), metadata: new Map(), crm: new Map() }

const titleOf = (instruction: Instruction, language: string): Pick<Chart, "title" | "language"> => {
  const message = instruction.messages.find(({ locale }) => locale === language) ?? instruction.messages[0]
  const title = plainText(fillRecalls(message?.content ?? "", "rich", emptyEnvironment)).trim()
  return title === "" ? { title: getInstructionName(instruction), language } : { title, language: message?.locale ?? language }
}

/** [G3] A bar chart, unless the author wished for a pie. */
const kindOf = ({ type, options }: Question): "bar" | "pie" => {
  const wished = (type === "choice" || type === "multiple") && options ? options.charttype : null
  return type === "choice" ? (chartTypes.find((it) => it === wished) ?? "bar") : "bar"
}

const mean = (sum: number, count: number): number | null => (count > 0 ? Number((sum / count).toFixed(2)) : null)

/** What was counted while it was the question that it is: of numbers by their keys in their measure; `gone` counts the others. */
type CurrentCounts = { readonly counts: ReadonlyMap<string, number>; readonly gone: number; readonly average: number | null }

const ownOf = (question: Question, { counts, sums }: AnswerCounts): CurrentCounts => {
  const measure = measureOf(question)
  if (measure === null) return { counts, gone: 0, average: null }
  const own = new Map<string, number>()
  let [sum, gone] = [sums.get(totalKey) ?? 0, 0]
  for (const [key, count] of counts) {
    if (key === totalKey) continue
    const inner = stripMeasure(measure, key)
    if (inner === null) gone += count
    else {
      own.set(inner, (own.get(inner) ?? 0) + count)
      sum += sums.get(key) ?? 0
    }
  }
  return {
    counts: own,
    gone,
    average: mean(
      sum,
      [...own.values()].reduce((all, count) => all + count, 0),
    ),
  }
}

const barsOf = (question: Question, { counts, gone }: CurrentCounts): ReadonlyArray<Bar> => {
  const countOf = (key: string): number => counts.get(key) ?? 0
  switch (question.type) {
    case "choice":
    case "multiple":
      return addRetiredBars(
        [...(question.choices ?? [])]
          .toSorted((one, other) => one.order - other.order)
          .map((choice) => {
            const { value, translation } = choice
            const keys = [choiceKey(choice), String(value)] // the value alone is what was counted by before
            const label = plainText(fillRecalls(translation.content, "plain", emptyEnvironment))
            return { keys, bar: { label, value, count: keys.reduce((sum, key) => sum + countOf(key), 0) } }
          }),
        counts,
        question.type === "multiple",
      )
    case "starRating":
    case "emoji":
    case "nps":
      return addRetiredBars(
        scaleValues(question).map((value) => ({ keys: [String(value)], bar: { label: null, value, count: countOf(String(value)) } })),
        gone === 0 ? counts : new Map([...counts, [retiredKey, gone]]),
        false,
      )
    case "numeric":
    case "currency":
      return [...spansOf(question.options ?? {}, counts), ...retiredBars(gone === 0 ? [] : [gone])]
    case "date":
      return [...counts]
        .filter(([key]) => key !== totalKey)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([value, count]) => ({ label: null, value, count }))
    case "open":
    case "email":
    case "file":
      return []
  }
}

/** Stands for the answers to what was another question. */
const retiredKey = "gone"

/**
 * [G3] Answers that are no longer offered are told in a bar of their own: without them the others would not add up to all that were given.
 * Where one can give several, each has its own: nobody knows any more who gave more than one of them.
 */
const addRetiredBars = (
  offered: ReadonlyArray<{ readonly keys: ReadonlyArray<string>; readonly bar: Bar }>,
  counts: ReadonlyMap<string, number>,
  isEach: boolean,
): ReadonlyArray<Bar> => {
  const told = new Set([totalKey, ...offered.flatMap(({ keys }) => keys)])
  const gone = [...counts].flatMap(([key, count]) => (told.has(key) || count === 0 ? [] : [count]))
  const all = gone.reduce((sum, count) => sum + count, 0)
  return [...offered.map(({ bar }) => bar), ...retiredBars(isEach || all === 0 ? gone : [all])]
}

const retiredBars = (counts: ReadonlyArray<number>): ReadonlyArray<Bar> => counts.map((count) => ({ label: null, value: null, count }))

type CountedBin = { readonly band: Bin; readonly count: number }

const metOf = (counts: ReadonlyMap<string, number>, bandOf: (key: string) => Bin | null): ReadonlyArray<CountedBin> =>
  [...counts].flatMap(([key, count]) => {
    const band = key === totalKey ? null : bandOf(key)
    return band === null ? [] : [{ band, count }]
  })

/** [G2] The ranges of a score: those that were met, the lowest first, and those beside them. */
const bandsOf = (bounds: { readonly minimum: number; readonly maximum: number }, counts: ReadonlyMap<string, number>): ReadonlyArray<Bar> =>
  fillGaps(mergeOverlappingBins(metOf(counts, parseBinKey)), boundedBins(bounds), openBins).map(({ band, count }) => ({
    label: null,
    value: band,
    count,
  }))

type NumberOptions = NonNullable<Extract<Question, { readonly type: "numeric" | "currency" }>["options"]>

/** [G2] The same of numbers, each range from the first to the last that can be given: where there are few numbers, each of them, met or not. */
const spansOf = (options: NumberOptions, counts: ReadonlyMap<string, number>): ReadonlyArray<Bar> => {
  const scale = unitScale(options)
  const bandOfSpan = (span: IntegerBin | null): Bin | null => (span === null ? null : { least: span.least, next: span.most + 1 })
  const met = metOf(counts, (key) => bandOfSpan(parseIntegerBinKey(options, key, scale)))
  const each = individualValues(options).map((value) => ({ band: { least: value, next: value + 1 }, count: 0 }))
  const held = (bands: ReadonlyArray<Bin>) => bands.flatMap((band) => bandOfSpan(toIntegerBin(options, band, scale)) ?? [])
  const bars =
    each.length > 0
      ? mergeOverlappingBins([...each, ...met])
      : fillGaps(mergeOverlappingBins(met), held(boundedBins(options)), held(openBins))
  return bars.map(({ band: { least, next }, count }) => ({
    label: null,
    value: next === least + 1 ? least / scale : { least: least / scale, most: (next - 1) / scale },
    count,
  }))
}
/**
 * [G2] Ranges in their order. Where the bounds were others once, ranges of two widths were counted: those that overlap are one, since nobody
 * knows any more where in them the numbers lay.
 */
const mergeOverlappingBins = (met: ReadonlyArray<CountedBin>): ReadonlyArray<CountedBin> => {
  const bars: Array<{ band: Bin; count: number }> = []
  for (const { band, count } of met.toSorted((one, other) => one.band.least - other.band.least)) {
    const before = bars.at(-1)
    if (before === undefined || band.least >= before.band.next) bars.push({ band, count })
    else {
      before.band = { least: before.band.least, next: Math.max(before.band.next, band.next) }
      before.count += count
    }
  }
  return bars
}

/**
 * [G2] What was met with the ranges between, which nobody gave: without them, what lies far apart would stand side by side. `bounded` are those
 * between the bounds, which are told from the first to the last; beyond them lie the `open` ones.
 */
const fillGaps = (met: ReadonlyArray<CountedBin>, bounded: ReadonlyArray<Bin>, open: ReadonlyArray<Bin>): ReadonlyArray<CountedBin> => {
  if (met.length === 0) return []
  const [first, last] = [bounded.at(0)?.least ?? Number.POSITIVE_INFINITY, bounded.at(-1)?.next ?? Number.NEGATIVE_INFINITY]
  const ends = [...bounded.map(({ least }) => least), last, ...open.map(({ least }) => least).filter((end) => end < first || end > last)]
  const all: Array<CountedBin> = []
  let from = Math.min(first, met[0]?.band.least ?? first)
  const reach = (to: number): void => {
    const cuts = [from, ...ends.filter((end) => end > from && end < to).toSorted((one, other) => one - other), to]
    for (const [i, next] of cuts.slice(1).entries()) {
      const least = cuts[i] ?? next
      if (least < next) all.push({ band: { least, next }, count: 0 })
    }
  }
  for (const one of met) {
    reach(one.band.least)
    all.push(one)
    from = one.band.next
  }
  reach(last)
  return all
}

/** [G4] Who would recommend (9, 10) less who would not (up to 6), as a share of all who answered on the scale, in whole per cent. */
const npsOf = (counts: ReadonlyMap<string, number>): number | null => {
  const counted = (isMeant: (value: number) => boolean): number =>
    [...counts].reduce((sum, [value, count]) => (isMeant(Number(value)) ? sum + count : sum), 0)
  const all = counted(() => true)
  return all === 0 ? null : Math.round(((counted((it) => it >= 9) - counted((it) => it <= 6)) / all) * 100)
}

/** What part of those who answered gave an answer, from 0 to 1. */
export const shareOf = ({ count }: Pick<Bar, "count">, answered: number): number => (answered === 0 ? 0 : Math.min(1, count / answered))

/** Where each bar's slice of a pie begins, and how large it is: parts of the whole, which together are all of it. */
export const slicesOf = (bars: ReadonlyArray<Pick<Bar, "count">>): ReadonlyArray<{ readonly from: number; readonly size: number }> => {
  const all = bars.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  return bars.map(({ count }) => {
    const from = all === 0 ? 0 : before / all
    before += count
    return { from, size: all === 0 ? 0 : count / all }
  })
}
