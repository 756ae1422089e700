// The ranges of a score: which one a total is in, which overlap, and what is between them [C16].
import { listChoiceTexts } from "../questions/choices.ts"
import type { Translation } from "../questions/question.ts"
import { pickReadableText } from "../text/translations.ts"
import type { ScoreParams, ScoreRange } from "./action.ts"
import type { Instruction } from "./instruction.ts"

/** Returns the params of a score instruction; null for any other instruction. A score without an action has none set. */
export const getScoreParams = ({ type, action }: Pick<Instruction, "type" | "action">): ScoreParams | null => {
  if (action?.type === "score" && (type === "score" || type === "action")) return action.params
  return type === "score" ? {} : null
}

/** Changes each range of a score; returns the same instruction if it has none. */
export const mapRanges = (instruction: Instruction, change: (range: ScoreRange) => ScoreRange): Instruction =>
  replaceRanges(instruction, (ranges) => ranges.map(change))

/** Returns the instruction with other ranges of its score; the same instruction if it has no score, or they are the same list. */
export const replaceRanges = (
  instruction: Instruction,
  change: (ranges: ReadonlyArray<ScoreRange>) => ReadonlyArray<ScoreRange>,
): Instruction => {
  const { action } = instruction
  if (action?.type !== "score" || !action.params.ranges) return instruction
  const ranges = change(action.params.ranges)
  return ranges === action.params.ranges ? instruction : { ...instruction, action: { ...action, params: { ...action.params, ranges } } }
}

/** Returns the range that a total is in, null if there is none; of several the first counts. */
export const findScoreRange = ({ ranges }: ScoreParams, total: number | null): ScoreRange | null =>
  total === null ? null : ((ranges ?? []).find((range) => total >= getLeast(range) && total <= getMost(range)) ?? null)

const getLeast = ({ minimum }: ScoreRange): number => minimum ?? Number.NEGATIVE_INFINITY
const getMost = ({ maximum }: ScoreRange): number => maximum ?? Number.POSITIVE_INFINITY

/** Returns a range as text, such as `5–9`; `…` stands for an end that is not set. */
export const formatScoreRange = ({ minimum, maximum }: Pick<ScoreRange, "minimum" | "maximum">): string =>
  minimum === maximum && typeof minimum === "number" ? String(minimum) : `${minimum ?? "…"}–${maximum ?? "…"}`

/** Returns the label of a range; one without a label in any language is named by its ends. */
export const getRangeLabel = (range: ScoreRange): string => getRangeLabelIn(range, { language: "", locale: "" }).label

/** [I10] Returns the label of a range for someone who reads `locale`, and its language if that is not the one of the script. */
export const getRangeLabelIn = (
  range: ScoreRange,
  { language, locale }: { readonly language: string; readonly locale: string },
): { readonly label: string; readonly language?: string } => {
  const text = pickReadableText({ locale: language, content: range.label ?? "" }, range.labels, locale)
  const label = text.content.trim() || formatScoreRange(range)
  return text.locale === language ? { label } : { label, language: text.locale }
}

/** Returns a new range that begins where the others end; `newUuid` returns a new UUID. */
export const newScoreRange = (ranges: ReadonlyArray<ScoreRange>, locale: string, newUuid: () => string): ScoreRange => {
  const end = Math.max(...ranges.map(getMost))
  const minimum = ranges.length === 0 ? 0 : end === Number.POSITIVE_INFINITY ? null : Math.floor(end) + 1
  return { uuid: newUuid(), minimum, maximum: null, label: "", translation: { locale, content: "" } }
}

/** Returns the texts that respondents can read if a total is in the range, in the languages that have one. */
export const listRangeTexts = (range: ScoreRange): ReadonlyArray<Translation> =>
  listChoiceTexts(range).filter(({ content }) => content.trim() !== "")

/** Whether a range ends before it begins, so that no total is in it. */
export const isReversedRange = (range: ScoreRange): boolean => getLeast(range) > getMost(range)

/** Returns the ranges that a total can be in, by their beginning. */
export const sortRanges = (ranges: ReadonlyArray<ScoreRange>): ReadonlyArray<ScoreRange> =>
  ranges.filter((range) => !isReversedRange(range)).toSorted((a, b) => getLeast(a) - getLeast(b))

/** Returns each range that begins before an earlier one ends, with the earlier one that ends last; `sorted` is by beginning. */
export const findOverlaps = (sorted: ReadonlyArray<ScoreRange>): ReadonlyArray<readonly [ScoreRange, ScoreRange]> => {
  let last: ScoreRange | undefined
  return sorted.flatMap((range) => {
    const previous = last
    if (previous === undefined || getMost(range) > getMost(previous)) last = range
    return previous !== undefined && getLeast(range) <= getMost(previous) ? [[previous, range] as const] : []
  })
}

/** Totals that are in no range: those greater than `above` and less than `below`, where these are set. */
export type RangeGap = { readonly above: number | null; readonly below: number | null }

/** Whether a total is in the gap. */
export const isInGap = (total: number, { above, below }: RangeGap): boolean =>
  (above === null || total > above) && (below === null || total < below)

/** Returns the gaps before, between and after the ranges; none if there are no ranges. */
export const listRangeGaps = (ranges: ReadonlyArray<ScoreRange>): ReadonlyArray<RangeGap> => {
  if (ranges.length === 0) return []
  const gaps: Array<RangeGap> = []
  let above = Number.NEGATIVE_INFINITY
  for (const range of sortRanges(ranges)) {
    const below = getLeast(range)
    if (below > above) gaps.push({ above: toLimit(above), below: toLimit(below) })
    above = Math.max(above, getMost(range))
  }
  return above === Number.POSITIVE_INFINITY ? gaps : [...gaps, { above: toLimit(above), below: null }]
}

const toLimit = (limit: number): number | null => (Number.isFinite(limit) ? limit : null)
