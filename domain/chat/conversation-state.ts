// A conversation as far as it has come: plain data, so that it can be stored, sent and replayed (decisions E2).
import * as Schema from "effect/Schema"
import { type Action, endActions } from "../actions/action.ts"
import type { currencies } from "../questions/number-question.ts"
import type { Question } from "../questions/question.ts"
import { Language } from "../script/language.ts"
import type { AnswerProblem } from "./answer-problem.ts"
import type { Score } from "./instruction-effects.ts"

/** An answer as it is kept, or what is known of a respondent. */
const Kept = Schema.NullOr(
  Schema.Union([Schema.Finite, Schema.String, Schema.Boolean, Schema.Array(Schema.Union([Schema.Finite, Schema.String]))]),
)
const Known = Schema.Record(Schema.String, Kept)

/** How a conversation ends: `message` and `url` have their recalls filled in; a redirect's `url` is an http or https address. */
export const Ending = Schema.Struct({
  endType: Schema.Literals(["finished", "screenout"]),
  endAction: Schema.Literals(endActions),
  message: Schema.String,
  url: Schema.String,
})
export type Ending = typeof Ending.Type

/**
 * `next` is the place of the instruction that comes next. `waiting` names the instruction whose answer or outcome is waited for; until the
 * conversation has ended there is one. `answers` and `actions` stand under the uuid of their instruction; a skipped question is null.
 * `visited` lists what was shown, in its order. `seed` decides the order of randomised choices.
 */
export const ConversationState = Schema.Struct({
  seed: Schema.String,
  language: Language,
  next: Schema.Int,
  waiting: Schema.NullOr(Schema.Struct({ for: Schema.Literals(["answer", "action"]), uuid: Schema.String })),
  ending: Schema.NullOr(Ending),
  visited: Schema.Array(Schema.String),
  answers: Known,
  actions: Schema.Record(Schema.String, Known),
  metadata: Known,
  crm: Known,
})
export type ConversationState = typeof ConversationState.Type

// What a step of a conversation asks of the one who plays it: show, ask, do, refuse, end (decisions E2).

/**
 * What every shown instruction comes with: `html` is allowed markup with recalls filled in, in the `language` that is named where it is not
 * that of the conversation; `delay` is in seconds before it is shown.
 */
type Shown = { readonly uuid: string; readonly name: string; readonly html: string; readonly language?: string; readonly delay: number }

/** What is to be paid: more than nothing, in a currency by its ISO 4217 code. */
export type AmountDue = { readonly amount: number; readonly currency: (typeof currencies)[keyof typeof currencies] }

/**
 * To be carried out in their order. A question comes with its choices in the order in which they are to be shown and with its texts filled
 * in; so do an action's params, and a payment says what is due. `waits` says that the conversation goes on only with the action's outcome. What is refused is asked again.
 */
export type ConversationEffect =
  | ({ readonly type: "show"; readonly as: "message" | "image" | "video" } & Shown)
  | ({ readonly type: "score"; readonly score: Score } & Shown)
  | ({ readonly type: "ask"; readonly question: Question } & Shown)
  | ({ readonly type: "act"; readonly action: Action; readonly waits: boolean; readonly due: AmountDue | null } & Shown)
  | { readonly type: "refuse"; readonly uuid: string; readonly problem: AnswerProblem }
  | { readonly type: "end"; readonly ending: Ending }

// What happens to a conversation from outside (decisions E2).

/**
 * `uuid` is that of the instruction that was asked or done; an event about any other changes nothing, so that one that arrives twice is
 * taken once. `outcome` is what `actions.name` sees, `results` what `actions.name.key` sees, `crm` is added to what is known of the
 * respondent. All of it may be anything: what is no value is null.
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
