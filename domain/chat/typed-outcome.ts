// The event of a finished action, from an outcome that was typed or made up instead of received.
import { toOutcome } from "../actions/action-outcome.ts"
import { isRecord } from "../json/json-value.ts"
import type { Instruction } from "../script/instruction.ts"
import type { ConversationEvent } from "./conversation-state.ts"

/**
 * Builds the event of a finished action from `typed`: its outcome, or an object of results that may contain the
 * `outcome` itself. [A12] Results of a CRM authentication are known as `crm.key` from then on.
 */
export const buildOutcomeEvent = ({ uuid, action }: Instruction, typed: unknown): ConversationEvent => {
  if (!isRecord(typed)) return { type: "action.done", uuid, outcome: typed ?? null }
  const outcome = Object.hasOwn(typed, "outcome") ? typed["outcome"] : toOutcome(typed).outcome
  return { type: "action.done", uuid, outcome, results: typed, ...(action?.type === "crmAuth" && { crm: typed }) }
}
