// Findings about what some conversation shows: each is reported with answers that the engine has played [C10].

import { findAmountSource } from "../actions/action-check.ts"
import { type CompiledScript, compileScript } from "../chat/compiled-script.ts"
import type { ConversationState } from "../chat/conversation-state.ts"
import { buildEnvironment } from "../chat/evaluation-environment.ts"
import { type Condition, listTerms, type Reference, type Sum } from "../conditions/condition.ts"
import { findReferenceIssue, isChatEnd } from "../conditions/condition-analysis.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { answerPathQueries, type PathQuery } from "../flow/path-queries.ts"
import { analyzeReachability, type ReachabilityAnalysis } from "../flow/reachability.ts"
import { createSumBudget, type SumBudget } from "../flow/score-sums.ts"
import { isScored } from "../questions/choice-question.ts"
import { resolveRecall } from "../recall/recall-filling.ts"
import { listSplitTexts } from "../recall/recalls-in-instruction.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { buildNameIndex, getInstructionName, type NameIndex, toNameKey } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import { type PlayBudget, playExample } from "./path-examples.ts"
import { truncateQuote } from "./reference-findings.ts"
import { generateWays } from "./score-answers.ts"
import { findScoreGaps } from "./score-gaps.ts"

/**
 * A possible finding: what to ask about all paths, how to see it in a conversation, and what to report then; null if only the opposite would
 * be a finding. `pointer` says where.
 */
type PathClaim = {
  readonly query: PathQuery
  readonly until: number | null
  readonly isShownBy: (state: ConversationState, chat: CompiledScript) => boolean
  readonly pointer: string
  readonly finding: Finding | null
}

/** At most this many claims of a kind are examined in one script; the others are not reported. */
const maxClaims = 200

/** Limits the playing of all examples of one script. */
const maxPlayedValues = 400_000

/** The findings with their examples, and the pointers of what could not be judged. */
export type PathFindings = { readonly findings: ReadonlyArray<Finding>; readonly unproven: ReadonlyArray<string> }

/** Returns what some conversation shows, in script order, and what could not be told. Pointers are relative to the authored script. */
export const findPathFindings = (script: AuthoredScript): PathFindings => {
  const { instructions } = script
  const analysis = analyzeReachability(instructions)
  let compiled: CompiledScript | null = null
  const compile = (): CompiledScript => {
    compiled ??= compileScript(script)
    return compiled
  }
  const context: ClaimContext = { analysis, compile, budget: { remaining: maxPlayedValues }, scores: createSumBudget() }
  const claimed = examineClaims(listClaims(instructions), context)
  const gaps = findScoreGaps(analysis, compile, context.budget)
  // These claims come last, because they lead to no finding and must not use up the budget of those that do.
  const scored = examineClaims(listScoreClaims(analysis), context)
  return {
    findings: [...claimed.findings, ...gaps.findings],
    unproven: [...claimed.unproven, ...gaps.unproven, ...scored.unproven],
  }
}

type ClaimContext = {
  readonly analysis: ReachabilityAnalysis
  readonly compile: () => CompiledScript
  readonly budget: PlayBudget
  readonly scores: SumBudget
}

const examineClaims = (claims: ReadonlyArray<PathClaim>, { analysis, compile, budget, scores }: ClaimContext): PathFindings => {
  const examined = claims.slice(0, maxClaims)
  const results = answerPathQueries(
    analysis,
    examined.map(({ query }) => query),
  )
  const findings: Array<Finding> = []
  const unproven = claims.slice(maxClaims).map(({ pointer }) => pointer)
  for (const [i, { query, pointer, finding, until, isShownBy }] of examined.entries()) {
    const result = results[i]
    if (result === undefined || result._tag === "Impossible") continue
    const claim = { until, isShownBy: (state: ConversationState) => isShownBy(state, compile()) }
    const ways = generateWays(analysis, query, result, scores)
    const example = findFirst(ways, (needed) => playExample(compile(), needed, claim, budget))
    if (example === null) unproven.push(pointer)
    else if (finding !== null) findings.push({ ...finding, example })
  }
  return { findings, unproven }
}

/** Returns the first result that is not null, or null. */
const findFirst = <Item, Result>(items: Iterable<Item>, find: (item: Item) => Result | null): Result | null => {
  for (const item of items) {
    const result = find(item)
    if (result !== null) return result
  }
  return null
}

const listClaims = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<PathClaim> => {
  const nameIndex = buildNameIndex(instructions)
  return [
    ...(instructions.length === 0 ? [] : [endClaim(instructions)]),
    ...instructions.flatMap((instruction, index) => [
      ...recallClaims(instruction, index, nameIndex),
      ...needClaims(instruction, index, instructions, nameIndex),
    ]),
  ]
}

const report = (finding: Finding): Pick<PathClaim, "pointer" | "finding"> => ({ pointer: finding.pointer, finding })

/**
 * Claims that an instruction with a condition on a score can be shown. Paths take a score to be independent of the answers that it counts, so
 * that an instruction that no answers have been found for counts as unproven.
 */
