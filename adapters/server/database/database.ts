// Opens the database: the embedded one in the data folder, or the PostgreSQL server of DATABASE_URL, with the same driver.

import { Socket } from "node:net"
import { type CompiledQuery, Kysely, PostgresAdapter, PostgresDialect, type SelectQueryBuilder, type Transaction } from "kysely"
import pg from "pg"
import type { PageQuery } from "../../contract/endpoint.ts"
import { StartupError } from "../settings.ts"
import { type DiskState, startEmbeddedDatabase } from "./embedded/embedded-database.ts"
import { startMaintenance } from "./embedded/embedded-maintenance.ts"
import { migrate } from "./migrator.ts"
import { type CommitWith, createCommitWith, PipeliningDriver } from "./pipelining-driver.ts"
import { createPreparedStatements, createRunPrepared, type PreparedStatements, type RunPrepared } from "./prepared-statements.ts"
import { createErasureWatchPlugin, createWriteGuardPlugin } from "./query-plugins.ts"
import type { Tables } from "./tables.ts"

/** Runs a query with one text column and returns its values in order, without creating an object per row. */
export type ReadTextColumn = (query: CompiledQuery<{ readonly text: string }>) => Promise<ReadonlyArray<string>>

export const createReadTextColumn =
  (pool: pg.Pool): ReadTextColumn =>
  async ({ sql: text, parameters }) => {
    const { rows } = await pool.query<[string]>({ text, values: [...parameters], rowMode: "array" })
    return rows.map(([line]) => line)
  }

export type Db = Kysely<Tables>

export type Database = {
  readonly db: Db
  /**
   * Runs a transaction, retrying on serialization failures (40001). `commitWith` sends the last query together with the
   * commit, saving a round trip.
   */
  readonly transact: <A>(work: (db: Transaction<Tables>, commitWith: CommitWith) => Promise<A>) => Promise<A>
  /** How many transactions had to be run again since the start. */
  readonly countRetriedTransactions: () => number
  /** Runs a hot query as a prepared statement. */
  readonly runPrepared: RunPrepared
  /** Reads one text column of very many rows. */
  readonly readTextColumn: ReadTextColumn
  /** Whether its disk can be written to; always `ready` for a server on another machine, whose disk is unknown. */
  readonly diskState: () => DiskState
  /** Requests that the bytes of erased personal data are purged from the files; queries that erase it do so by themselves. */
  readonly markErased: () => void
  readonly close: () => Promise<void>
}

type DatabaseLocation = { readonly databaseUrl: string | null; readonly dataDir: string }

/**
 * Opens the database and runs its migrations, or only those named in `migrations`. Rejects with a reason that a person
 * can act on. `patience`: milliseconds without a response after which a query is abandoned.
 */
export const openDatabase = async (
  { databaseUrl, dataDir }: DatabaseLocation,
  log: (problem: string) => void,
  { patience = defaultTimeoutMs, migrations }: { readonly patience?: number; readonly migrations?: ReadonlyArray<string> } = {},
): Promise<Database> => {
  const { pool, disk, onErased, stopMaintenance, stopEngine } =
    databaseUrl === null ? await startEmbeddedPool(dataDir, log, patience) : connectToServer(databaseUrl, patience)
  // An idle connection broke: the pool has dropped it already and opens another.
  pool.on("error", (error) => log(error.message))
  // A connection that breaks in use fails its query, which is handled there; without a listener it would end the process too.
  pool.on("connect", (client) => void client.on("error", () => undefined))
  const preparedStatements = createPreparedStatements()
  const db = new Kysely<Tables>({
    dialect: new Dialect(pool, preparedStatements),
    plugins: [createWriteGuardPlugin(disk), createErasureWatchPlugin(onErased)],
  })
  const close = async () => {
    await stopMaintenance()
    await db.destroy()
    await stopEngine()
  }
  try {
    await retryTransient(() => migrate(db, migrations))
  } catch (error) {
    await close()
    throw error
  }
  let retries = 0
  return {
    db,
    transact: (work) =>
      retryTransient(
        () => preparedStatements.runOrReprepare(() => db.transaction().execute((trx) => work(trx, createCommitWith(trx)))),
        () => retries++,
      ),
    countRetriedTransactions: () => retries,
    runPrepared: createRunPrepared(pool, preparedStatements),
    readTextColumn: createReadTextColumn(pool),
    diskState: disk,
    markErased: onErased,
    close,
  }
}

const poolOptions = { connectionTimeoutMillis: 10_000 } as const
/**
 * Milliseconds without any response after which a query is abandoned: the engine hangs, or the connection was cut
 * without either end noticing.
 */
const defaultTimeoutMs = 60_000

