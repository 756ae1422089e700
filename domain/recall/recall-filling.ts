// Fills recalls in texts with answers, as text and never as markup [C11].

import { isScoreFacet, type Reference, type Sum } from "../conditions/condition.ts"
import type { ConditionValue, Environment } from "../conditions/condition-value.ts"
import { compileOperand } from "../conditions/evaluate.ts"
import type { Question } from "../questions/question.ts"
import { escapeAttribute } from "../rich-text/html-tokens.ts"
import { toNameKey } from "../script/instruction-name.ts"
import { type Markup, splitRecalls, type TextSegment } from "./recall.ts"
import { mapQuestionTexts } from "./texts-with-recalls.ts"

/** The most characters that one recall prints, and that those of a conversation print for respondents, or those of one turn for services. */
export const recallLimits = { shown: { each: 1024, all: 250_000 }, sent: { each: 1_000_000, all: 1_000_000 } } as const
type RecallLimits = { readonly each: number; readonly all: number }

/** Counts the characters that recalls print. Otherwise, repeated recalls of long answers could become texts of any length. */
export type RecallCounter = { used: number }

const limitRecall = (value: string, counter: RecallCounter, { each, all }: RecallLimits): string => {
  const length = Math.min(each, all - counter.used)
  const printed = value.length <= length ? value : `${value.slice(0, Math.max(0, length)).replace(/[\ud800-\udbff]$/, "")}…`
  counter.used += printed.length
  return printed
}

/** Returns the text with every recall filled; invalid recalls stay unchanged. In rich text values are escaped and tags are left alone. */
export const fillRecalls = (
  text: string,
  markup: Markup,
  environment: Environment,
  counter: RecallCounter = { used: 0 },
  limits: RecallLimits = recallLimits.shown,
): string =>
  text.includes("{{")
    ? fillWith(text, markup, ({ reference, fallback }) => limitRecall(resolveRecall(reference, environment) || fallback, counter, limits))
    : text

/** Returns the text with every recall shown as the name of what it recalls, as in `[first_name]`, for readers who are not respondents. */
export const nameRecalls = (text: string, markup: Markup): string =>
  text.includes("{{") ? fillWith(text, markup, ({ reference }) => `[${getReferenceName(reference)}]`) : text

const getReferenceName = (reference: Reference | Sum): string => {
  switch (reference._tag) {
    case "Sum":
      return `sum(${reference.terms.map(getReferenceName).join(", ")})`
    case "Answer":
      return reference.facet === null || reference.facet === "text" ? reference.name : `${reference.name}.${reference.facet}`
    case "Action":
      return reference.key === null ? reference.name : `${reference.name}.${reference.key}`
    case "Metadata":
    case "Crm":
      return reference.key
  }
}

/** Returns the question with the recalls in its choices and placeholder filled. */
export const fillQuestion = (question: Question, environment: Environment, counter?: RecallCounter): Question =>
  mapQuestionTexts(question, (text, markup) => fillRecalls(text, markup, environment, counter))

/** Returns the URL with every recall filled, percent-encoded so that answers cannot change where it leads. */
export const fillUrl = (url: string, environment: Environment, counter: RecallCounter = { used: 0 }): string =>
  splitRecalls(url, "plain")
    .map((segment) =>
      segment._tag === "Recall"
        ? encodeUrlText(limitRecall(resolveRecall(segment.reference, environment) || segment.fallback, counter, recallLimits.shown))
        : segment.source,
    )
    .join("")

/** Returns the text that a reference recalls: an answer's display text unless another facet is named; empty if there is none. */
export const resolveRecall = (reference: Reference | Sum, environment: Environment): string => {
  if (reference._tag === "Answer" && isScoreFacet(reference.facet))
    return environment.answers.get(toNameKey(reference.name))?.scoreTexts?.[reference.facet] ?? ""
  if (reference._tag !== "Answer" || (reference.facet !== null && reference.facet !== "text"))
    return formatConditionValue(compileOperand(reference)(environment))
  const answer = environment.answers.get(toNameKey(reference.name))
  return answer?.shown === undefined
    ? formatConditionValue(compileOperand({ ...reference, facet: "text" })(environment))
    : formatConditionValue(answer.shown)
}

/** Returns a value as text; the items of a list are separated by commas. */
export const formatConditionValue = (value: ConditionValue): string => {
  if (value === null) return ""
  return Array.isArray(value) ? value.join(", ") : String(value)
}

type Recall = Extract<TextSegment, { readonly _tag: "Recall" }>

const fillWith = (text: string, markup: Markup, getText: (recall: Recall) => string): string =>
  splitRecalls(text, markup)
    .map((segment) => {
      if (segment._tag !== "Recall") return segment.source
      const value = getText(segment)
      return markup === "rich" ? escapeAttribute(value).replaceAll("'", "&#39;").replaceAll("\0", "") : value
    })
    .join("")

/** A lone surrogate cannot be percent-encoded, so it becomes the replacement character U+FFFD. */
const encodeUrlText = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
