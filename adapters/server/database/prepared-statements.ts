// Queries that are asked all the time: planned once for a connection, not each time (planning one can take longer than answering it).
import { createHash } from "node:crypto"
import type { CompiledQuery } from "kysely"
import pg from "pg"

/** Runs a query with these parameters. Its columns are named one by one, and its text is one of few, since connections keep them all. */
export type RunPrepared = <Row>(query: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** Puts a query together once, with any values: its parameters are those of each call. */
export const compileOnce = <Db, Row>(make: (db: Db) => CompiledQuery<Row>): ((db: Db) => CompiledQuery<Row>) => {
  let made: CompiledQuery<Row> | undefined
  return (db) => {
    made ??= make(db)
    return made
  }
}

const preparedQueries = new WeakSet<CompiledQuery>()

/** Has a query of a change planned once for its connection. */
export const markPrepared = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => {
  preparedQueries.add(query)
  return query
}

/** What connections have planned, under which names. */
export type PreparedStatements = {
  /** What a query has to say besides its text to be planned once. */
  readonly of: (text: string) => { readonly name?: string }
  readonly nameForQuery: (query: CompiledQuery) => { readonly name?: string }
  /** Does what asks such queries; again where a connection has another plan, without plans from then on where connections do not keep them. */
  readonly runOrReprepare: <A>(work: () => Promise<A>) => Promise<A>
}

/** The statement is another connection's, or is there already: what pools of connections in between bring about. */
const unsupportedCodes: ReadonlySet<string> = new Set(["26000", "42P05"])
/** It has other columns by now: a process of another version has changed a table. */
const changedResultTypeCode = "0A000"
/** How often all is planned anew. The code says also that something is not supported, which no plan mends. */
const maxRenewals = 10
/** Of a query whose text has a part for each of what it is given there are ever more: those are not planned. */
const maxStatements = 200

/**
 * A plan is called after its text. A driver that has sent a text to a connection sends only its name from then on; behind a pool of
 * connections what goes by that name may be what another process has sent.
 */
const nameOf = (text: string, renewals: number): string => `often-${renewals}-${createHash("sha256").update(text).digest("base64url")}`

export const createPreparedStatements = (): PreparedStatements => {
  const names = new Map<string, string>()
  let isKept = true
  let renewals = 0
  const of: PreparedStatements["of"] = (text) => {
    if (!isKept || (names.size === maxStatements && !names.has(text))) return {}
    const name = names.get(text) ?? nameOf(text, renewals)
    names.set(text, name)
    return { name }
  }
  const orWithout: PreparedStatements["runOrReprepare"] = async (work) => {
    if (!isKept) return work()
    const before = renewals
    try {
      return await work()
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? "") : ""
      if (unsupportedCodes.has(code) || (code === changedResultTypeCode && renewals === maxRenewals)) isKept = false
      else if (code !== changedResultTypeCode) throw error
      else if (renewals === before) {
        renewals++
        names.clear()
      }
      return orWithout(work)
    }
  }
  return { of, nameForQuery: (query) => (preparedQueries.has(query) ? of(query.sql) : {}), runOrReprepare: orWithout }
}

export const createRunPrepared =
  (pool: pg.Pool, plans: PreparedStatements): RunPrepared =>
  <Row>({ sql: text }: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>) =>
    plans.runOrReprepare(async () => (await pool.query<Row & pg.QueryResultRow>({ text, values: [...parameters], ...plans.of(text) })).rows)
