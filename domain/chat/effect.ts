// What a step of a conversation asks of the one who plays it: show, ask, do, refuse, end (decisions E2).
import type { Action } from "../actions/action.ts"
import type { currencies } from "../questions/currency.ts"
import type { Question } from "../questions/question.ts"
import type { Problem } from "./answer-read.ts"
import type { Score } from "./score.ts"
import type { Ending } from "./state.ts"

/**
 * What every shown instruction comes with: `html` is allowed markup with recalls filled in, in the `language` that is named where it is not
 * that of the conversation; `delay` is in seconds before it is shown.
 */
type Shown = { readonly uuid: string; readonly name: string; readonly html: string; readonly language?: string; readonly delay: number }

/** What is to be paid: more than nothing, in a currency by its ISO 4217 code. */
export type Due = { readonly amount: number; readonly currency: (typeof currencies)[keyof typeof currencies] }

/**
 * To be carried out in their order. A question comes with its choices in the order in which they are to be shown and with its texts filled
 * in; so do an action's params, and a payment says what is due. `waits` says that the conversation goes on only with the action's outcome. What is refused is asked again.
 */
export type Effect =
  | ({ readonly type: "show"; readonly as: "message" | "image" | "video" } & Shown)
  | ({ readonly type: "score"; readonly score: Score } & Shown)
  | ({ readonly type: "ask"; readonly question: Question } & Shown)
  | ({ readonly type: "act"; readonly action: Action; readonly waits: boolean; readonly due: Due | null } & Shown)
  | { readonly type: "refuse"; readonly uuid: string; readonly problem: Problem }
  | { readonly type: "end"; readonly ending: Ending }
