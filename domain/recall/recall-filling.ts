// Puts what was answered into texts: as text, never as markup (decisions C11).

import type { Reference } from "../conditions/condition.ts"
import type { ConditionValue, Environment } from "../conditions/condition-value.ts"
import { compileOperand } from "../conditions/evaluate.ts"
import type { Question } from "../questions/question.ts"
import { escapeAttribute } from "../rich-text/html-tokens.ts"
import { nameKey } from "../script/instruction-name.ts"
import { type Markup, splitRecalls, type TextSegment } from "./recall.ts"
import { mapQuestionTexts } from "./recall-texts.ts"

/** The text with every recall filled; what is broken stays as it stands. In rich text what is put in is escaped, and tags are left as they are. */
export const fillRecalls = (text: string, markup: Markup, environment: Environment): string =>
  text.includes("{{") ? fillWith(text, markup, ({ reference, fallback }) => resolveRecall(reference, environment) || fallback) : text

/** A question as it is asked: its choices and its placeholder with every recall filled. */
export const fillQuestion = (question: Question, environment: Environment): Question =>
  mapQuestionTexts(question, (text, markup) => fillRecalls(text, markup, environment))

/** An address with every recall filled, percent-encoded so that it cannot change where the address leads. */
export const fillUrl = (address: string, environment: Environment): string =>
  splitRecalls(address, "plain")
    .map((piece) => (piece._tag === "Recall" ? encoded(resolveRecall(piece.reference, environment) || piece.fallback) : piece.source))
    .join("")

/** What a reference recalls, as a text: of an answer its shown text unless another facet is named. "" where there is nothing. */
export const resolveRecall = (reference: Reference, environment: Environment): string => {
  if (reference._tag !== "Answer" || (reference.facet !== null && reference.facet !== "text"))
    return formatConditionValue(compileOperand(reference)(environment))
  const said = environment.answers.get(nameKey(reference.name))
  return said?.shown === undefined
    ? formatConditionValue(compileOperand({ ...reference, facet: "text" })(environment))
    : formatConditionValue(said.shown)
}

/** A value as a text: a list as its members with commas between. */
export const formatConditionValue = (value: ConditionValue): string => {
  if (value === null) return ""
  return Array.isArray(value) ? value.join(", ") : String(value)
}

type Recall = Extract<TextSegment, { readonly _tag: "Recall" }>

const fillWith = (text: string, markup: Markup, textOf: (recall: Recall) => string): string =>
  splitRecalls(text, markup)
    .map((piece) => {
      if (piece._tag !== "Recall") return piece.source
      const put = textOf(piece)
      return markup === "rich" ? escapeAttribute(put).replaceAll("'", "&#39;").replaceAll("\0", "") : put
    })
    .join("")

/** Half a pair of surrogates cannot be encoded; it becomes the sign that stands for what is unreadable. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
