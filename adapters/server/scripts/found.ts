// The script that a call is about.
import type { Db } from "../database/database.ts"
import type { ScriptRow } from "../database/tables.ts"
import { missing } from "../http/trouble.ts"
import { findRow, type Which } from "./listed.ts"

/** Its row, or a 404. */
export const foundRow = async (db: Db, which: Which): Promise<ScriptRow> => {
  const row = await findRow(db, which)
  if (row === undefined) throw missing()
  return row
}
