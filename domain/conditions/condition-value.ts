// Values that conditions compare, the facets of answers, and the environment of an evaluation (C4, C6, C14).
import { getChoiceText } from "../questions/choices.ts"
import type { Choice } from "../questions/question.ts"
import type { ScoreFacet } from "./condition.ts"

/** A value that conditions compare. A list is a multiple choice, or the groups of a CRM. */
export type ConditionValue = number | string | boolean | null | ReadonlyArray<number | string>

/** A score: the sum of the scores of `answered` answers, and its average; both null if there are none [C15]. */
export type Score = { readonly total: number | null; readonly answered: number; readonly average: number | null }

/**
 * The facets of an answer. `shown` is what the respondent reads if that differs from `text`: conditions compare the
 * texts that the author wrote, whatever the language of the conversation.
 */
export type AnswerFacets = {
  readonly value: ConditionValue
  readonly text: ConditionValue
  readonly score: ConditionValue
  readonly amount: ConditionValue
  readonly shown?: ConditionValue
  /** Set only for a score, which a later score does not count. */
  readonly total?: ConditionValue
  readonly average?: ConditionValue
  readonly count?: ConditionValue
  /** The facets of a score as the respondent reads them. */
  readonly scoreTexts?: Readonly<Record<ScoreFacet, string>>
}

/**
 * All values of a conversation. Answers and actions are keyed by instruction name (see `nameKey`), metadata and CRM
 * data by their keys; an action's results are keyed by field, with its outcome under "". Anything missing is null.
 */
export type Environment = {
  readonly answers: ReadonlyMap<string, AnswerFacets>
  readonly metadata: ReadonlyMap<string, ConditionValue>
  readonly actions: ReadonlyMap<string, ReadonlyMap<string, ConditionValue>>
  readonly crm: ReadonlyMap<string, ConditionValue>
}

/** Returns any JSON as a value that conditions can compare; unsupported JSON (an object, a list of lists) is null. */
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

/** Longer texts are not read as numbers: a condition may compare an answer of 65,000 digits with thousands of numbers. */
export const maxNumberLength = 400

/**
 * [C4] Returns the number that a value stands for in a comparison with a number: the number itself, or that of a purely
 * numeric string that is not too long; else null.
 */
export const toNumber = (value: ConditionValue): number | null => {
  if (typeof value === "number") return value
  if (typeof value !== "string" || value.length > maxNumberLength || !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** [C6] Whether a value counts as answered: not null, false or empty. */
export const isTruthy = (value: ConditionValue): boolean =>
  value !== null && value !== false && value !== "" && !(Array.isArray(value) && value.length === 0)

/** The facets of a question that was skipped or never shown. */
export const noAnswer: AnswerFacets = { value: null, text: null, score: null, amount: null }

/** Returns the facets of an answer whose value is also its text. */
export const plainAnswer = (value: ConditionValue): AnswerFacets => ({ value, text: value, score: null, amount: null })

/** Returns the facets of a number, which can be the amount of a payment; `text` is how it is displayed. */
export const numericAnswer = (value: number, text: string): AnswerFacets => ({ value, text, score: null, amount: value })

/** Returns the facets of a value on a scale: stars, emoji, NPS. */
export const scaleAnswer = (value: number): AnswerFacets => ({ value, text: String(value), score: null, amount: null })

/** [C15] Returns the facets of a score; `formatNumber` writes a number as the respondent reads it. */
export const scoreResult = ({ total, answered, average }: Score, formatNumber: (value: number) => string): AnswerFacets => {
  const scoreTexts = {
    total: total === null ? "" : formatNumber(total),
    average: average === null ? "" : formatNumber(average),
    count: formatNumber(answered),
  }
  return {
    value: total,
    text: total === null ? null : scoreTexts.total,
    score: null,
    amount: null,
    total,
    average,
    count: answered,
    scoreTexts,
  }
}

/** Switches of the question. Scores and amounts that are switched off stay stored with the choices and are ignored. */
type ChoiceExtrasEnabled = { readonly scores?: boolean | null; readonly amounts?: boolean | null } | null | undefined

/** Returns the facets of a choice; `locale` is the language of the conversation, for `shown`. */
export const choiceAnswer = (choice: Choice, enabled: ChoiceExtrasEnabled, locale?: string): AnswerFacets => {
  const { value, translation, score, amount } = choice
  return {
    value,
    text: translation.content,
    score: enabled?.scores === false ? null : (score ?? null),
    amount: enabled?.amounts === false ? null : (amount ?? null),
    ...(locale !== undefined && choice.translations && { shown: getChoiceText(choice, locale) }),
  }
}

/**
 * [C14] Returns the facets of several choices: lists of values and texts; scores and amounts are added up, null if no
 * choice has any.
 */
export const multipleChoiceAnswer = (choices: ReadonlyArray<Choice>, enabled: ChoiceExtrasEnabled, locale?: string): AnswerFacets => ({
  value: choices.map(({ value }) => value),
  text: choices.map(({ translation }) => translation.content),
  score: enabled?.scores === false ? null : addUp(choices.map(({ score }) => score ?? null)),
  amount: enabled?.amounts === false ? null : addUp(choices.map(({ amount }) => amount ?? null)),
  ...(locale !== undefined &&
    choices.some(({ translations }) => translations) && { shown: choices.map((choice) => getChoiceText(choice, locale)) }),
})

const addUp = (numbers: ReadonlyArray<number | null>): number | null =>
  numbers.reduce((total, number) => (number === null ? total : (total ?? 0) + number), null)