const startEmbeddedPool = async (dataDir: string, log: (problem: string) => void, timeoutMs: number) => {
  const engine = await startEmbeddedDatabase(dataDir, log, timeoutMs)
  const pool = new pg.Pool({
    ...poolOptions,
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    user: "postgres",
    database: "postgres",
    stream: engine.socket,
  })
  const maintenance = startMaintenance(pool, { isWritable: () => engine.disk() === "ready" }, log)
  return {
    pool,
    disk: engine.disk,
    onErased: maintenance.markErased,
    stopMaintenance: maintenance.stop,
    stopEngine: engine.stop,
  }
}

const connectToServer = (connectionString: string, timeoutMs: number) => ({
  pool: new pg.Pool({ ...poolOptions, pipeline: true, connectionString, max: 10, stream: () => createTimeoutSocket(timeoutMs) }),
  disk: () => "ready" as const,
  // PostgreSQL maintains its own files.
  onErased: () => undefined,
  stopMaintenance: async () => undefined,
  stopEngine: async () => undefined,
})

/** The pool closes idle connections long before this timeout, so a silent connection has a query waiting. */
const createTimeoutSocket = (timeoutMs: number): Socket => {
  const socket = new Socket()
  return socket.setTimeout(timeoutMs, () => {
    const bytesBefore = socket.bytesRead
    // If this process itself was suspended, the response has arrived and is read before setImmediate runs.
    setImmediate(() => socket.bytesRead === bytesBefore && socket.destroy())
  })
}

/** Migrations take their own row lock (migrator.ts), because distributed engines lack advisory locks. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {
    // The migrator holds its lock already.
  }
  override async releaseMigrationLock(): Promise<void> {
    // The lock ends with the transaction.
  }
}
class Dialect extends PostgresDialect {
  readonly #driver: PipeliningDriver
  constructor(pool: pg.Pool, preparedStatements: PreparedStatements) {
    super({ pool })
    this.#driver = new PipeliningDriver(pool, preparedStatements)
  }
  override createDriver(): PipeliningDriver {
    return this.#driver
  }
  override createAdapter(): Adapter {
    return new Adapter()
  }
}

/** Serialization failure, deadlock, and two processes creating the same table at the same time. */
const transientCodes: ReadonlySet<string> = new Set(["40001", "40P01", "42P07", "23505:pg_type_typname_nsp_index"])
const maxTries = 5

/** Runs a transaction again if the database gave it up because of others; `onRetry` is called before each retry. */
export const retryTransient = async <A>(work: () => Promise<A>, onRetry?: () => void): Promise<A> => {
  for (let triesLeft = maxTries; ; triesLeft--)
    try {
      return await work()
    } catch (error) {
      if (triesLeft === 1 || !(error instanceof pg.DatabaseError)) throw error
      if (!transientCodes.has(error.code ?? "") && !transientCodes.has(`${error.code}:${error.constraint}`)) throw error
      onRetry?.()
    }
}

/**
 * Whether an error of the database names this constraint. Citus names it in the message only, as the constraint of a shard: with the number of
 * the shard after the name.
 */
export const isAboutConstraint = (error: Error, constraint: string): boolean => {
  const name: unknown = "constraint" in error ? error.constraint : undefined
  if (name !== undefined) return name === constraint
  const quotedNames = [...error.message.matchAll(/"([^"]+)"/g)].map(([, quoted = ""]) => quoted)
  return quotedNames.some((quoted) => quoted.replace(/_\d+$/, "") === constraint)
}

/** Whether a write was rejected because it would break this unique constraint. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.code === "23505" && isAboutConstraint(error, constraint)

/** Like `openDatabase`, but rejects with a `StartupError`: one line for the person who starts the server. */
export const openDatabaseAtStartup = (...args: Parameters<typeof openDatabase>): Promise<Database> =>
  openDatabase(...args).catch((error: unknown) => {
    throw error instanceof StartupError
      ? error
      : new StartupError(`the database cannot be opened: ${describeError(error)}`, { cause: error })
  })

/** A refused connection has no message, only a code. */
const describeError = (error: unknown): string =>
  error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error)

/** Limits a query to a page; without a limit, to all rows from the offset. The query must have a total order. */
export const paginate = <Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { limit, offset = 0 }: PageQuery,
): SelectQueryBuilder<Db, Table, Row> => (limit === undefined ? query.offset(offset) : query.limit(limit).offset(offset))

/** Logs the start and the end of a database outage instead of every failed poll. */
export type OutageLog = {
  /** Reports a failed poll. */
  readonly failed: (problem: unknown) => void
  /** Reports a successful poll. */
  readonly recovered: () => void
}

/** `what` names the poller in the log. */
export const createOutageLog = (poller: string, log: (problem: string) => void): OutageLog => {
  let isDown = false
  return {
    failed: (problem) => {
      if (!isDown) log(`${poller}: ${String(problem)}`)
      isDown = true
    },
    recovered: () => {
      if (isDown) log(`${poller}: the database is back`)
      isDown = false
    },
  }
}