const listScoreClaims = ({ steps, variables }: ReachabilityAnalysis): ReadonlyArray<PathClaim> =>
  steps.flatMap(({ place, condition, unreachableReason, instruction: { uuid } }): ReadonlyArray<PathClaim> => {
    const isAboutScore = condition?.asks.some((variable) => variables[variable]?.possible._tag === "Score") ?? false
    if (!isAboutScore || unreachableReason !== null) return []
    const isShownBy = ({ visited }: ConversationState): boolean => visited.includes(uuid)
    return [{ query: { shown: [place] }, until: place, isShownBy, pointer: `/instructions/${place}/condition`, finding: null }]
  })

/** Claims that a conversation can run out of instructions without an end; it then looks as if it were not finished. */
const endClaim = (instructions: ReadonlyArray<Instruction>): PathClaim => {
  const ends = new Set(instructions.filter(isChatEnd).map(({ uuid }) => uuid))
  return {
    query: { shown: [], isWithoutEnd: true },
    until: null,
    isShownBy: ({ visited }) => !visited.some((uuid) => ends.has(uuid)),
    ...report(createFinding("ends-without-end", `/instructions/${instructions.length - 1}`, "path.no-end")),
  }
}

/** Claims that recalls without a fallback can be empty. */
const recallClaims = (instruction: Instruction, index: number, nameIndex: NameIndex): ReadonlyArray<PathClaim> => {
  const claims = new Map<string, PathClaim>()
  for (const { path, segments } of listSplitTexts(instruction))
    for (const segment of segments) {
      if (segment._tag !== "Recall" || segment.fallback !== "") continue
      const { reference, source } = segment
      const [term, ...others] = listTerms(reference)
      if (term?._tag !== "Answer" || others.length > 0 || findReferenceIssue(term, index, nameIndex) !== null) continue
      const pointer = `/instructions/${index}${path}`
      claims.set(`${pointer} ${source}`, {
        query: { shown: [index], condition: isNull({ ...term, facet: null }) },
        until: index,
        isShownBy: (state, chat) => isEmptyRecall(reference, state, chat),
        ...report(
          createFinding("recall-may-be-empty", pointer, "path.empty-recall", {
            recall: truncateQuote(source),
            name: truncateQuote(term.name),
          }),
        ),
      })
    }
  return [...claims.values()]
}

const isEmptyRecall = (reference: Reference | Sum, state: ConversationState, chat: CompiledScript): boolean =>
  resolveRecall(reference, buildEnvironment(chat, state)) === ""

/** Claims that the questions that a payment, a delivery or a score depends on may not have been asked. */
const needClaims = (
  instruction: Instruction,
  index: number,
  instructions: ReadonlyArray<Instruction>,
  nameIndex: NameIndex,
): ReadonlyArray<PathClaim> => {
  const need = findNeed(instruction, index, instructions)
  if (need === null) return []
  const sources = need.sources.filter((source) => nameIndex.get(toNameKey(getInstructionName(source))) === instructions.indexOf(source))
  const [first, ...others] = sources.map((source) => isNull({ _tag: "Answer", name: getInstructionName(source), facet: null }))
  if (first === undefined || sources.length < need.sources.length) return []
  const [second, ...rest] = others
  return [
    {
      query: { shown: [index], condition: second === undefined ? first : { _tag: "All", terms: [first, second, ...rest] } },
      until: index,
      isShownBy: ({ answers }) => sources.every(({ uuid }) => (Object.hasOwn(answers, uuid) ? answers[uuid] : null) === null),
      ...report(need.finding),
    },
  ]
}

type Need = { readonly sources: ReadonlyArray<Instruction>; readonly finding: Finding }

const findNeed = (instruction: Instruction, index: number, instructions: ReadonlyArray<Instruction>): Need | null => {
  const { action } = instruction
  const rule = "needs-may-be-missing"
  const params = `/instructions/${index}/action/params`
  const earlier = instructions.slice(0, index)
  if (action?.type === "payment") {
    const source = findAmountSource(earlier, action.params.amount)
    if (source === undefined) return null
    return { sources: [source], finding: createFinding(rule, `${params}/amount`, "path.no-amount", { name: getInstructionName(source) }) }
  }
  if (action?.type === "send2api" && action.params.questions) {
    const ids = new Set(action.params.questions)
    const sources = earlier.filter(({ uuid, question }) => question && (ids.has(uuid) || ids.has(question.uuid)))
    return { sources, finding: createFinding(rule, `${params}/questions`, "path.no-delivery") }
  }
  if (getInstructionKind(instruction) !== "score") return null
  const sources = earlier.filter((it) => it.type === "question" && isScored(it))
  return { sources, finding: createFinding(rule, `/instructions/${index}`, "path.no-score") }
}

const isNull = (reference: Reference): Condition => ({
  _tag: "Compare",
  left: reference,
  by: "==",
  right: { _tag: "Literal", value: null },
})
