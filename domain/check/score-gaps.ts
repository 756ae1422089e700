// Scores for which none of the conditions on them is true: a branch was forgotten.

import type { CompiledScript } from "../chat/compiled-script.ts"
import type { ConversationState } from "../chat/conversation-state.ts"
import { parseCondition } from "../conditions/condition-syntax.ts"
import { scoreResult } from "../conditions/condition-value.ts"
import { type ConditionTest, compileCondition } from "../conditions/evaluate.ts"
import { emptyEnvironment } from "../conditions/satisfiability.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "../flow/reachability.ts"
import { getChoiceLimits, listExclusiveChoices } from "../questions/answer-limits.ts"
import { isScored } from "../questions/choice-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import { getInstructionKind } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { createScore } from "../script/score-bounds.ts"
import { type NeededValue, type PlayBudget, playExample } from "./path-examples.ts"

/** At most this many different scores are distinguished after each question, and this many of those without a branch are played. */
const maxScores = 2000
const maxAttempts = 5
/** Limits how many scores are computed for one script. */
const maxComputedScores = 200_000

type ScoreGaps = { readonly findings: ReadonlyArray<Finding>; readonly unproven: ReadonlyArray<string> }

/** Returns the findings about scores that no branch is for, each with answers that reach it, and the scores that could not be judged. */
export const findScoreGaps = ({ steps }: ReachabilityAnalysis, compile: () => CompiledScript, budget: PlayBudget): ScoreGaps => {
  const scores: ScoreBudget = { remaining: maxComputedScores, isExceeded: false }
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
    const uncovered = listScores(steps.slice(0, score.place), scores).filter((it) => !isCovered(key, branches, it))
    const finding = uncovered.slice(0, maxAttempts).flatMap(({ total, given }) => {
      const example = playExample(compile(), listGiven(given), { until: null, isShownBy }, budget)
      return example === null ? [] : [{ ...createFinding("score-gap", pointer, "path.score-gap", { total }), example }]
    })[0]
    if (finding !== undefined) findings.push(finding)
    else if (uncovered.length > 0 || scores.isExceeded) unproven.push(pointer)
  }
  return { findings, unproven }
}

type ScoreBudget = { remaining: number; isExceeded: boolean }

/** An instruction whose condition is about one score alone. */
type Branch = { readonly place: number; readonly uuid: string; readonly test: ConditionTest }

/** The branches of each name that conditions refer to, in script order. */
const groupBranches = (steps: ReadonlyArray<AnalyzedInstruction>): ReadonlyMap<string, ReadonlyArray<Branch>> => {
  const groups = new Map<string, Array<Branch>>()
  for (const { instruction, place, parsed: condition } of steps) {
    const parsed = condition === null ? null : parseCondition(instruction.condition ?? "")
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

/** Answers that were given, the latest first. */
type Given = { readonly value: NeededValue; readonly rest: Given } | null

const listGiven = (given: Given): ReadonlyArray<NeededValue> => {
  const values: Array<NeededValue> = []
  for (let entry = given; entry !== null; entry = entry.rest) values.push(entry.value)
  return values.toReversed()
}

/** A score with the answers that lead to it. */
type ReachedScore = { readonly total: number; readonly answered: number; readonly given: Given }

/** The scores of at least one answer that these questions lead to, smallest first; whether they are all asked is left to the engine. */
const listScores = (earlier: ReadonlyArray<AnalyzedInstruction>, budget: ScoreBudget): ReadonlyArray<ReachedScore> => {
  let scores = new Map<string, ReachedScore>([["", { total: 0, answered: 0, given: null }]])
  for (const step of earlier) {
    const { instruction, unreachableReason } = step
    if (!instruction.question || unreachableReason !== null || !isScored(instruction)) continue
    const next = new Map<string, ReachedScore>()
    for (const score of scores.values())
      for (const added of addAnswers(score, step, instruction.question)) {
        budget.remaining -= 1
        const key = `${added.total} ${added.answered}`
        if (next.has(key)) continue
        if (next.size >= maxScores || budget.remaining < 0) budget.isExceeded = true
        else next.set(key, added)
      }
    scores = next
  }
  return [...scores.values()].filter(({ answered }) => answered > 0).toSorted((a, b) => a.total - b.total)
}

const addAnswers = (
  score: ReachedScore,
  { instruction, place, condition }: AnalyzedInstruction,
  question: Question,
): ReadonlyArray<ReachedScore> => {
  const reference = { _tag: "Answer", name: getInstructionName(instruction), facet: null } as const
  const answers = listAnswers(question).map((choices): ReachedScore => {
    const counted = choices.flatMap(({ score: points }) => points ?? [])
    const value = question.type === "multiple" ? choices.map((choice) => choice.value) : (choices[0]?.value ?? null)
    return {
      total: counted.reduce((sum, points) => sum + points, score.total),
      answered: score.answered + (counted.length > 0 ? 1 : 0),
      given: { value: { place, reference, value }, rest: score.given },
    }
  })
  return question.skipable === true || condition !== null ? [score, ...answers] : answers
}

/** Answers that lead to different scores: each choice, and of several choices each with as many others as needed. */
const listAnswers = (question: Question): ReadonlyArray<ReadonlyArray<Choice>> => {
  if (question.type === "choice") return (question.choices ?? []).map((choice) => [choice])
  if (question.type !== "multiple") return []
  const exclusive = listExclusiveChoices(question)
  const combinable = (question.choices ?? []).filter((choice) => !exclusive.includes(choice))
  const { fewest, most } = getChoiceLimits(question)
  const sizes = [Math.max(fewest, 1), most].filter((size) => size <= combinable.length)
  return [
    ...exclusive.map((choice) => [choice]),
    ...combinable.flatMap((choice) => sizes.map((size) => [choice, ...combinable.filter((it) => it !== choice)].slice(0, size))),
  ]
}
