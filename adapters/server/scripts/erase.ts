// What goes when respondents' data are erased: one list, so that nothing is forgotten (reliability I6).
import type { Transaction } from "kysely"
import type { Tables } from "../database/tables.ts"

/** The tables that hold what respondents of a script gave, or lead to them; each has the script's id in `script_id`. */
const tables: ReadonlyArray<"chat_slugs"> = ["chat_slugs"]

/** Erases what respondents of a script gave, and every way to the chat. */
export const eraseData = async (change: Transaction<Tables>, script: string): Promise<void> => {
  for (const table of tables) await change.deleteFrom(table).where("script_id", "=", script).execute()
}
