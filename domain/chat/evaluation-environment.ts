// Values that conditions and recalls can name at one point of a conversation, and questions as respondents see them.
import type { AnswerFacets, ConditionValue, Environment, Score } from "../conditions/condition-value.ts"
import type { Question } from "../questions/question.ts"
import { localizeQuestion } from "../questions/question-texts.ts"
import { fillQuestion, type RecallCounter } from "../recall/recall-filling.ts"
import { getInstructionKind } from "../script/instruction.ts"
import { toNameKey } from "../script/instruction-name.ts"
import { createScore } from "../script/score-bounds.ts"
import { getAnswerFacets, getScoreFacets } from "./answer-facets.ts"
import type { CompiledInstruction, CompiledScript } from "./compiled-script.ts"
import type { ConversationState } from "./conversation-state.ts"

/**
 * Builds the environment of conditions and recalls. Instructions are processed in script order because the text of a
 * choice can recall an earlier answer.
 */
export const buildEnvironment = (chat: CompiledScript, state: ConversationState): Environment => fillEnvironment(chat, state)

const fillEnvironment = ({ instructionsByName }: CompiledScript, state: ConversationState) => {
  const [answersByUuid, outcomesByUuid] = [new Map(Object.entries(state.answers)), new Map(Object.entries(state.actions))]
  const answers = new Map<string, AnswerFacets>()
  const actions = new Map<string, ReadonlyMap<string, ConditionValue>>()
  const environment = { answers, actions, metadata: new Map(Object.entries(state.metadata)), crm: new Map(Object.entries(state.crm)) }
  if (answersByUuid.size === 0 && outcomesByUuid.size === 0 && state.visited.length === 0) return environment
  const visited = new Set(state.visited)
  const recalls = { used: 0 }
  let [sum, answered] = [0, 0]
  /** Those of the answers so far; null until a score needs them, because a script may have thousands of scores. */
  let scoreFacets: AnswerFacets | null = null
  for (const [key, instruction] of instructionsByName) {
    const { uuid, question } = instruction
    const value = answersByUuid.get(uuid)
    if (value !== undefined && question) {
      const facets = getAnswerFacets(fillQuestion(question, environment, recalls), value, state.language)
      answers.set(key, facets)
      if (typeof facets.score === "number") {
        sum += facets.score
        answered++
        scoreFacets = null
      }
    }
    // [C15] A score counts the answers before it, and has a value once it was reached.
    if (visited.has(uuid) && getInstructionKind(instruction) === "score") {
      scoreFacets ??= getScoreFacets(createScore(sum, answered), state.language)
      answers.set(key, scoreFacets)
    }
    const results = outcomesByUuid.get(uuid)
    if (results !== undefined) actions.set(key, new Map(Object.entries(results)))
  }
  return environment
}

/** The environment of one run of a conversation, which only the scores that it reaches change, and the score of the answers before the run. */
export type RunEnvironment = {
  readonly environment: Environment
  readonly score: Score
  readonly reachScore: (score: CompiledInstruction) => void
}

/** Builds the environment of a run. `reachScore` adds a score: building the environment again for each score would take quadratic time. */
export const buildRunEnvironment = (chat: CompiledScript, state: ConversationState): RunEnvironment => {
  const environment = fillEnvironment(chat, state)
  const score = computeScore(environment.answers.values())
  const facets = getScoreFacets(score, state.language)
  return {
    environment,
    score,
    reachScore: ({ instruction, name }) => {
      const key = toNameKey(name)
      // Of several instructions with the same name, the first one has a value.
      if (chat.instructionsByName.get(key)?.uuid === instruction.uuid) environment.answers.set(key, facets)
    },
  }
}

/** [E4] Returns the score of a conversation's answers; answers without a score do not count. */
const computeScore = (answers: Iterable<AnswerFacets>): Score => {
  let [sum, answered] = [0, 0]
  for (const { score } of answers) {
    if (typeof score !== "number") continue
    sum += score
    answered++
  }
  return createScore(sum, answered)
}

/** A value for display in the editor's test: `reference` as in conditions, `text` as recalls print it. */
export type NamedValue = { readonly reference: string; readonly value: ConditionValue; readonly text: ConditionValue }

/** Returns all named values: answers in script order, then outcomes of actions, then metadata and CRM values. */
export const listNamedValues = (chat: CompiledScript, state: ConversationState): ReadonlyArray<NamedValue> => {
  const { answers, actions, metadata, crm } = buildEnvironment(chat, state)
  const answerValues = chat.list.flatMap(({ name }): ReadonlyArray<NamedValue> => {
    const answer = answers.get(toNameKey(name))
    return answer === undefined ? [] : [{ reference: name, value: answer.value, text: answer.text }]
  })
  const outcomes = [...actions].flatMap(([name, results]) =>
    [...results].map(([key, value]) => ({ reference: `actions.${name}${key === "" ? "" : `.${key}`}`, value, text: value })),
  )
  const listValues = (root: string, values: ReadonlyMap<string, ConditionValue>) =>
    [...values].map(([key, value]) => ({ reference: `${root}.${key}`, value, text: value }))
  return [...answerValues, ...outcomes, ...listValues("metadata", metadata), ...listValues("crm", crm)]
}

/**
 * Returns the question as the respondent sees it, which is also the form that the answer is validated against: in the
 * conversation's language, with its recalls filled in, choices in script order.
 */
export const renderQuestion = (
  question: Question,
  chat: Pick<CompiledScript, "language">,
  state: Pick<ConversationState, "language">,
  environment: Environment,
  recalls?: RecallCounter,
): Question => localizeQuestion(fillQuestion(question, environment, recalls), { language: chat.language, locale: state.language })
