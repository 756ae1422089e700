// What conditions compare: the values a conversation has gathered, and where they are looked up (decisions "Conditions").
import { choiceText } from "../questions/choices.ts"
import type { Choice } from "../questions/question.ts"

/** A list is what was chosen of several: of a multiple choice, or the groups of a CRM. */
export type ConditionValue = number | string | boolean | null | ReadonlyArray<number | string>

/**
 * One answer as each facet shows it. `shown` is how its respondent reads it where that is not `text`: conditions compare the texts that
 * their author wrote, whatever the language of the conversation.
 */
export type AnswerFacets = {
  readonly value: ConditionValue
  readonly text: ConditionValue
  readonly score: ConditionValue
  readonly amount: ConditionValue
  readonly shown?: ConditionValue
}

/**
 * What a conversation knows. Answers and actions stand under their instruction's name as `nameKey` has it, metadata and CRM data
 * under their key; an action's results stand under their keys and its outcome under "". What is not there is null.
 */
export type Environment = {
  readonly answers: ReadonlyMap<string, AnswerFacets>
  readonly metadata: ReadonlyMap<string, ConditionValue>
  readonly actions: ReadonlyMap<string, ReadonlyMap<string, ConditionValue>>
  readonly crm: ReadonlyMap<string, ConditionValue>
}

/** Any JSON as a value that conditions can compare: what is no value of theirs (an object, a list of lists) is null. */
export const toConditionValue = (json: unknown): ConditionValue => {
  if (typeof json === "string" || typeof json === "boolean") return json
  if (typeof json === "number") return Number.isFinite(json) ? json : null
  if (!Array.isArray(json)) return null
  const members: Array<number | string> = []
  for (const member of json) {
    if (typeof member !== "number" && typeof member !== "string") return null
    members.push(member)
  }
  return members
}

/** The number that a value counts as against a number: itself, or what a string wholly is. */
export const toNumber = (value: ConditionValue): number | null => {
  if (typeof value === "number") return value
  if (typeof value !== "string" || !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Whether a value stands for an answer: neither null, nor empty, nor no. */
export const isTruthy = (value: ConditionValue): boolean =>
  value !== null && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0)

// One answer as conditions and recall see it: value, text, score and amount (decisions "Conditions").

/** What is known of a question that was skipped or never shown. */
export const noAnswer: AnswerFacets = { value: null, text: null, score: null, amount: null }

/** An answer that is its own text. */
export const plainAnswer = (value: ConditionValue): AnswerFacets => ({ value, text: value, score: null, amount: null })

/** An answer that is a number; in a payment it can be the amount. `text` is how it is shown. */
export const numericAnswer = (value: number, text: string): AnswerFacets => ({ value, text, score: null, amount: value })

/** A place on a scale: stars, faces, how likely to recommend. */
export const scaleAnswer = (value: number): AnswerFacets => ({ value, text: String(value), score: null, amount: null })

/** Scores and amounts that are turned off for a question are kept with its choices, and count for nothing. */
type ChoiceExtrasEnabled = { readonly scores?: boolean | null; readonly amounts?: boolean | null } | null | undefined

/** One choice: compared by its value, read in the language of the conversation. */
export const choiceAnswer = (choice: Choice, uses: ChoiceExtrasEnabled, locale?: string): AnswerFacets => {
  const { value, translation, score, amount } = choice
  return {
    value,
    text: translation.content,
    score: uses?.scores === false ? null : (score ?? null),
    amount: uses?.amounts === false ? null : (amount ?? null),
    ...(locale !== undefined && choice.translations && { shown: choiceText(choice, locale) }),
  }
}

/** Several choices: lists of values and texts; scores and amounts are added up, and null where no choice has any. */
export const multipleChoiceAnswer = (choices: ReadonlyArray<Choice>, uses: ChoiceExtrasEnabled, locale?: string): AnswerFacets => ({
  value: choices.map(({ value }) => value),
  text: choices.map(({ translation }) => translation.content),
  score: uses?.scores === false ? null : sum(choices.map(({ score }) => score ?? null)),
  amount: uses?.amounts === false ? null : sum(choices.map(({ amount }) => amount ?? null)),
  ...(locale !== undefined &&
    choices.some(({ translations }) => translations) && { shown: choices.map((choice) => choiceText(choice, locale)) }),
})

const sum = (parts: ReadonlyArray<number | null>): number | null =>
  parts.reduce((all, part) => (part === null ? all : (all ?? 0) + part), null)
