// Answers to questions of authors: can these instructions be shown in one conversation, and with which answers?

import { compileScript } from "../chat/compiled-script.ts"
import type { Example, Finding } from "../findings/finding.ts"
import { findSmallestConflict } from "../flow/conflicts.ts"
import { answerPathQueries } from "../flow/path-queries.ts"
import { analyzeReachability, type ReachabilityAnalysis } from "../flow/reachability.ts"
import { areExcludedByScores, findScoreConflict } from "../flow/score-conflicts.ts"
import { createSumBudget } from "../flow/score-sums.ts"
import { createExplainer } from "../flow/unreachable-explanation.ts"
import type { AuthoredScript } from "../script/script.ts"
import { quoteConditions } from "./condition-findings.ts"
import { playExample } from "./path-examples.ts"
import { generateWays } from "./score-answers.ts"

/** Possible, as the example shows; impossible, because these conditions exclude each other; or not to be told. */
export type Proof =
  | { readonly _tag: "Possible"; readonly example: Example }
  | { readonly _tag: "Impossible"; readonly because: NonNullable<Finding["because"]> }
  | { readonly _tag: "Unknown" }

/** The instructions that one conversation is asked to show, by their indexes in the script. */
export type ProofRequest = { readonly script: AuthoredScript; readonly places: ReadonlyArray<number> }

/** Limits the search for the conditions that exclude each other, and the playing of the example. */
const maxComparisons = 2_000_000
const maxPlayedValues = 4_000_000

/** Returns whether one conversation can show all instructions at these places, of which there is at least one. */
export const proveShown = (script: AuthoredScript, places: ReadonlyArray<number>): Proof => {
  const analysis = analyzeReachability(script.instructions)
  const query = { shown: places }
  const [result] = answerPathQueries(analysis, [query])
  if (result === undefined) return { _tag: "Unknown" }
  if (result._tag === "Impossible") return { _tag: "Impossible", because: listReasons(analysis, places) }
  const uuids = places.flatMap((place) => script.instructions[place]?.uuid ?? [])
  const claim = {
    until: Math.max(...places),
    isShownBy: ({ visited }: { readonly visited: ReadonlyArray<string> }) => uuids.every((uuid) => visited.includes(uuid)),
  }
  const [chat, budget] = [compileScript(script), { remaining: maxPlayedValues }]
  for (const needed of generateWays(analysis, query, result, createSumBudget())) {
    const example = playExample(chat, needed, claim, budget)
    if (example !== null) return { _tag: "Possible", example }
  }
  if (!areExcludedByScores(analysis, places, createSumBudget())) return { _tag: "Unknown" }
  return { _tag: "Impossible", because: quoteConditions(analysis, findScoreConflict(analysis, places)) }
}

const listReasons = (analysis: ReachabilityAnalysis, places: ReadonlyArray<number>): NonNullable<Finding["because"]> => {
  const unreachable = analysis.steps.find((step) => places.includes(step.place) && step.unreachableReason !== null)
  const explained = unreachable === undefined ? [] : (createExplainer(analysis)(unreachable)?.because ?? [])
  const because =
    unreachable === undefined
      ? (findSmallestConflict(analysis, { places, goal: "shown" }, { remaining: maxComparisons }) ?? places)
      : explained.length === 0
        ? [unreachable.place]
        : explained
  return quoteConditions(analysis, because)
}
