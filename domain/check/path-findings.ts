// Findings about what some conversation shows: each is reported with answers that the engine has played [C10].

import { selectQuestions } from "../actions/delivery-payload.ts"
import { type CompiledScript, compileScript } from "../chat/compiled-script.ts"
import type { ConversationState } from "../chat/conversation-state.ts"
import { buildEnvironment } from "../chat/evaluation-environment.ts"
import { type Condition, listTerms, type Reference, type Sum } from "../conditions/condition.ts"
import { findReferenceIssue, isChatEnd } from "../conditions/condition-analysis.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { ReachabilityAnalysis } from "../flow/analyzed-instruction.ts"
import { createPathQueries, type QueryResult } from "../flow/path-queries.ts"
import { analyzeReachability } from "../flow/reachability.ts"
import { isScored } from "../questions/choice-question.ts"
import { resolveRecall } from "../recall/recall-filling.ts"
import { listSplitTexts } from "../recall/recalls-in-instruction.ts"
import { findAmountSource } from "../script/action-waiting.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { buildNameIndex, getInstructionName, type NameIndex, toNameKey } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import { truncateQuote } from "../text/quote.ts"
import type { PathClaim } from "./path-claim.ts"
import { getAnswersToPlay, type PlayBudget, playExample } from "./path-examples.ts"
import { scoreClaims } from "./score-claims.ts"

/** At most this many claims about single instructions are examined in one script; the others are not reported. */
const maxClaims = 200

/** Limits the playing of all examples of one script. */
const maxPlayedValues = 400_000

/** The findings with their examples, and the pointers of what could not be judged. */
export type PathFindings = { readonly findings: ReadonlyArray<Finding>; readonly unproven: ReadonlyArray<string> }

/**
 * Returns what some conversation shows, in script order, and what could not be told. Pointers are relative to the authored script. Claims are
 * examined in script order, so that no instruction takes from what is left for an earlier one.
 */
export const findPathFindings = (script: AuthoredScript): PathFindings => {
  const { instructions } = script
  const analysis = analyzeReachability(instructions)
  const answer = createPathQueries(analysis)
  const budget: PlayBudget = { remaining: maxPlayedValues }
  let compiled: CompiledScript | null = null
  const findings: Array<Finding> = []
  const unproven: Array<string> = []
  const examine = (claim: PathClaim): void => {
    const result = answer(claim.query)
    if (result._tag === "Impossible") return
    compiled ??= compileScript(script)
    const finding = playClaim(compiled, claim, result, budget)
    if (finding === null) unproven.push(claim.pointer)
    else findings.push(finding)
  }
  const claims = listClaims(analysis)
  for (const claim of claims.slice(0, maxClaims)) examine(claim)
  for (const { pointer } of claims.slice(maxClaims)) unproven.push(pointer)
  if (instructions.length > 0) examine(endClaim(instructions))
  return { findings, unproven }
}

/** Plays the answers that a result gives; null if the engine does not show the claim with them. */
const playClaim = (chat: CompiledScript, claim: PathClaim, result: QueryResult, budget: PlayBudget): Finding | null => {
  const answers = getAnswersToPlay(result)
  if (answers === null) return null
  const isShownBy = (state: ConversationState): boolean => claim.isShownBy(state, chat)
  const played = playExample(chat, answers, { until: claim.until, isShownBy }, budget)
  return played === null ? null : { ...claim.report(played.state, chat), example: played.example }
}

const listClaims = (analysis: ReachabilityAnalysis): ReadonlyArray<PathClaim> => {
  const { instructions } = analysis
  const nameIndex = buildNameIndex(instructions)
  return instructions.flatMap((instruction, index) => [
    ...recallClaims(instruction, index, nameIndex),
    ...needClaims(instruction, index, instructions, nameIndex),
    ...scoreClaims(instruction, index, analysis, nameIndex),
  ])
}

const reporting = (finding: Finding): Pick<PathClaim, "pointer" | "report"> => ({ pointer: finding.pointer, report: () => finding })

/** Claims that a conversation can run out of instructions without an end; it then looks as if it were not finished. */
const endClaim = (instructions: ReadonlyArray<Instruction>): PathClaim => {
  const ends = new Set(instructions.filter(isChatEnd).map(({ uuid }) => uuid))
  return {
    query: { shown: [], isWithoutEnd: true },
    until: null,
    isShownBy: ({ visited }) => !visited.some((uuid) => ends.has(uuid)),
    ...reporting(createFinding("ends-without-end", `/instructions/${instructions.length - 1}`, "path.no-end")),
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
        ...reporting(
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
      ...reporting(need.finding),
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
    const sources = selectQuestions({ instructions: earlier }, action.params.questions).map(({ instruction }) => instruction)
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
