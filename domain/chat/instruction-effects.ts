// Effects of an instruction that is shown: messages, questions, actions, scores and endings (E2–E5).

import { metadataPlaceholder } from "../actions/end-action.ts"
import type { Environment } from "../conditions/condition-value.ts"
import { getOwnField } from "../json/json-value.ts"
import { currencies, findCurrency } from "../questions/currencies.ts"
import type { Question } from "../questions/question.ts"
import { fillRecalls, fillUrl, formatConditionValue, type RecallCounter, recallLimits } from "../recall/recall-filling.ts"
import { mapActionTexts } from "../recall/texts-with-recalls.ts"
import { sanitizeHtml } from "../rich-text/sanitize-html.ts"
import { waitsForOutcome } from "../script/action-waiting.ts"
import type { Instruction, Message } from "../script/instruction.ts"
import { getScoreParams } from "../script/score-ranges.ts"
import { pickReadableText } from "../text/translations.ts"
import { hasValidHost, normalizeWebUrl } from "../text/web-url.ts"
import { getAnswerFacets } from "./answer-facets.ts"
import { orderChoices } from "./choice-order.ts"
import type { CompiledInstruction, CompiledScript } from "./compiled-script.ts"
import type { AmountDue, ConversationEffect, ConversationState, Ending } from "./conversation-state.ts"
import { type RunEnvironment, renderQuestion } from "./evaluation-environment.ts"
import { renderScore } from "./score-rendering.ts"

/** [E5] The ending after the last instruction: the conversation is finished, and the chat stays on the screen. */
export const defaultEnding: Ending = { endType: "finished", endAction: "close", message: "", url: "" }

/** [A1, A2, E5] Returns the ending of an end instruction. A redirect without a valid web URL closes the chat instead. */
const buildEnding = (
  { action }: Instruction,
  chat: CompiledScript,
  { language }: ConversationState,
  environment: Environment,
  recalls: RecallCounter,
): Ending => {
  if (action?.type !== "end") return defaultEnding
  const { endType, endAction, url } = action.params
  const own = { locale: chat.language, content: action.params.message ?? "" }
  const { content: message, locale } = pickReadableText(own, action.params.translations, language)
  const filled =
    normalizeWebUrl(fillUrl((url ?? "").replaceAll(metadataPlaceholder, metadataQuery(environment)), environment, recalls)) ?? ""
  const address = hasValidHost(filled) ? filled : ""
  const requestedAction = endAction ?? (address === "" ? "close" : "redirect")
  const redirects = requestedAction === "redirect" && address !== ""
  return {
    endType: endType ?? "finished",
    endAction: requestedAction === "redirect" && !redirects ? "close" : requestedAction,
    message: fillRecalls(message, "plain", environment, recalls),
    ...(message !== "" && locale !== language && { language: locale }),
    url: redirects ? address : "",
  }
}

