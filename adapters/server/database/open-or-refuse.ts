// Opening the database on behalf of a person: what keeps it from being opened is said in a line.
import { Refusal } from "../refusal.ts"
import { type Database, openDatabase } from "./database.ts"

/** As `openDatabase`; rejects with a `Refusal`. */
export const openOrRefuse = (...given: Parameters<typeof openDatabase>): Promise<Database> =>
  openDatabase(...given).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal(`the database cannot be opened: ${reasonOf(error)}`, { cause: error })
  })

/** A refused connection has no message of its own, only a code. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error)
