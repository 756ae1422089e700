// The ranges of a score: which one a total is in, and their findings [C16].
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { pickReadableText } from "../text/translations.ts"
import type { ScoreParams, ScoreRange } from "./action.ts"
import type { Instruction } from "./instruction.ts"
import { getTotalBounds } from "./score-bounds.ts"
import type { AuthoredScript } from "./script.ts"

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

/** Returns a new range that begins where the others end; `fresh` returns a new UUID. */
export const newScoreRange = (ranges: ReadonlyArray<ScoreRange>, locale: string, fresh: () => string): ScoreRange => {
  const end = Math.max(...ranges.map(getMost))
  const minimum = ranges.length === 0 ? 0 : end === Number.POSITIVE_INFINITY ? null : Math.floor(end) + 1
  return { uuid: fresh(), minimum, maximum: null, label: "", translation: { locale, content: "" } }
}

/** Returns the findings about the ranges of all scores: reversed, overlapping, without a label, and totals in none of them. */
export const scoreRangeFindings = ({ instructions }: Pick<AuthoredScript, "instructions">): ReadonlyArray<Finding> =>
  instructions.flatMap((instruction, index) => {
    const ranges = getScoreParams(instruction)?.ranges ?? []
    return ranges.length === 0 ? [] : findRangeProblems(ranges, `/instructions/${index}/action/params/ranges`, instructions.slice(0, index))
  })

const findRangeProblems = (
  ranges: ReadonlyArray<ScoreRange>,
  pointer: string,
  earlier: ReadonlyArray<Instruction>,
): ReadonlyArray<Finding> => {
  const reversed = ranges.filter((range) => getLeast(range) > getMost(range))
  const sorted = ranges.filter((range) => !reversed.includes(range)).toSorted((a, b) => getLeast(a) - getLeast(b))
  const at = (range: ScoreRange, field: string) => `${pointer}/${ranges.indexOf(range)}/${field}`
  return [
    ...ranges.flatMap((range) =>
      [range.label, ...(range.labels ?? []).map(({ content }) => content)].every((label) => (label ?? "").trim() === "")
        ? [createFinding("score-ranges", at(range, "label"), "finding.range.no-label", { range: formatScoreRange(range) })]
        : [],
    ),
    ...reversed.map((range) =>
      createFinding("score-ranges", at(range, "maximum"), "finding.range.reversed", { range: formatScoreRange(range) }),
    ),
    ...findOverlaps(sorted).map(([first, second]) =>
      createFinding("score-ranges", at(second, "minimum"), "finding.range.overlap", {
        a: formatScoreRange(first),
        b: formatScoreRange(second),
      }),
    ),
    ...findGaps(sorted, earlier).map((gap) =>
      createFinding("score-ranges", pointer, "finding.range.gap", { range: formatScoreRange(gap) }),
    ),
  ]
}

/** The ranges that begin before an earlier one ends, each with the one that ends last. */
const findOverlaps = (sorted: ReadonlyArray<ScoreRange>): ReadonlyArray<readonly [ScoreRange, ScoreRange]> => {
  let last: ScoreRange | undefined
  return sorted.flatMap((range) => {
    const previous = last
    if (previous === undefined || getMost(range) > getMost(previous)) last = range
    return previous !== undefined && getLeast(range) <= getMost(previous) ? [[previous, range] as const] : []
  })
}

/** The totals between the smallest and the largest one that are in no range, in steps of the scores' decimals. */
const findGaps = (
  sorted: ReadonlyArray<ScoreRange>,
  earlier: ReadonlyArray<Instruction>,
): ReadonlyArray<{ readonly minimum: number; readonly maximum: number }> => {
  const { least, most, decimals } = getTotalBounds(earlier)
  const scale = 10 ** decimals
  const toSteps = (value: number): number => Number((value * scale).toPrecision(15))
  let next = toSteps(least)
  const gaps: Array<{ readonly minimum: number; readonly maximum: number }> = []
  const addGap = (until: number): void => {
    if (until >= next) gaps.push({ minimum: next / scale, maximum: until / scale })
  }
  for (const range of sorted) {
    addGap(Math.min(Math.ceil(toSteps(getLeast(range))) - 1, toSteps(most)))
    next = Math.max(next, Math.floor(toSteps(getMost(range))) + 1)
  }
  addGap(toSteps(most))
  return gaps
}
