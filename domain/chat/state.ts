// A conversation as far as it has come: plain data, so that it can be stored, sent and replayed (decisions E2).
import * as Schema from "effect/Schema"
import { endActions } from "../actions/action.ts"
import { Language } from "../script/language.ts"

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
export const ChatState = Schema.Struct({
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
export type ChatState = typeof ChatState.Type