/** All metadata as a URL query. */
const metadataQuery = ({ metadata }: Environment): string =>
  [...metadata]
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${encodeQueryPart(key)}=${encodeQueryPart(formatConditionValue(value))}`)
    .join("&")

const encodeQueryPart = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))

/** The characters that recalls have printed: for respondents in the whole conversation, and for services in this turn. */
export type RecallCounters = { readonly shown: RecallCounter; readonly sent: RecallCounter }

/** The effects of an instruction. If the conversation stops there, one of `waitsFor` and `ending` is set. */
export type PlayedInstruction = {
  readonly effects: ReadonlyArray<ConversationEffect>
  readonly waitsFor: "answer" | "action" | null
  readonly ending: Ending | null
}

/** [E2] Returns the effects of showing an instruction, and whether the conversation stops there. What its recalls print is added to the counters. */
export const playInstruction = (
  { instruction, name }: CompiledInstruction,
  chat: CompiledScript,
  state: ConversationState,
  { environment, score, scoreFacets }: RunEnvironment,
  { shown: recalls, sent }: RecallCounters,
): PlayedInstruction => {
  const { question = null, action = null } = instruction
  const shown = {
    uuid: instruction.uuid,
    name,
    ...localizeMessage(instruction, chat, state, environment, recalls),
    delay: instruction.typing_delay,
  }
  const proceed = (...effects: ReadonlyArray<ConversationEffect>): PlayedInstruction => ({ effects, waitsFor: null, ending: null })
  const end = (): PlayedInstruction => {
    const ending = buildEnding(instruction, chat, state, environment, recalls)
    const first: ReadonlyArray<ConversationEffect> = shown.html === "" ? [] : [{ type: "show", as: "message", ...shown }]
    return { effects: [...first, { type: "end", ending }], waitsFor: null, ending }
  }
  const showScore = (): PlayedInstruction => {
    const context = { language: state.language, around: shown.language ?? state.language, environment, recalls }
    return proceed({
      type: "score",
      score,
      ...shown,
      html: `${shown.html}${renderScore({ score, scoreFacets }, getScoreParams(instruction) ?? {}, context)}`,
    })
  }
  switch (instruction.type) {
    case "message":
    case "image":
    case "video":
      return proceed({ type: "show", as: instruction.type, ...shown })
    case "score":
      return showScore()
    case "question":
      if (question === null || !canBeAnswered(question)) return proceed({ type: "show", as: "message", ...shown })
      return {
        effects: [{ type: "ask", question: renderAskedQuestion(question, chat, state, environment, recalls), ...shown }],
        waitsFor: "answer",
        ending: null,
      }
    case "action": {
      if (action === null || action.type === "end") return end()
      if (action.type === "score") return showScore()
      const due = action.type === "payment" ? computeAmountDue(action.params.amount ?? "", chat, state) : null
      const waits = waitsForOutcome[action.type] === "amount-due" ? due !== null : waitsForOutcome[action.type] === true
      const act: ConversationEffect = {
        type: "act",
        action: mapActionTexts(action, (text, markup) => fillRecalls(text, markup, environment, sent, recallLimits.sent)),
        waits,
        due,
        ...shown,
      }
      return { effects: [act], waitsFor: waits ? "action" : null, ending: null }
    }
    case "end":
      return end()
    case "empty":
      return proceed()
  }
}

/** A choice question without choices cannot be answered: its text is shown as a message and the conversation continues. */
const canBeAnswered = ({ type, choices, skipable }: Question): boolean =>
  skipable === true || (type !== "choice" && type !== "multiple") || (choices ?? []).length > 0

/** The message in the conversation's language, else the script's, else any, with its recalls filled in. */
const localizeMessage = (
  { messages }: Instruction,
  chat: CompiledScript,
  { language }: ConversationState,
  environment: Environment,
  recalls: RecallCounter,
) => {
  const findMessage = (requestedLocale: string) => messages.find(({ locale }) => locale === requestedLocale)
  const message = findMessage(language) ?? findMessage(chat.language) ?? messages[0]
  if (message === undefined) return { html: "" }
  return {
    html: fillRecalls(sanitizeMessage(message), "rich", environment, recalls),
    ...(message.locale !== language && { language: message.locale }),
  }
}

/** The sanitized content of messages that have been shown: many conversations show the same message, which may be megabytes long. */
const sanitizedContents = new WeakMap<Message, string>()

const sanitizeMessage = (message: Message): string => {
  const known = sanitizedContents.get(message)
  if (known !== undefined) return known
  const sanitized = sanitizeHtml(message.content)
  // Usually it was sanitized when it was saved: the same text is not kept twice.
  const content = sanitized === message.content ? message.content : sanitized
  sanitizedContents.set(message, content)
  return content
}

const renderAskedQuestion = (
  question: Question,
  chat: CompiledScript,
  state: ConversationState,
  environment: Environment,
  recalls: RecallCounter,
): Question => {
  const rendered = renderQuestion(question, chat, state, environment, recalls)
  return rendered.type === "choice" || rendered.type === "multiple"
    ? { ...rendered, choices: orderChoices(rendered, state.seed) }
    : rendered
}

/**
 * [E4] The amount to pay: taken from the answer to the instruction (or question) with this uuid, in that question's
 * currency or else in euros; null if nothing is due.
 */
const computeAmountDue = (uuid: string, { amountSources }: CompiledScript, { answers, language }: ConversationState): AmountDue | null => {
  const source = amountSources.get(uuid)
  const value = source === undefined ? null : (getOwnField(answers, source.uuid) ?? null)
  const amount = source?.question ? getAnswerFacets(source.question, value, language).amount : null
  if (typeof amount !== "number" || amount <= 0) return null
  const id = source?.question?.type === "currency" ? source.question.options?.currency : null
  return { amount, currency: findCurrency(id) ?? currencies[1] }
}
