// Puts what was answered into texts: as text, never as markup (decisions C11).

import type { Reference } from "../conditions/condition.ts"
import type { Environment, Value } from "../conditions/condition-value.ts"
import { compileOperand } from "../conditions/evaluate.ts"
import type { Question } from "../questions/question.ts"
import { escapeAttribute } from "../rich-text/html-tokens.ts"
import { nameKey } from "../script/instruction-name.ts"
import { type Markup, type Piece, pieces } from "./recall.ts"
import { mapQuestion } from "./recall-texts.ts"

/** The text with every recall filled; what is broken stays as it stands. In rich text what is put in is escaped, and tags are left as they are. */
export const fill = (text: string, markup: Markup, environment: Environment): string =>
  text.includes("{{") ? fillWith(text, markup, ({ reference, fallback }) => recalled(reference, environment) || fallback) : text

/** A question as it is asked: its choices and its placeholder with every recall filled. */
export const toldQuestion = (question: Question, environment: Environment): Question =>
  mapQuestion(question, (text, markup) => fill(text, markup, environment))

/** An address with every recall filled, percent-encoded so that it cannot change where the address leads. */
export const fillAddress = (address: string, environment: Environment): string =>
  pieces(address, "plain")
    .map((piece) => (piece._tag === "Recall" ? encoded(recalled(piece.reference, environment) || piece.fallback) : piece.source))
    .join("")

/** What a reference recalls, as a text: of an answer its shown text unless another facet is named. "" where there is nothing. */
export const recalled = (reference: Reference, environment: Environment): string => {
  if (reference._tag !== "Answer" || (reference.facet !== null && reference.facet !== "text"))
    return asText(compileOperand(reference)(environment))
  const said = environment.answers.get(nameKey(reference.name))
  return said?.shown === undefined ? asText(compileOperand({ ...reference, facet: "text" })(environment)) : asText(said.shown)
}

/** A value as a text: a list as its members with commas between. */
export const asText = (value: Value): string => {
  if (value === null) return ""
  return Array.isArray(value) ? value.join(", ") : String(value)
}

type Recall = Extract<Piece, { readonly _tag: "Recall" }>

const fillWith = (text: string, markup: Markup, textOf: (recall: Recall) => string): string =>
  pieces(text, markup)
    .map((piece) => {
      if (piece._tag !== "Recall") return piece.source
      const put = textOf(piece)
      return markup === "rich" ? escapeAttribute(put).replaceAll("'", "&#39;").replaceAll("\0", "") : put
    })
    .join("")

/** Half a pair of surrogates cannot be encoded; it becomes the sign that stands for what is unreadable. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))
