// What a step of a conversation asks the server to do, enqueued in the step's own change: nothing is done twice, nothing is forgotten.
import type { Transaction } from "kysely"
import type { Turn } from "../../../domain/chat/record.ts"
import type { Tables } from "../database/tables.ts"
import { deliver, deliverToConnector } from "../deliveries/deliver.ts"
import type { House } from "../house.ts"
import { enqueue } from "../jobs/jobs.ts"
import type { ConversationRow } from "./conversing.ts"
import type { PreparedScript } from "./prepared.ts"

type Stepped = { readonly row: ConversationRow; readonly script: PreparedScript; readonly turn: Turn }

export const carryOut = async (house: House, change: Transaction<Tables>, { row, script, turn }: Stepped): Promise<void> => {
  const at = house.now()
  for (const effect of turn.effects) {
    if (effect.type !== "act") continue
    const { uuid, action, waits } = effect
    if (action.type === "send2api") await deliver(change, { row, script, instruction: uuid, params: action.params, reason: "reached" }, at)
    if (action.type === "send2con") await deliverToConnector(house, change, { row, script, instruction: uuid, params: action.params })
    if (waits)
      await enqueue(change, {
        kind: "act",
        key: `${row.id} ${uuid}`,
        payload: { script: row.script_id, conversation: row.id, instruction: uuid },
        script: row.script_id,
        due: at,
      })
  }
}
