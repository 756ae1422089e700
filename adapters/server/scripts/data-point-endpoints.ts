// What a script takes from outside, as it is kept.
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { type DataPoint, DataPoints } from "../../../domain/connections/data-point.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"

const dataPointsIn = Schema.decodeUnknownSync(Schema.fromJsonString(DataPoints))

/** The data points of a script, in the order in which they were saved. */
export const listDataPoints = async (db: Db, script: string): Promise<ReadonlyArray<DataPoint>> => {
  const row = await db.selectFrom("data_points").select("fields").where("script_id", "=", script).executeTakeFirst()
  return row === undefined ? [] : dataPointsIn(row.fields)
}

/** Gives a copy of a script the data points of the script that it is of. */
export const copyDataPoints = async (change: Transaction<Tables>, from: string, to: string, at: Date): Promise<void> => {
  const row = await change.selectFrom("data_points").select("fields").where("script_id", "=", from).executeTakeFirst()
  if (row === undefined) return
  await change.insertInto("data_points").values({ script_id: to, fields: row.fields, saved_at: at }).execute()
}
