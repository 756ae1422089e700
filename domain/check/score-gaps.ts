// Scores for which none of the conditions on them is true: a branch was forgotten.

import type { CompiledScript } from "../chat/compiled-script.ts"
import type { ConversationState } from "../chat/conversation-state.ts"
import { scoreResult } from "../conditions/condition-value.ts"
import { type ConditionTest, compileCondition } from "../conditions/evaluate.ts"
import { parseInstructionCondition } from "../conditions/instruction-condition.ts"
import { emptyEnvironment } from "../conditions/satisfiability.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "../flow/reachability.ts"
import { createSumBudget } from "../flow/score-sums.ts"
import { getInstructionKind } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { createScore } from "../script/score-bounds.ts"
import { type PlayBudget, playExample } from "./path-examples.ts"
import { listScores, type ReachedScore } from "./score-answers.ts"

/** At most this many scores without a branch are played. */
const maxAttempts = 5

type ScoreGaps = { readonly findings: ReadonlyArray<Finding>; readonly unproven: ReadonlyArray<string> }

/** Returns the findings about scores that no branch is for, each with answers that reach it, and the scores that could not be judged. */
export const findScoreGaps = (analysis: ReachabilityAnalysis, compile: () => CompiledScript, budget: PlayBudget): ScoreGaps => {
  const sumBudget = createSumBudget()
  const { steps } = analysis
  const branchesByName = groupBranches(steps)
  const findings: Array<Finding> = []
  const unproven: Array<string> = []
  for (const score of steps) {
    if (getInstructionKind(score.instruction) !== "score" || score.unreachableReason !== null) continue
    const key = toNameKey(getInstructionName(score.instruction))
    const branches = (branchesByName.get(key) ?? []).filter(({ place }) => place > score.place)
    const last = branches.at(-1)
    if (last === undefined || branches.length < 2) continue
    const uuids = branches.map(({ uuid }) => uuid)
    const isShownBy = ({ visited, next }: ConversationState): boolean =>
      next > last.place && visited.includes(score.instruction.uuid) && !uuids.some((uuid) => visited.includes(uuid))
    const pointer = `/instructions/${score.place}`
    const { scores, isComplete } = listScores(analysis, score.place, sumBudget)
    const uncovered = scores.filter((it) => it.answered > 0 && !isCovered(key, branches, it))
    const finding = uncovered.slice(0, maxAttempts).flatMap(({ total, given }) => {
      const example = playExample(compile(), given, { until: null, isShownBy }, budget)
      return example === null ? [] : [{ ...createFinding("score-gap", pointer, "path.score-gap", { total }), example }]
    })[0]
    if (finding !== undefined) findings.push(finding)
    else if (uncovered.length > 0 || !isComplete) unproven.push(pointer)
  }
  return { findings, unproven }
}

/** An instruction whose condition is about one score alone. */
type Branch = { readonly place: number; readonly uuid: string; readonly test: ConditionTest }

/** The branches of each name that conditions refer to, in script order. */
const groupBranches = (steps: ReadonlyArray<AnalyzedInstruction>): ReadonlyMap<string, ReadonlyArray<Branch>> => {
  const groups = new Map<string, Array<Branch>>()
  for (const { instruction, place, parsed: condition } of steps) {
    const parsed = condition === null ? null : parseInstructionCondition(instruction)
    if (parsed?._tag !== "Parsed") continue
    const names = new Set(parsed.references.map(({ reference }) => (reference._tag === "Answer" ? toNameKey(reference.name) : null)))
    const [name = null] = names
    if (name === null || names.size > 1) continue
    const branch = { place, uuid: instruction.uuid, test: compileCondition(parsed.condition) }
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [branch])
    else group.push(branch)
  }
  return groups
}

const isCovered = (key: string, branches: ReadonlyArray<Branch>, { total, answered }: ReachedScore): boolean => {
  const environment = { ...emptyEnvironment, answers: new Map([[key, scoreResult(createScore(total, answered), String)]]) }
  return branches.some(({ test }) => test(environment))
}
