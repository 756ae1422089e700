// Findings about the ranges of scores that need no conversation as an example [C16].
import { listPossibleScores } from "../conditions/possible-scores.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { ScoreRange } from "../script/action.ts"
import type { Instruction } from "../script/instruction.ts"
import { getTotalBounds } from "../script/score-bounds.ts"
import { findOverlaps, findScoreRange, formatScoreRange, getScoreParams, isReversedRange, sortRanges } from "../script/score-ranges.ts"
import type { AuthoredScript } from "../script/script.ts"

/** Returns the findings about the ranges of all scores: reversed, repeated, overlapping, never reached, and without a label. */
export const scoreRangeFindings = ({ instructions }: Pick<AuthoredScript, "instructions">): ReadonlyArray<Finding> =>
  instructions.flatMap((instruction, index) => {
    const ranges = getScoreParams(instruction)?.ranges ?? []
    if (ranges.length === 0) return []
    const pointer = `/instructions/${index}/action/params/ranges`
    const possible = listPossibleTotals(instructions, index)
    return [
      ...findRangeProblems(ranges, pointer),
      ...(possible === null ? [] : ranges.flatMap((range, i) => neverReachedFinding(range, possible, `${pointer}/${i}/minimum`))),
    ]
  })

const findRangeProblems = (ranges: ReadonlyArray<ScoreRange>, pointer: string): ReadonlyArray<Finding> => {
  const at = (range: ScoreRange, field: string) => `${pointer}/${ranges.indexOf(range)}/${field}`
  const repeated = findRepeated(ranges)
  return [
    ...ranges.flatMap((range) =>
      [range.label, ...(range.labels ?? []).map(({ content }) => content)].every((label) => (label ?? "").trim() === "")
        ? [createFinding("score-ranges", at(range, "label"), "finding.range.no-label", { range: formatScoreRange(range) })]
        : [],
    ),
    ...ranges
      .filter(isReversedRange)
      .map((range) => createFinding("score-ranges", at(range, "maximum"), "finding.range.reversed", { range: formatScoreRange(range) })),
    ...[...repeated].map((range) =>
      createFinding("score-ranges", at(range, "minimum"), "finding.range.repeated", { range: formatScoreRange(range) }),
    ),
    ...findOverlaps(sortRanges(ranges.filter((range) => !repeated.has(range)))).map(([first, second]) =>
      createFinding("score-ranges", at(second, "minimum"), "finding.range.overlap", {
        a: formatScoreRange(first),
        b: formatScoreRange(second),
      }),
    ),
  ]
}

/** The ranges with the ends of an earlier one; reversed ranges have a finding of their own. */
const findRepeated = (ranges: ReadonlyArray<ScoreRange>): ReadonlySet<ScoreRange> => {
  const seen = new Set<string>()
  return new Set(ranges.filter((range) => !isReversedRange(range) && seen.size === seen.add(formatScoreRange(range)).size))
}

/** All totals that answers can add up to, or only their bounds if they are too many to list. */
type PossibleTotals = { readonly least: number; readonly most: number; readonly totals: ReadonlyArray<number> | null }

/** Returns the totals that a score can have; null if no answer counts for it. */
const listPossibleTotals = (instructions: ReadonlyArray<Instruction>, index: number): PossibleTotals | null => {
  const scores = listPossibleScores(instructions, index)
  if (scores === null) return { ...getTotalBounds(instructions.slice(0, index)), totals: null }
  const totals = scores.flatMap(({ total }) => (typeof total === "number" ? [total] : []))
  const [first] = totals
  return first === undefined ? null : { least: first, most: totals.at(-1) ?? first, totals }
}

const neverReachedFinding = (range: ScoreRange, { least, most, totals }: PossibleTotals, pointer: string): ReadonlyArray<Finding> => {
  const isReached = (total: number) => findScoreRange({ ranges: [range] }, total) !== null
  const canBeReached = totals === null ? (range.minimum ?? least) <= most && (range.maximum ?? most) >= least : totals.some(isReached)
  return canBeReached || isReversedRange(range)
    ? []
    : [createFinding("score-ranges", pointer, "finding.range.never", { range: formatScoreRange(range), least, most })]
}
