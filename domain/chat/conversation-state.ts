// State of a conversation, its effects and events: plain data that can be stored, sent and replayed (E2).
import * as Schema from "effect/Schema"
import type { Score } from "../conditions/condition-value.ts"
import type { Currency } from "../questions/currencies.ts"
import type { Question } from "../questions/question.ts"
import { type Action, endActions } from "../script/action.ts"
import { Language } from "../script/language-schema.ts"
import type { AnswerProblem } from "./answer-problem.ts"

/** A stored answer, or a value known about the respondent. */
const StoredValue = Schema.NullOr(
  Schema.Union([Schema.Finite, Schema.String, Schema.Boolean, Schema.Array(Schema.Union([Schema.Finite, Schema.String]))]),
)
const StoredValues = Schema.Record(Schema.String, StoredValue)

/**
 * How a conversation ends. Recalls in `message` and `url` are filled in; the `url` of a redirect is an http or https
 * URL. `language` is that of the message, set only if it differs from the conversation's.
 */
export const Ending = Schema.Struct({
  endType: Schema.Literals(["finished", "screenout"]),
  endAction: Schema.Literals(endActions),
  message: Schema.String,
  language: Schema.optionalKey(Schema.String),
  url: Schema.String,
})
export type Ending = typeof Ending.Type

/**
 * `next` is the index of the next instruction. `waiting` names the instruction whose answer or outcome is awaited; it
 * is set until the conversation ends. `answers` and `actions` are keyed by instruction uuid; null marks a skipped
 * question. `visited` lists the shown instructions in order. `recalled` counts the characters that recalls have printed for the respondent. `seed`
 * determines the order of randomized choices.
 */
export const ConversationState = Schema.Struct({
  seed: Schema.String,
  language: Language,
  next: Schema.Int,
  waiting: Schema.NullOr(Schema.Struct({ for: Schema.Literals(["answer", "action"]), uuid: Schema.String })),
  ending: Schema.NullOr(Ending),
  visited: Schema.Array(Schema.String),
  recalled: Schema.optionalKey(Schema.Int),
  answers: StoredValues,
  actions: Schema.Record(Schema.String, StoredValues),
  metadata: StoredValues,
  crm: StoredValues,
})
export type ConversationState = typeof ConversationState.Type

/**
 * Common to all shown instructions: `html` is sanitized and has its recalls filled in; `language` is set only if it
 * differs from the conversation's; `delay` is in seconds before it is shown.
 */
type Shown = { readonly uuid: string; readonly name: string; readonly html: string; readonly language?: string; readonly delay: number }

/** The amount to pay: more than zero, in a currency by its ISO 4217 code. */
export type AmountDue = { readonly amount: number; readonly currency: Currency }

/**
 * [E2] Effects to run in order. Questions and action params have their recalls filled in, and choices are already in
 * display order. `waits`: the conversation continues only after the action's outcome. After `refuse` the same question
 * stays open. The `html` of a score includes what respondents see of it.
 */
export type ConversationEffect =
  | ({ readonly type: "show"; readonly as: "message" | "image" | "video" } & Shown)
  | ({ readonly type: "score"; readonly score: Score } & Shown)
  | ({ readonly type: "ask"; readonly question: Question } & Shown)
  | ({ readonly type: "act"; readonly action: Action; readonly waits: boolean; readonly due: AmountDue | null } & Shown)
  | { readonly type: "refuse"; readonly uuid: string; readonly problem: AnswerProblem }
  | { readonly type: "end"; readonly ending: Ending }

/**
 * [E2] `uuid` is that of the awaited instruction; an event about another one changes nothing, so an event that arrives
 * twice counts once. `outcome` becomes `actions.name`, `results` become `actions.name.key`, `crm` is added to what is
 * known about the respondent. Any JSON is accepted: unsupported values become null.
 */
export type ConversationEvent =
  | { readonly type: "answer"; readonly uuid: string; readonly given: unknown }
  | {
      readonly type: "action.done"
      readonly uuid: string
      readonly outcome: unknown
      readonly results?: Readonly<Record<string, unknown>>
      readonly crm?: Readonly<Record<string, unknown>>
    }
