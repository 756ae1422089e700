// Answers to questions of authors: can these instructions be shown in one conversation, and with which answers?

import { type CompiledScript, compileScript } from "../chat/compiled-script.ts"
import type { Example, Finding } from "../findings/finding.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "../flow/analyzed-instruction.ts"
import { findSmallestConflict } from "../flow/excluding-conditions.ts"
import { listPicks, type Reach } from "../flow/path-following.ts"
import { createPathQueries, type QueryResult } from "../flow/path-queries.ts"
import { analyzeReachability } from "../flow/reachability.ts"
import { createExplainer } from "../flow/unreachable-explanation.ts"
import type { AuthoredScript } from "../script/script.ts"
import { quoteConditions } from "./condition-findings.ts"
import { getAnswersToPlay, type PlayBudget, playExample } from "./path-examples.ts"

/**
 * What an instruction contributes to the reason why others are not shown: its condition, the end of the chat (if its condition is true), or that it
 * is empty or has a condition that cannot be read.
 */
export type ProofReason = NonNullable<Finding["because"]>[number] & { readonly kind: "condition" | "end" | "empty" | "unreadable" }

/** Possible, as the example shows; impossible, because of all these reasons together; or unknown. */
export type Proof =
  | { readonly _tag: "Possible"; readonly example: Example }
  | { readonly _tag: "Impossible"; readonly because: ReadonlyArray<ProofReason> }
  | { readonly _tag: "Unknown" }

/** The instructions that one conversation is asked to show, by their indexes in the script. */
export type ProofRequest = { readonly script: AuthoredScript; readonly places: ReadonlyArray<number> }

/** Limits the search for the conditions that exclude each other, and the playing of the example. */
const maxComparisons = 2_000_000
const maxPlayedValues = 4_000_000
/** Limits the playing of all instructions of one script that depend on outcomes. */
const maxUnplayedValues = 400_000

/** Returns whether one conversation can show all instructions at these places, of which there is at least one. */
export const proveShown = (script: AuthoredScript, places: ReadonlyArray<number>): Proof => {
  const analysis = analyzeReachability(script.instructions)
  const result = createPathQueries(analysis)({ shown: places })
  if (result._tag === "Impossible") return { _tag: "Impossible", because: listReasons(analysis, places) }
  const example = playShown(compileScript(script), result, places, { remaining: maxPlayedValues })
  return example === null ? { _tag: "Unknown" } : { _tag: "Possible", example }
}

/** Plays the answers that a result gives until all these instructions are shown; null if the engine does not show them. */
const playShown = (chat: CompiledScript, result: QueryResult, places: ReadonlyArray<number>, budget: PlayBudget): Example | null => {
  const uuids = places.flatMap((place) => chat.list[place]?.instruction.uuid ?? [])
  const claim = {
    until: Math.max(...places),
    isShownBy: ({ visited }: { readonly visited: ReadonlyArray<string> }) => uuids.every((uuid) => visited.includes(uuid)),
  }
  const answers = getAnswersToPlay(result)
  return answers === null ? null : (playExample(chat, answers, claim, budget)?.example ?? null)
}

/**
 * Returns the places of instructions that count as shown for some outcomes of actions, but that no example shows: outcomes can depend on
 * answers, and on each other, in ways that the analysis of paths does not follow.
 */
export const listUnplayed = (script: AuthoredScript): ReadonlyArray<number> => {
  if (!script.instructions.some(({ type }) => type === "action")) return []
  const analysis = analyzeReachability(script.instructions)
  const doubtful = analysis.steps.filter(({ reach }) => reach._tag === "Shown" && needsOutcome(script, reach))
  if (doubtful.length === 0) return []
  const [answer, chat] = [createPathQueries(analysis), compileScript(script)]
  const budget: PlayBudget = { remaining: maxUnplayedValues }
  return doubtful.flatMap(({ place }) => (playShown(chat, answer({ shown: [place] }), [place], budget) === null ? [place] : []))
}

const needsOutcome = ({ instructions }: AuthoredScript, reach: Exclude<Reach, { readonly _tag: "Never" }>): boolean =>
  listPicks(reach).some(({ place }) => instructions[place]?.type === "action")

const listReasons = (analysis: ReachabilityAnalysis, places: ReadonlyArray<number>): ReadonlyArray<ProofReason> => {
  const unreachable = analysis.steps.find((step) => places.includes(step.place) && step.unreachableReason !== null)
  const explained = unreachable === undefined ? [] : (createExplainer(analysis)(unreachable)?.because ?? [])
  const canConflict = unreachable === undefined || unreachable.unreachableReason === "condition"
  const goal = { places: unreachable === undefined ? places : [unreachable.place], goal: "shown" } as const
  const found = explained.length > 0 ? explained : canConflict ? findSmallestConflict(analysis, goal, { remaining: maxComparisons }) : null
  const because = found ?? goal.places
  return quoteConditions(analysis, because).map((quoted, index) => ({
    ...quoted,
    kind: getReasonKind(analysis.steps[because[index] ?? -1]),
  }))
}

const getReasonKind = (step: AnalyzedInstruction | undefined): ProofReason["kind"] => {
  if (step?.unreachableReason === "empty" || step?.unreachableReason === "unreadable") return step.unreachableReason
  return step?.isEnd ? "end" : "condition"
}
