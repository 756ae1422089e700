// The database: the embedded one in the data folder, or the PostgreSQL server of DATABASE_URL, behind one driver and one dialect.

import { Socket } from "node:net"
import { type CompiledQuery, Kysely, PostgresAdapter, PostgresDialect, type SelectQueryBuilder, type Transaction } from "kysely"
import pg from "pg"
import type { PageQuery } from "../../contract/endpoint.ts"
import { StartupError } from "../startup-error.ts"
import { type DiskState, startEmbeddedDatabase } from "./embedded/embedded-database.ts"
import { startMaintenance } from "./embedded/embedded-maintenance.ts"
import { migrate } from "./migrator.ts"
import { type CommitWith, createCommitWith, PipeliningDriver } from "./pipelining-driver.ts"
import { createPreparedStatements, createRunPrepared, type PreparedStatements, type RunPrepared } from "./prepared-statements.ts"
import { createErasureWatchPlugin, createWriteGuardPlugin } from "./query-plugins.ts"
import type { Tables } from "./tables.ts"

// Queries of very many rows with one text each: the driver makes no object of every row.

/** Runs a query whose one column is a text, and gives these texts in their order. */
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
  /** Runs a change whole or not at all; again when the database could not order it among others (40001). `end` spares it a round trip. */
  readonly transact: <A>(work: (db: Transaction<Tables>, end: CommitWith) => Promise<A>) => Promise<A>
  /** Runs what is asked all the time, faster. */
  readonly runPrepared: RunPrepared
  /** Reads very many lines of text. */
  readonly readTextColumn: ReadTextColumn
  /** What a write to its disk would meet; of another machine's it is not known. */
  readonly diskState: () => DiskState
  readonly close: () => Promise<void>
}

type Where = { readonly databaseUrl: string | null; readonly dataDir: string }

/** Opens and migrates, of `migrations` no further than those. Rejects with a reason that a person can act on. */
export const openDatabase = async (
  { databaseUrl, dataDir }: Where,
  log: (problem: string) => void,
  { patience = defaultTimeoutMs, migrations }: { readonly patience?: number; readonly migrations?: ReadonlyArray<string> } = {},
): Promise<Database> => {
  const { pool, disk, erased, rest, stop } =
    databaseUrl === null ? await startEmbeddedPool(dataDir, log, patience) : connectToServer(databaseUrl, patience)
  // A connection that breaks while it is idle: the pool has dropped it already and makes another.
  pool.on("error", (error) => log(error.message))
  // One that breaks while it is used fails its query, which is answered; without a listener it would end the process too.
  pool.on("connect", (client) => void client.on("error", () => undefined))
  const plans = createPreparedStatements()
  const db = new Kysely<Tables>({
    dialect: new Dialect(pool, plans),
    plugins: [createWriteGuardPlugin(disk), createErasureWatchPlugin(erased)],
  })
  const close = async () => {
    await rest()
    await db.destroy()
    await stop()
  }
  try {
    await retryTransient(() => migrate(db, migrations))
  } catch (error) {
    await close()
    throw error
  }
  return {
    db,
    transact: (work) =>
      retryTransient(() => plans.runOrReprepare(() => db.transaction().execute((change) => work(change, createCommitWith(change))))),
    runPrepared: createRunPrepared(pool, plans),
    readTextColumn: createReadTextColumn(pool),
    diskState: disk,
    close,
  }
}

const wait = { connectionTimeoutMillis: 10_000 } as const
/** Milliseconds of silence after which a query is given up: an engine that hangs, or a line that was cut without either end knowing. */
const defaultTimeoutMs = 60_000

const startEmbeddedPool = async (dataDir: string, log: (problem: string) => void, patience: number) => {
  const engine = await startEmbeddedDatabase(dataDir, log, patience)
  const pool = new pg.Pool({
    ...wait,
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    user: "postgres",
    database: "postgres",
    stream: engine.socket,
  })
  const upkeep = startMaintenance(pool, { isWritable: () => engine.disk() === "ready" }, log)
  return {
    pool,
    disk: engine.disk,
    erased: upkeep.markErased,
    rest: upkeep.stop,
    stop: engine.stop,
  }
}

const connectToServer = (connectionString: string, patience: number) => ({
  pool: new pg.Pool({ ...wait, pipeline: true, connectionString, max: 10, stream: () => createTimeoutSocket(patience) }),
  disk: () => "ready" as const,
  // Its files are another program's, which cleans up after itself.
  erased: () => undefined,
  rest: async () => undefined,
  stop: async () => undefined,
})

/** The pool closes connections that are idle long before this, so one that is silent has a query waiting. */
const createTimeoutSocket = (patience: number): Socket => {
  const socket = new Socket()
  return socket.setTimeout(patience, () => {
    const heard = socket.bytesRead
    // Where it was this process that stood still, the answer has come and is read before that.
    setImmediate(() => socket.bytesRead === heard && socket.destroy())
  })
}

/** Migrations take a row lock of their own (migrator.ts): advisory locks are not known to distributed engines. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {
    // Held already.
  }
  override async releaseMigrationLock(): Promise<void> {
    // Ends with the transaction.
  }
}
class Dialect extends PostgresDialect {
  readonly #driver: PipeliningDriver
  constructor(pool: pg.Pool, plans: PreparedStatements) {
    super({ pool })
    this.#driver = new PipeliningDriver(pool, plans)
  }
  override createDriver(): PipeliningDriver {
    return this.#driver
  }
  override createAdapter(): Adapter {
    return new Adapter()
  }
}

/** Not ordered among others, a deadlock, and two processes that make one table at once. */
const transientCodes: ReadonlySet<string> = new Set(["40001", "40P01", "42P07", "23505:pg_type_typname_nsp_index"])
const tries = 5

const retryTransient = async <A>(work: () => Promise<A>): Promise<A> => {
  for (let left = tries; ; left--)
    try {
      return await work()
    } catch (error) {
      if (left === 1 || !(error instanceof pg.DatabaseError)) throw error
      if (!transientCodes.has(error.code ?? "") && !transientCodes.has(`${error.code}:${error.constraint}`)) throw error
    }
}

// Opening the database on behalf of a person: what keeps it from being opened is said in a line.

/** As `openDatabase`; rejects with a `Refusal`. */
export const openDatabaseAtStartup = (...given: Parameters<typeof openDatabase>): Promise<Database> =>
  openDatabase(...given).catch((error: unknown) => {
    throw error instanceof StartupError ? error : new StartupError(`the database cannot be opened: ${reasonOf(error)}`, { cause: error })
  })

/** A refused connection has no message of its own, only a code. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error)

// A page of what a query gives (adapters/contract/endpoint.ts). The query says an order that leaves no two rows equal.

/** Without a limit it is all the rest. */
export const paginate = <Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { limit, offset = 0 }: PageQuery,
): SelectQueryBuilder<Db, Table, Row> => (limit === undefined ? query.offset(offset) : query.limit(limit).offset(offset))
