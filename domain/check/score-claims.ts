// Scores that were forgotten: none of the conditions on a score is true for them, or none of its ranges covers them.

import type { CompiledScript } from "../chat/compiled-script.ts"
import type { ConversationState } from "../chat/conversation-state.ts"
import { buildEnvironment } from "../chat/evaluation-environment.ts"
import type { Comparator, Condition, ScoreFacet } from "../conditions/condition.ts"
import { parseInstructionCondition } from "../conditions/instruction-condition.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "../flow/analyzed-instruction.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { getInstructionName, type NameIndex, toNameKey } from "../script/instruction-name.ts"
import { getScoreParams, isInGap, listRangeGaps, listRangeTexts, type RangeGap } from "../script/score-ranges.ts"
import type { PathClaim } from "./path-claim.ts"

/** Claims that a conversation can have a score that no branch is for, or that no range covers. */
export const scoreClaims = (
  instruction: Instruction,
  index: number,
  { steps }: ReachabilityAnalysis,
  nameIndex: NameIndex,
): ReadonlyArray<PathClaim> => {
  const isNamed = nameIndex.get(toNameKey(getInstructionName(instruction))) === index
  if (getInstructionKind(instruction) !== "score" || !isNamed) return []
  return [...rangeClaims(instruction, index), ...branchClaims(instruction, index, steps)]
}

/**
 * Claims that a conversation shows no instruction whose condition is about the score, although two or more are about it alone, and that no range
 * shows a text for it either.
 */
const branchClaims = (score: Instruction, index: number, steps: ReadonlyArray<AnalyzedInstruction>): ReadonlyArray<PathClaim> => {
  const key = toNameKey(getInstructionName(score))
  const mentions = steps.flatMap(({ instruction, place, unreachableReason }) => {
    // What comes after an end that is always reached does not matter.
    const names = place > index && unreachableReason !== "after-end" ? listNames(instruction) : []
    return names.includes(key) ? [{ place, isAlone: names.every((name) => name === key) }] : []
  })
  const last = mentions.at(-1)?.place
  if (last === undefined || mentions.filter(({ isAlone }) => isAlone).length < 2) return []
  const uuids = mentions.flatMap(({ place }) => steps[place]?.instruction.uuid ?? [])
  const pointer = `/instructions/${index}`
  const rangesWithText = (getScoreParams(score)?.ranges ?? []).filter((range) => listRangeTexts(range).length > 0)
  const gaps = rangesWithText.length === 0 ? [{ above: null, below: null }] : listRangeGaps(rangesWithText)
  return gaps.map(
    (gap): PathClaim => ({
      query: { shown: [index], hidden: mentions.map(({ place }) => place), condition: isBetween(score, gap), isConditionAfter: true },
      until: null,
      isShownBy: (state, chat) => {
        const total = getTotal(score, state, chat)
        return state.next > last && total !== null && isInGap(total, gap) && !uuids.some((uuid) => state.visited.includes(uuid))
      },
      pointer,
      report: (state, chat) => createFinding("score-gap", pointer, "path.score-gap", { total: getTotal(score, state, chat) ?? 0 }),
    }),
  )
}

/** The names that a condition refers to, as keys; an unnamed value is an empty one. */
const listNames = (instruction: Instruction): ReadonlyArray<string> => {
  const parsed = parseInstructionCondition(instruction)
  if (parsed?._tag !== "Parsed") return []
  return parsed.references.map(({ reference }) => (reference._tag === "Answer" ? toNameKey(reference.name) : ""))
}

/** Claims that a total lies between two ranges, or outside of all. */
const rangeClaims = (score: Instruction, index: number): ReadonlyArray<PathClaim> => {
  const pointer = `/instructions/${index}/action/params/ranges`
  return listRangeGaps(getScoreParams(score)?.ranges ?? []).map(
    (gap): PathClaim => ({
      query: { shown: [index], condition: isBetween(score, gap), isConditionAfter: true },
      until: index,
      isShownBy: (state, chat) => {
        const total = getTotal(score, state, chat)
        return total !== null && isInGap(total, gap)
      },
      pointer,
      report: (state, chat) => createFinding("score-gap", pointer, "finding.range.gap", { total: getTotal(score, state, chat) ?? 0 }),
    }),
  )
}

const isBetween = (score: Instruction, { above, below }: RangeGap): Condition => {
  const [first, second, third] = [
    compareScore(score, "count", ">", 0),
    ...(above === null ? [] : [compareScore(score, "total", ">", above)]),
    ...(below === null ? [] : [compareScore(score, "total", "<", below)]),
  ]
  if (first === undefined || second === undefined) return compareScore(score, "count", ">", 0)
  return { _tag: "All", terms: third === undefined ? [first, second] : [first, second, third] }
}

const compareScore = (score: Instruction, facet: ScoreFacet, by: Comparator, value: number): Condition => ({
  _tag: "Compare",
  left: { _tag: "Answer", name: getInstructionName(score), facet },
  by,
  right: { _tag: "Literal", value },
})

/** The total that the conversation has shown; null if it has not shown the score, or counted no answer. */
const getTotal = (score: Instruction, state: ConversationState, chat: CompiledScript): number | null => {
  const total = buildEnvironment(chat, state).answers.get(toNameKey(getInstructionName(score)))?.value
  return typeof total === "number" ? total : null
}
