// What an action came to where nothing is called: it is said by who plays the chat, the editor's Test or the command line tool.
import { outcomeIn } from "../actions/asking.ts"
import { isRecord } from "../json.ts"
import type { Instruction } from "../script/instruction.ts"
import type { ChatEvent } from "./event.ts"

/**
 * The event for an action's `given`: its outcome, or an object of its values, as the answer of the call that it stands for, which may say
 * the `outcome` itself. [A12] Those of a CRM authentication are known as `crm.key` from then on.
 */
export const cameTo = ({ uuid, action }: Instruction, given: unknown): ChatEvent => {
  if (!isRecord(given)) return { type: "action.done", uuid, outcome: given ?? null }
  const outcome = Object.hasOwn(given, "outcome") ? given["outcome"] : outcomeIn(given).outcome
  return { type: "action.done", uuid, outcome, results: given, ...(action?.type === "crmAuth" && { crm: given }) }
}
