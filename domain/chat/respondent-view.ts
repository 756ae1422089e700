// What the respondent's page receives: the engine's effects without anything that must stay on the server.

import * as Schema from "effect/Schema"
import { SideMenu } from "../communities/side-menu.ts"
import { currencies } from "../questions/currencies.ts"
// The page imports only types from here: a value import would add Schema to its bundle.
import type { Question } from "../questions/question.ts"
import { RespondentQuestion } from "../questions/respondent-question.ts"
import { Language } from "../script/language-schema.ts"
import { StylePayload } from "../style/style-payload-schema.ts"
import type { Turn as ConversationTurn } from "./conversation-record.ts"
import { type ConversationEffect, ConversationState, Ending } from "./conversation-state.ts"

/**
 * As in conversation-state.ts: `html` is sanitized; `language` is set only if it differs from the conversation's;
 * `delay` is in seconds before it is shown.
 */
const shown = {
  uuid: Schema.String,
  html: Schema.String,
  language: Schema.optionalKey(Schema.String),
  delay: Schema.Finite,
}

const AskEffectSchema = Schema.Struct({ type: Schema.Literal("ask"), question: RespondentQuestion, ...shown })
export type AskEffect = typeof AskEffectSchema.Type

/** How a conversation ends, without whether its respondent was screened out: the author's message says as much of that as the author wants. */
const { endType: _, ...respondentEnding } = Ending.fields

/** Effects to run in order. A score is sent as a message, so that what its author hides stays on the server. Of an action only its text and what is due are sent. */
const EffectSchema = Schema.Union([
  Schema.Struct({ type: Schema.Literal("show"), as: Schema.Literals(["message", "image", "video"]), ...shown }),
  AskEffectSchema,
  Schema.Struct({
    type: Schema.Literal("act"),
    /** The amount of a payment, else null. */
    due: Schema.NullOr(Schema.Struct({ amount: Schema.Finite, currency: Schema.Literals(Object.values(currencies)) })),
    ...shown,
  }),
  Schema.Struct({ type: Schema.Literal("end"), ending: Schema.Struct(respondentEnding) }),
])
export type RespondentEffect = typeof EffectSchema.Type
export type RespondentEnding = Extract<RespondentEffect, { readonly type: "end" }>["ending"]

/**
 * A turn: the stored answer (`value` null: skipped) and the effects that followed. The first turn and those of actions
 * have no answer.
 */
const Turn = Schema.Struct({
  answer: Schema.NullOr(Schema.Struct({ uuid: Schema.String, value: Schema.Unknown })),
  effects: Schema.Array(EffectSchema),
})
export type RespondentTurn = typeof Turn.Type

/**
 * The state of a conversation: the turns that the page does not have yet, out of `total`; `progress` is 0 to 1;
 * `waiting` names the question or action that is awaited, null once the conversation has ended.
 */
export const ConversationUpdate = Schema.Struct({
  turns: Schema.Array(Turn),
  total: Schema.Int,
  waiting: ConversationState.fields.waiting,
  progress: Schema.Finite,
})
export type ConversationUpdate = typeof ConversationUpdate.Type

/**
 * The result of sending an answer. `isOvertaken`: the question already had a different answer, for example from another
 * window; that answer stays.
 */
export const AnswerReceipt = Schema.Struct({ ...ConversationUpdate.fields, isOvertaken: Schema.Boolean })
export type AnswerReceipt = typeof AnswerReceipt.Type

/**
 * A conversation as the page first receives it. `isBegun` is false until the respondent acts; merely opening a link does not
 * begin it. `start` is what the page returns with its first call about an anonymous conversation that has not begun.
 */
export const OpenedConversation = Schema.Struct({
  ...ConversationUpdate.fields,
  community: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  /** `language` is that of the title. */
  script: Schema.Struct({ uuid: Schema.String, title: Schema.String, language: Schema.String }),
  language: Language,
  isBegun: Schema.Boolean,
  start: Schema.optionalKey(Schema.String),
  style: StylePayload,
  sideMenu: SideMenu,
})
export type OpenedConversation = typeof OpenedConversation.Type

/**
 * Returns an effect without what must stay on the server: the names of instructions, which action is done and what it calls, what the author of
 * a score hides, and whether a respondent was screened out. A score is a message to the page. The Schema of the response removes the other
 * fields of a question.
 */
export const toRespondentEffects = (effect: ConversationEffect): ReadonlyArray<RespondentEffect> => {
  switch (effect.type) {
    case "refuse":
      return []
    case "end": {
      const { endType: _, ...ending } = effect.ending
      return [{ type: "end", ending }]
    }
    case "score": {
      const { score: _, name: __, ...visible } = effect
      return [{ ...visible, type: "show", as: "message" }]
    }
    case "act": {
      const { action: _, waits: __, name: ___, ...visible } = effect
      return [visible]
    }
    case "ask": {
      const { name: _, ...visible } = effect
      return [{ ...visible, question: numberChoices(effect.question) }]
    }
    case "show": {
      const { name: _, ...visible } = effect
      return [visible]
    }
  }
}

/** Returns a turn as the page receives it. */
export const toRespondentTurn = ({ answer, effects }: ConversationTurn): RespondentTurn => ({
  answer,
  effects: effects.flatMap(toRespondentEffects),
})

/** Numbers the choices as they are displayed, so that the order of a randomized question stays on the server. */
const numberChoices = (question: Question): Question =>
  question.choices ? { ...question, choices: question.choices.map((choice, i) => ({ ...choice, order: i + 1 })) } : question
