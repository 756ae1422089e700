// What an instruction that is shown asks for (spec/2-editor §3; decisions E2–E5).

import type { ActionType } from "../actions/action.ts"
import { metadataPlaceholder } from "../actions/end-action.ts"
import type { AnswerFacets, Environment } from "../conditions/condition-value.ts"
import { getOwnField } from "../json/json-value.ts"
import { currencies } from "../questions/number-question.ts"
import type { Question } from "../questions/question.ts"
import { fillRecalls, fillUrl, formatConditionValue } from "../recall/recall-filling.ts"
import { mapActionTexts } from "../recall/recall-texts.ts"
import { sanitizeHtml } from "../rich-text/sanitize-html.ts"
import type { Instruction } from "../script/instruction.ts"
import { hasValidHost, normalizeWebUrl } from "../text/web-url.ts"
import { answerFacets } from "./answer-facets.ts"
import { orderChoices } from "./choice-order.ts"
import type { CompiledInstruction, CompiledScript } from "./compiled-script.ts"
import type { AmountDue, ConversationEffect, ConversationState, Ending } from "./conversation-state.ts"
import { renderQuestion } from "./evaluation-environment.ts"

// How a conversation ends when it comes to an end instruction, or to none any more (spec/2-editor §3, §5; decisions A1, A2, E5).

/** A conversation whose instructions are all done is finished, and stays open on the screen. */
export const defaultEnding: Ending = { endType: "finished", endAction: "close", message: "", url: "" }

/** The ending that an instruction asks for. A redirect to what is no address of the web closes instead. */
export const endingOf = ({ action }: Instruction, environment: Environment): Ending => {
  if (action?.type !== "end") return defaultEnding
  const { endType, endAction, message, url } = action.params
  const filled = normalizeWebUrl(fillUrl((url ?? "").replaceAll(metadataPlaceholder, query(environment)), environment)) ?? ""
  const address = hasValidHost(filled) ? filled : ""
  const wished = endAction ?? (address === "" ? "close" : "redirect")
  const leads = wished === "redirect" && address !== ""
  return {
    endType: endType ?? "finished",
    endAction: wished === "redirect" && !leads ? "close" : wished,
    message: fillRecalls(message ?? "", "plain", environment),
    url: leads ? address : "",
  }
}

/** All metadata as a query. */
const query = ({ metadata }: Environment): string =>
  [...metadata]
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${encode(key)}=${encode(formatConditionValue(value))}`)
    .join("&")

const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))

// The score of a conversation: of the choices that were answered with, those that have one (spec/2-editor §3; decisions E4).

/** `average` is that of the answered questions that have a score, to two decimals; null where there is none. */
export type Score = { readonly total: number; readonly answered: number; readonly average: number | null }

export const scoreOf = (answers: Iterable<AnswerFacets>): Score => {
  let [total, answered] = [0, 0]
  for (const { score } of answers) {
    if (typeof score !== "number") continue
    total += score
    answered++
  }
  return { total, answered, average: answered === 0 ? null : Number((total / answered).toFixed(2)) }
}

/** `waitsFor` and `ending` say why the conversation does not go on by itself; at most one of them does. */
export type PlayedInstruction = {
  readonly effects: ReadonlyArray<ConversationEffect>
  readonly waitsFor: "answer" | "action" | null
  readonly ending: Ending | null
}

export const playInstruction = (
  { instruction, name }: CompiledInstruction,
  chat: CompiledScript,
  state: ConversationState,
  environment: Environment,
): PlayedInstruction => {
  const { question = null, action = null } = instruction
  const shown = { uuid: instruction.uuid, name, ...said(instruction, chat, state, environment), delay: instruction.typing_delay }
  const goesOn = (...effects: ReadonlyArray<ConversationEffect>): PlayedInstruction => ({ effects, waitsFor: null, ending: null })
  const ends = (): PlayedInstruction => {
    const ending = endingOf(instruction, environment)
    const first: ReadonlyArray<ConversationEffect> = shown.html === "" ? [] : [{ type: "show", as: "message", ...shown }]
    return { effects: [...first, { type: "end", ending }], waitsFor: null, ending }
  }
  switch (instruction.type) {
    case "message":
    case "image":
    case "video":
      return goesOn({ type: "show", as: instruction.type, ...shown })
    case "score":
      return goesOn({ type: "score", score: scoreOf(environment.answers.values()), ...shown })
    case "question":
      if (question === null || !canBeAnswered(question)) return goesOn({ type: "show", as: "message", ...shown })
      return {
        effects: [{ type: "ask", question: asked(question, state, environment), ...shown }],
        waitsFor: "answer",
        ending: null,
      }
    case "action": {
      if (action === null || action.type === "end") return ends()
      if (action.type === "score") return goesOn({ type: "score", score: scoreOf(environment.answers.values()), ...shown })
      const due = action.type === "payment" ? dueOf(action.params.amount ?? "", chat, state) : null
      const waits = action.type === "payment" ? due !== null : answersLater[action.type]
      const acted: ConversationEffect = {
        type: "act",
        action: mapActionTexts(action, (text, markup) => fillRecalls(text, markup, environment)),
        waits,
        due,
        ...shown,
      }
      return { effects: [acted], waitsFor: waits ? "action" : null, ending: null }
    }
    case "end":
      return ends()
    case "empty":
      return goesOn()
  }
}

/** Whose outcome a conversation needs before it goes on. What is sent away is delivered later, by itself. */
const answersLater = {
  send2api: false,
  send2con: false,
  crmAuth: true,
  crmApi: true,
  getFromAPI: true,
  askAI: true,
} as const satisfies Record<Exclude<ActionType, "end" | "score" | "payment">, boolean>

/** A question of choices without a choice asks for what nobody can give: its text is shown, and the conversation goes on. */
const canBeAnswered = ({ type, choices, skipable }: Question): boolean =>
  skipable === true || (type !== "choice" && type !== "multiple") || (choices ?? []).length > 0

/** The message in the language of the conversation, else that of the script's, else any, with its recalls filled in. */
const said = ({ messages }: Instruction, chat: CompiledScript, { language }: ConversationState, environment: Environment) => {
  const inLanguage = (wanted: string) => messages.find(({ locale }) => locale === wanted)
  const message = inLanguage(language) ?? inLanguage(chat.language) ?? messages[0]
  if (message === undefined) return { html: "" }
  return {
    html: fillRecalls(sanitizeHtml(message.content), "rich", environment),
    ...(message.locale !== language && { language: message.locale }),
  }
}

const asked = (question: Question, state: ConversationState, environment: Environment): Question => {
  const told = renderQuestion(question, state, environment)
  return told.type === "choice" || told.type === "multiple" ? { ...told, choices: orderChoices(told, state.seed) } : told
}

/**
 * What is to be paid: the amount of the answer to the instruction (or question) of this uuid, in the currency of the question, where it has
 * one, else in the usual one; null where there is nothing to pay.
 */
const dueOf = (uuid: string, { list }: CompiledScript, { answers, language }: ConversationState): AmountDue | null => {
  const from = list.find(({ instruction }) => instruction.uuid === uuid || instruction.question?.uuid === uuid)?.instruction
  const value = from === undefined ? null : (getOwnField(answers, from.uuid) ?? null)
  const amount = from?.question ? answerFacets(from.question, value, language).amount : null
  if (typeof amount !== "number" || amount <= 0) return null
  return { amount, currency: currencies[(from?.question?.type === "currency" && from.question.options?.currency) || 1] }
}
