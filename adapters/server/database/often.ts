// Queries that are asked all the time: planned once for a connection, not each time (planning one can take longer than answering it).
import type { CompiledQuery } from "kysely"
import pg from "pg"

/** Runs a query with these parameters. Its columns are named one by one, and its text is one of few, since connections keep them all. */
export type ReadOften = <Row>(query: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** Puts a query together once, with any values: its parameters are those of each call. */
export const onceMade = <Db, Row>(make: (db: Db) => CompiledQuery<Row>): ((db: Db) => CompiledQuery<Row>) => {
  let made: CompiledQuery<Row> | undefined
  return (db) => {
    made ??= make(db)
    return made
  }
}

/** The statement is another connection's, is there already, or says other columns: what pools of connections in between bring about. */
const unkept: ReadonlySet<string> = new Set(["26000", "42P05", "0A000"])

export const readOften = (pool: pg.Pool): ReadOften => {
  const names = new Map<string, string>()
  let isKept = true
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `often-${names.size + 1}`
    names.set(text, name)
    return name
  }
  return async <Row>({ sql: text }: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>): Promise<ReadonlyArray<Row>> => {
    const asked = { text, values: [...parameters] }
    if (isKept)
      try {
        return (await pool.query<Row & pg.QueryResultRow>({ ...asked, name: nameOf(text) })).rows
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && unkept.has(error.code ?? ""))) throw error
        isKept = false
      }
    return (await pool.query<Row & pg.QueryResultRow>(asked)).rows
  }
}
