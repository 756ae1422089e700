// Stored data points of scripts: reading and copying.
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { type DataPoint, DataPoints } from "../../../domain/connections/data-point.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"

const decodeDataPoints = Schema.decodeUnknownSync(Schema.fromJsonString(DataPoints))

/** Returns a script's data points in the saved order. */
export const listDataPoints = async (db: Db, script: string): Promise<ReadonlyArray<DataPoint>> => {
  const row = await db.selectFrom("data_points").select("fields").where("script_id", "=", script).executeTakeFirst()
  return row === undefined ? [] : decodeDataPoints(row.fields)
}

/** [S12] Copies the data points of a script to its copy. */
export const copyDataPoints = async (trx: Transaction<Tables>, from: string, to: string, at: Date): Promise<void> => {
  const row = await trx.selectFrom("data_points").select("fields").where("script_id", "=", from).executeTakeFirst()
  if (row === undefined) return
  await trx.insertInto("data_points").values({ script_id: to, fields: row.fields, saved_at: at }).execute()
}
