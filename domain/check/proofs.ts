// Answers to questions of authors: can these instructions be shown in one conversation, and with which answers?

import { compileScript } from "../chat/compiled-script.ts"
import type { Example, Finding } from "../findings/finding.ts"
import type { ReachabilityAnalysis } from "../flow/analyzed-instruction.ts"
import { findSmallestConflict } from "../flow/excluding-conditions.ts"
import { createPathQueries } from "../flow/path-queries.ts"
import { analyzeReachability } from "../flow/reachability.ts"
import { createExplainer } from "../flow/unreachable-explanation.ts"
import type { AuthoredScript } from "../script/script.ts"
import { quoteConditions } from "./condition-findings.ts"
import { getAnswersToPlay, playExample } from "./path-examples.ts"

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
  const result = createPathQueries(analysis)({ shown: places })
  if (result._tag === "Impossible") return { _tag: "Impossible", because: listReasons(analysis, places) }
  const uuids = places.flatMap((place) => script.instructions[place]?.uuid ?? [])
  const claim = {
    until: Math.max(...places),
    isShownBy: ({ visited }: { readonly visited: ReadonlyArray<string> }) => uuids.every((uuid) => visited.includes(uuid)),
  }
  const answers = getAnswersToPlay(result)
  const played = answers === null ? null : playExample(compileScript(script), answers, claim, { remaining: maxPlayedValues })
  return played === null ? { _tag: "Unknown" } : { _tag: "Possible", example: played.example }
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
