// Having stale conversations looked at in time: the look that comes each minute is late for what waits a few seconds (decisions A10).
import type { Transaction } from "kysely"
import type { Tables } from "../database/tables.ts"
import { enqueue } from "../jobs/jobs.ts"

/** Milliseconds of waiting below which a minute more makes a difference. */
const short = 600_000

/** Has them looked at when the next is due, where it waits for a short time only; one look for all of the same second. */
export const lookAt = async (change: Transaction<Tables>, due: Date, now: Date): Promise<void> => {
  if (due.getTime() - now.getTime() >= short) return
  const second = Math.ceil(due.getTime() / 1000)
  await enqueue(change, { kind: "stale", key: `at ${second}`, payload: null, due: new Date(second * 1000) })
}
