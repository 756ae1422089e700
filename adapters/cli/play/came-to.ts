// What an action came to: nothing is called from here, so it is said by a file of answers or at the terminal.
import { outcomeIn } from "../../../domain/actions/asking.ts"
import type { ChatEvent } from "../../../domain/chat/event.ts"
import { isRecord } from "../../../domain/json.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"

/**
 * The event for an action's `given`: its outcome, or an object of its values, as the answer of the call that it stands for, which may say
 * the `outcome` itself. [A12] Those of a CRM authentication are known as `crm.key` from then on.
 */
export const cameTo = ({ uuid, action }: Instruction, given: unknown): ChatEvent => {
  if (!isRecord(given)) return { type: "action.done", uuid, outcome: given ?? null }
  const outcome = Object.hasOwn(given, "outcome") ? given["outcome"] : outcomeIn(given).outcome
  return { type: "action.done", uuid, outcome, results: given, ...(action?.type === "crmAuth" && { crm: given }) }
}
