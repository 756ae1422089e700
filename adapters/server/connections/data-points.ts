// What a script takes from outside, as it is kept.
import * as Schema from "effect/Schema"
import { type DataPoint, DataPoints } from "../../../domain/connections/data-points.ts"
import type { Db } from "../database/database.ts"

const dataPointsIn = Schema.decodeUnknownSync(Schema.fromJsonString(DataPoints))

/** The data points of a script, in the order in which they were saved. */
export const dataPointsOf = async (db: Db, script: string): Promise<ReadonlyArray<DataPoint>> => {
  const row = await db.selectFrom("data_points").select("fields").where("script_id", "=", script).executeTakeFirst()
  return row === undefined ? [] : dataPointsIn(row.fields)
}
