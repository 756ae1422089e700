// Prepared statements for hot queries: planned once per connection, because planning can take longer than running them.
import { createHash } from "node:crypto"
import type { CompiledQuery } from "kysely"
import pg from "pg"

/**
 * Runs a query with parameters. It must list its columns, and its text must be one of few: connections keep every
 * prepared text.
 */
export type RunPrepared = <Row>(query: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** Compiles a query once, with placeholder values that the parameters of each call replace. */
export const compileOnce = <Db, Row>(build: (db: Db) => CompiledQuery<Row>): ((db: Db) => CompiledQuery<Row>) => {
  let compiled: CompiledQuery<Row> | undefined
  return (db) => {
    compiled ??= build(db)
    return compiled
  }
}

const preparedQueries = new WeakSet<CompiledQuery>()

/** Marks a query of a transaction to run as a prepared statement. */
export const markPrepared = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> => {
  preparedQueries.add(query)
  return query
}

/** Names of the prepared statements. */
export type PreparedStatements = {
  /** Returns the statement name for a query text, or nothing if it is not to be prepared. */
  readonly of: (text: string) => { readonly name?: string }
  readonly nameForQuery: (query: CompiledQuery) => { readonly name?: string }
  /**
   * Runs work with prepared statements; retries it if a plan is outdated, and without preparing if a connection pooler
   * loses statements.
   */
  readonly runOrReprepare: <A>(work: () => Promise<A>) => Promise<A>
}

/** Statement does not exist, or exists already: effects of a connection pooler in between. */
const unsupportedCodes: ReadonlySet<string> = new Set(["26000", "42P05"])
/** Result columns changed: a process of another version has altered a table. */
const changedResultTypeCode = "0A000"
/**
 * How often all statements are prepared again. The code also means that a feature is unsupported, which preparing again
 * does not fix.
 */
const maxRenewals = 10
/** Limits the number of prepared texts: queries with one placeholder per list item have unboundedly many. */
const maxStatements = 200

/**
 * Statements are named after a hash of their text. The driver sends only the name once it has sent the text, and behind
 * a connection pooler that name may refer to a statement that another process prepared.
 */
const buildStatementName = (text: string, renewals: number): string =>
  `often-${renewals}-${createHash("sha256").update(text).digest("base64url")}`

export const createPreparedStatements = (): PreparedStatements => {
  const names = new Map<string, string>()
  let isSupported = true
  let renewals = 0
  const nameForText: PreparedStatements["of"] = (text) => {
    if (!isSupported || (names.size === maxStatements && !names.has(text))) return {}
    const name = names.get(text) ?? buildStatementName(text, renewals)
    names.set(text, name)
    return { name }
  }
  const runOrReprepare: PreparedStatements["runOrReprepare"] = async (work) => {
    if (!isSupported) return work()
    const before = renewals
    try {
      return await work()
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? "") : ""
      if (unsupportedCodes.has(code) || (code === changedResultTypeCode && renewals === maxRenewals)) isSupported = false
      else if (code !== changedResultTypeCode) throw error
      else if (renewals === before) {
        renewals++
        names.clear()
      }
      return runOrReprepare(work)
    }
  }
  return { of: nameForText, nameForQuery: (query) => (preparedQueries.has(query) ? nameForText(query.sql) : {}), runOrReprepare }
}

export const createRunPrepared =
  (pool: pg.Pool, preparedStatements: PreparedStatements): RunPrepared =>
  <Row>({ sql: text }: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>) =>
    preparedStatements.runOrReprepare(
      async () => (await pool.query<Row & pg.QueryResultRow>({ text, values: [...parameters], ...preparedStatements.of(text) })).rows,
    )
