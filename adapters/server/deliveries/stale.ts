// Conversations that nobody goes on with, for deliveries that wait for that (spec/2-editor §4 "Stale-conversation trigger").
import { staleDeliveries } from "../../../domain/actions/send-to-api/stale.ts"
import { recordIn } from "../chat/conversing.ts"
import type { House } from "../house.ts"
import { deliver } from "./deliver.ts"

/** Conversations that one change takes. */
const atOnce = 100

/** Puts the deliveries of stale conversations on their way: each once for as long as nobody goes on. */
export const deliverStale = async (house: House, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await deliverSome(house)) === atOnce);
}

const deliverSome = ({ database, prepared, now }: House): Promise<number> =>
  database.transact(async (change) => {
    const at = now()
    const rows = await change
      .selectFrom("conversations")
      .selectAll()
      .where("stale_at", "<=", at)
      .orderBy("stale_at")
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const row of rows) {
      const { script } = await recordIn(prepared, change, row)
      const idle = (row.updated_at ?? row.made_at).getTime()
      const due = (seconds: number) => new Date(idle + seconds * 1000)
      const waiting = staleDeliveries(script.authored)
      for (const { instruction, params, seconds } of waiting)
        if (due(seconds) >= (row.stale_at ?? at) && due(seconds) <= at)
          await deliver(change, { row, script, instruction, params, reason: "stale" }, at)
      const next = waiting.find(({ seconds }) => due(seconds) > at)
      await change
        .updateTable("conversations")
        .set({ stale_at: next === undefined ? null : due(next.seconds) })
        .where("script_id", "=", row.script_id)
        .where("id", "=", row.id)
        .execute()
    }
    return rows.length
  })
