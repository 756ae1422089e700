// A Kysely driver that pipelines `begin` and `commit` with a transaction's first and last query: respondents wait for
// every round trip.
import { CompiledQuery, type DatabaseConnection, type Driver as KyselyDriver, type QueryResult, type TransactionSettings } from "kysely"
import type pg from "pg"
import type { PreparedStatements } from "./prepared-statements.ts"

const lastQueries = new WeakSet<CompiledQuery>()

/** Runs the last query of a transaction together with the commit. */
export type CommitWith = (query: { readonly compile: () => CompiledQuery }) => Promise<unknown>

type QueryExecutor = { readonly executeQuery: (query: CompiledQuery) => Promise<unknown> }

/**
 * Creates the function that marks a query as the last one. The transaction rejects further queries, and the promise
 * rejects if the commit fails.
 */
export const createCommitWith =
  (executor: QueryExecutor): CommitWith =>
  (query) => {
    const compiled = query.compile()
    lastQueries.add(compiled)
    return executor.executeQuery(compiled)
  }

/** `unsent`: `begin` will be sent with the first query. */
type TransactionState = "none" | "unsent" | "begun" | "committed"

const writeCommands: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"])
const begin = CompiledQuery.raw("begin")
const commit = CompiledQuery.raw("commit")
const rollback = CompiledQuery.raw("rollback")

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #preparedStatements: PreparedStatements
  #transaction: TransactionState = "none"
  #isBroken = false

  constructor(client: pg.PoolClient, preparedStatements: PreparedStatements) {
    this.#client = client
    this.#preparedStatements = preparedStatements
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const transaction = this.#transaction
    if (transaction === "committed") throw new Error("the change has ended with the query before this one")
    const isLast = transaction !== "none" && lastQueries.has(query)
    if (transaction === "unsent") this.#transaction = "begun"
    if (isLast) this.#transaction = "committed"
    const before = transaction === "unsent" ? [begin] : []
    const results = await this.#sendTogether<Row>([...before, query, ...(isLast ? [commit] : [])])
    const result = results[before.length]
    if (result === undefined) throw new Error("a query had no result")
    return result
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("queries are not read as streams")
  }

  /** A transaction with an isolation level or access mode begins immediately, because only the plain `begin` is pipelined. */
  async begin(settings: TransactionSettings): Promise<void> {
    this.#transaction = "unsent"
    const sqlText = buildBeginSql(settings)
    if (sqlText === begin.sql) return
    await this.#sendTogether([CompiledQuery.raw(sqlText)])
    this.#transaction = "begun"
  }

  async commit(): Promise<void> {
    const isDone = this.#transaction !== "begun"
    this.#transaction = "none"
    if (!isDone) await this.#sendTogether([commit])
  }

  async rollback(): Promise<void> {
    const isDone = this.#transaction !== "begun"
    this.#transaction = "none"
    if (isDone) return
    try {
      await this.#sendTogether([rollback])
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  /** Sends queries together and waits for all. The first failure is reported, since it makes the following ones fail. */
  async #sendTogether<Row>(queries: ReadonlyArray<CompiledQuery>): Promise<ReadonlyArray<QueryResult<Row>>> {
    const { stream } = this.#client.connection
    stream.cork()
    const pending = queries.map((query) => this.#send<Row>(query))
    stream.uncork()
    const outcomes = await Promise.allSettled(pending)
    // If `begin` failed, the query sent with it ran outside a transaction: this connection is not used again.
    if (queries[0] === begin && outcomes[0]?.status === "rejected") this.#isBroken = true
    return outcomes.map((it) => {
      if (it.status === "rejected") throw it.reason
      return it.value
    })
  }

  async #send<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: sqlText, parameters } = query
    const config = { text: sqlText, values: [...parameters], ...this.#preparedStatements.nameForQuery(query) }
    const { command, rowCount, rows } = await this.#client.query<Row & pg.QueryResultRow>(config)
    // PostgreSQL answers ROLLBACK if an earlier query failed and the caller continued regardless.
    if (query === commit && command !== "COMMIT") throw new Error("the change had failed, and is not kept")
    return writeCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }
}

const buildBeginSql = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  [
    begin.sql,
    ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
    ...(accessMode === undefined ? [] : [accessMode]),
  ].join(" ")

export class PipeliningDriver implements KyselyDriver {
  readonly #pool: pg.Pool
  readonly #preparedStatements: PreparedStatements

  constructor(pool: pg.Pool, preparedStatements: PreparedStatements) {
    this.#pool = pool
    this.#preparedStatements = preparedStatements
  }

  async init(): Promise<void> {
    // The pool connects on demand.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(await this.#pool.connect(), this.#preparedStatements)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return asOwnConnection(connection).begin(settings)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return asOwnConnection(connection).commit()
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return asOwnConnection(connection).rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    asOwnConnection(connection).release()
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

const asOwnConnection = (connection: DatabaseConnection): Connection => {
  if (connection instanceof Connection) return connection
  throw new TypeError("a connection of another driver")
}
