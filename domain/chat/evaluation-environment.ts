// All that can be referred to at a moment of a conversation, as a test shows it to its author.
import type { AnswerFacets, ConditionValue, Environment } from "../conditions/condition-value.ts"
import { localizeQuestion } from "../questions/choices.ts"
import type { Question } from "../questions/question.ts"
import { fillQuestion } from "../recall/recall-filling.ts"
import { nameKey } from "../script/instruction-name.ts"
import { answerFacets } from "./answer-facets.ts"
import type { CompiledScript } from "./compiled-script.ts"
import type { ConversationState } from "./conversation-state.ts"

// What the conditions and recalls of a conversation see at a moment.

/** Instructions are taken in their order, because a choice can recall what was answered before it. */
export const buildEnvironment = ({ instructionsByName }: CompiledScript, state: ConversationState): Environment => {
  const [given, done] = [new Map(Object.entries(state.answers)), new Map(Object.entries(state.actions))]
  const answers = new Map<string, AnswerFacets>()
  const actions = new Map<string, ReadonlyMap<string, ConditionValue>>()
  const environment = { answers, actions, metadata: new Map(Object.entries(state.metadata)), crm: new Map(Object.entries(state.crm)) }
  if (given.size === 0 && done.size === 0) return environment
  for (const [key, { uuid, question }] of instructionsByName) {
    const value = given.get(uuid)
    if (value !== undefined && question) answers.set(key, answerFacets(fillQuestion(question, environment), value, state.language))
    const results = done.get(uuid)
    if (results !== undefined) actions.set(key, new Map(Object.entries(results)))
  }
  return environment
}

/** `reference` is how conditions call it; `text` is what a recall puts in its place. */
export type NamedValue = { readonly reference: string; readonly value: ConditionValue; readonly text: ConditionValue }

/** What was answered, in the order of the script, then what steps came to, then what is known of the respondent. */
export const listNamedValues = (chat: CompiledScript, state: ConversationState): ReadonlyArray<NamedValue> => {
  const { answers, actions, metadata, crm } = buildEnvironment(chat, state)
  const answered = chat.list.flatMap(({ name }): ReadonlyArray<NamedValue> => {
    const answer = answers.get(nameKey(name))
    return answer === undefined ? [] : [{ reference: name, value: answer.value, text: answer.text }]
  })
  const outcomes = [...actions].flatMap(([name, results]) =>
    [...results].map(([key, value]) => ({ reference: `actions.${name}${key === "" ? "" : `.${key}`}`, value, text: value })),
  )
  const known = (of: string, values: ReadonlyMap<string, ConditionValue>) =>
    [...values].map(([key, value]) => ({ reference: `${of}.${key}`, value, text: value }))
  return [...answered, ...outcomes, ...known("metadata", metadata), ...known("crm", crm)]
}

// A question as its respondent has it before them: what they are asked, and what their answer is read by.

/** In the language of the conversation, with its recalls filled in; choices stand as they do in the script. */
export const renderQuestion = (question: Question, { language }: ConversationState, environment: Environment): Question =>
  localizeQuestion(fillQuestion(question, environment), language)
