// The database's driver: a change takes no round trip for its beginning, and none for its end where its last query is known as such.
// A respondent waits for each of them, and the processor pays for each.
import { CompiledQuery, type DatabaseConnection, type Driver as KyselyDriver, type QueryResult, type TransactionSettings } from "kysely"
import type pg from "pg"
import type { PreparedStatements } from "./prepared-statements.ts"

const ends = new WeakSet<CompiledQuery>()

/** Runs a query of a change that needs no other after it. */
export type CommitWith = (query: { readonly compile: () => CompiledQuery }) => Promise<unknown>

type Executing = { readonly executeQuery: (query: CompiledQuery) => Promise<unknown> }

/** The change is kept together with that query, and refuses what it is asked after that. Rejects where it is not kept. */
export const createCommitWith =
  (change: Executing): CommitWith =>
  (query) => {
    const compiled = query.compile()
    ends.add(compiled)
    return change.executeQuery(compiled)
  }

/** `unsent`: it begins together with its first query. */
type Change = "none" | "unsent" | "begun" | "kept"

const written: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"])
const begin = CompiledQuery.raw("begin")
const commit = CompiledQuery.raw("commit")
const rollback = CompiledQuery.raw("rollback")

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #plans: PreparedStatements
  #change: Change = "none"
  #isBroken = false

  constructor(client: pg.PoolClient, plans: PreparedStatements) {
    this.#client = client
    this.#plans = plans
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const change = this.#change
    if (change === "kept") throw new Error("the change has ended with the query before this one")
    const isLast = change !== "none" && ends.has(query)
    if (change === "unsent") this.#change = "begun"
    if (isLast) this.#change = "kept"
    const before = change === "unsent" ? [begin] : []
    const results = await this.#together<Row>([...before, query, ...(isLast ? [commit] : [])])
    const result = results[before.length]
    if (result === undefined) throw new Error("a query had no result")
    return result
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("queries are not read as streams")
  }

  /** One that is to begin in a way of its own begins at once: what it cannot begin with is nothing's company. */
  async begin(settings: TransactionSettings): Promise<void> {
    this.#change = "unsent"
    const text = beginning(settings)
    if (text === begin.sql) return
    await this.#together([CompiledQuery.raw(text)])
    this.#change = "begun"
  }

  async keep(): Promise<void> {
    const isKept = this.#change !== "begun"
    this.#change = "none"
    if (!isKept) await this.#together([commit])
  }

  async drop(): Promise<void> {
    const isOver = this.#change !== "begun"
    this.#change = "none"
    if (isOver) return
    try {
      await this.#together([rollback])
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  /** Sends queries at once, and waits for all of them: the first that fails is what is told, since it fails those after it. */
  async #together<Row>(queries: ReadonlyArray<CompiledQuery>): Promise<ReadonlyArray<QueryResult<Row>>> {
    const { stream } = this.#client.connection
    stream.cork()
    const asked = queries.map((query) => this.#ask<Row>(query))
    stream.uncork()
    const answers = await Promise.allSettled(asked)
    // What was sent with it was done without it, each query alone: nothing more is asked of this connection.
    if (queries[0] === begin && answers[0]?.status === "rejected") this.#isBroken = true
    return answers.map((it) => {
      if (it.status === "rejected") throw it.reason
      return it.value
    })
  }

  async #ask<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql: text, parameters } = query
    const asked = { text, values: [...parameters], ...this.#plans.nameForQuery(query) }
    const { command, rowCount, rows } = await this.#client.query<Row & pg.QueryResultRow>(asked)
    // A query failed before, and whoever asked for it went on.
    if (query === commit && command !== "COMMIT") throw new Error("the change had failed, and is not kept")
    return written.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
  }
}

const beginning = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  [
    begin.sql,
    ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
    ...(accessMode === undefined ? [] : [accessMode]),
  ].join(" ")

export class PipeliningDriver implements KyselyDriver {
  readonly #pool: pg.Pool
  readonly #plans: PreparedStatements

  constructor(pool: pg.Pool, plans: PreparedStatements) {
    this.#pool = pool
    this.#plans = plans
  }

  async init(): Promise<void> {
    // The pool connects when it is asked to.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(await this.#pool.connect(), this.#plans)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return ours(connection).begin(settings)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).keep()
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).drop()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).release()
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

const ours = (connection: DatabaseConnection): Connection => {
  if (connection instanceof Connection) return connection
  throw new TypeError("a connection of another driver")
}
