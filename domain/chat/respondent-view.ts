// What a respondent's page is told of a conversation: the engine's effects, less what is nobody's business there (adapters/contract/public-page-contract.ts).
// The page itself imports types only, so that it brings no Schema.
import * as Schema from "effect/Schema"
import { SideMenu } from "../communities/side-menu.ts"
import { currencies } from "../questions/number-question.ts"
import { Question } from "../questions/question.ts"
import { Language } from "../script/language.ts"
import { StylePayload } from "../style/style-payload.ts"
import { ConversationState, Ending } from "./conversation-state.ts"

/** As in conversation-state.ts: `html` is allowed markup, in `language` where that is another, `delay` the seconds before it is shown. */
const shown = {
  uuid: Schema.String,
  name: Schema.String,
  html: Schema.String,
  language: Schema.optionalKey(Schema.String),
  delay: Schema.Finite,
}
const Score = Schema.Struct({ total: Schema.Finite, answered: Schema.Int, average: Schema.NullOr(Schema.Finite) })

const Asked = Schema.Struct({ type: Schema.Literal("ask"), question: Question, ...shown })
export type AskEffect = typeof Asked.Type

/** To be carried out in their order. Of an action it is told that it is done, not what it calls, and whether the chat waits for it. */
const Told = Schema.Union([
  Schema.Struct({ type: Schema.Literal("show"), as: Schema.Literals(["message", "image", "video"]), ...shown }),
  Schema.Struct({ type: Schema.Literal("score"), score: Score, ...shown }),
  Asked,
  Schema.Struct({
    type: Schema.Literal("act"),
    action: Schema.String,
    waits: Schema.Boolean,
    /** What is to be paid, where it is a payment. */
    due: Schema.NullOr(Schema.Struct({ amount: Schema.Finite, currency: Schema.Literals(Object.values(currencies)) })),
    ...shown,
  }),
  Schema.Struct({ type: Schema.Literal("end"), ending: Ending }),
])
export type RespondentEffect = typeof Told.Type

/** What was given, as it is kept (null: skipped), and what came of it. The first turn of a conversation, and those of actions, have no answer. */
const Turn = Schema.Struct({
  answer: Schema.NullOr(Schema.Struct({ uuid: Schema.String, value: Schema.Unknown })),
  effects: Schema.Array(Told),
})
export type RespondentTurn = typeof Turn.Type

/**
 * Where a conversation is: its turns from those on that were known, of `total`; `progress` goes from 0 to 1. What is waited for is an answer
 * to the question of that uuid, or an action's outcome; nothing is once it has ended.
 */
export const ConversationUpdate = Schema.Struct({
  turns: Schema.Array(Turn),
  total: Schema.Int,
  waiting: ConversationState.fields.waiting,
  progress: Schema.Finite,
})
export type ConversationUpdate = typeof ConversationUpdate.Type

/** What comes of an answer. `isOvertaken`: its question was answered with something else already, as in another window, which stays. */
export const AnswerReceipt = Schema.Struct({ ...ConversationUpdate.fields, isOvertaken: Schema.Boolean })
export type AnswerReceipt = typeof AnswerReceipt.Type

/** A conversation as a page begins with it. `isBegun`: by a deed of its respondent, which opening a personal link is not. */
export const OpenedConversation = Schema.Struct({
  ...ConversationUpdate.fields,
  community: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  /** `language`: that of its title, and of its last words. */
  script: Schema.Struct({ uuid: Schema.String, title: Schema.String, language: Schema.String }),
  language: Language,
  isBegun: Schema.Boolean,
  style: StylePayload,
  sideMenu: SideMenu,
})
export type OpenedConversation = typeof OpenedConversation.Type
