// The database: the embedded one in the data folder, or the PostgreSQL server of DATABASE_URL, behind one driver and one dialect.
import { Socket } from "node:net"
import { Kysely, PostgresAdapter, PostgresDialect, type Transaction } from "kysely"
import pg from "pg"
import { Driver, type EndWith, ending } from "./driver.ts"
import { type Disk, startEmbedded } from "./embedded.ts"
import { noticingErased } from "./erased.ts"
import { type ReadLines, readLines } from "./lines.ts"
import { maintain } from "./maintain.ts"
import { migrate } from "./migrate.ts"
import { newPlans, type Plans, type ReadOften, readOften } from "./often.ts"
import type { Tables } from "./tables.ts"
import { onlyWhereWritable } from "./writable.ts"

export type Db = Kysely<Tables>

export type Database = {
  readonly db: Db
  /** Runs a change whole or not at all; again when the database could not order it among others (40001). `end` spares it a round trip. */
  readonly transact: <A>(work: (db: Transaction<Tables>, end: EndWith) => Promise<A>) => Promise<A>
  /** Runs what is asked all the time, faster. */
  readonly readOften: ReadOften
  /** Reads very many lines of text. */
  readonly readLines: ReadLines
  /** What a write to its disk would meet; of another machine's it is not known. */
  readonly disk: () => Disk
  readonly close: () => Promise<void>
}

type Where = { readonly databaseUrl: string | null; readonly dataDir: string }

/** Opens and migrates, of `migrations` no further than those. Rejects with a reason that a person can act on. */
export const openDatabase = async (
  { databaseUrl, dataDir }: Where,
  log: (problem: string) => void,
  { patience = usualPatience, migrations }: { readonly patience?: number; readonly migrations?: ReadonlyArray<string> } = {},
): Promise<Database> => {
  const { pool, disk, erased, rest, stop } = databaseUrl === null ? await embedded(dataDir, log, patience) : served(databaseUrl, patience)
  // A connection that breaks while it is idle: the pool has dropped it already and makes another.
  pool.on("error", (error) => log(error.message))
  // One that breaks while it is used fails its query, which is answered; without a listener it would end the process too.
  pool.on("connect", (client) => void client.on("error", () => undefined))
  const plans = newPlans()
  const db = new Kysely<Tables>({ dialect: new Dialect(pool, plans), plugins: [onlyWhereWritable(disk), noticingErased(erased)] })
  const close = async () => {
    await rest()
    await db.destroy()
    await stop()
  }
  try {
    await retrying(() => migrate(db, migrations))
  } catch (error) {
    await close()
    throw error
  }
  return {
    db,
    transact: (work) => retrying(() => plans.orWithout(() => db.transaction().execute((change) => work(change, ending(change))))),
    readOften: readOften(pool, plans),
    readLines: readLines(pool),
    disk,
    close,
  }
}

const wait = { connectionTimeoutMillis: 10_000 } as const
/** Milliseconds of silence after which a query is given up: an engine that hangs, or a line that was cut without either end knowing. */
const usualPatience = 60_000

const embedded = async (dataDir: string, log: (problem: string) => void, patience: number) => {
  const engine = await startEmbedded(dataDir, log, patience)
  const pool = new pg.Pool({
    ...wait,
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    user: "postgres",
    database: "postgres",
    stream: engine.socket,
  })
  const upkeep = maintain(pool, { isWritable: () => engine.disk() === "ready" }, log)
  return {
    pool,
    disk: engine.disk,
    erased: upkeep.erased,
    rest: upkeep.stop,
    stop: engine.stop,
  }
}

const served = (connectionString: string, patience: number) => ({
  pool: new pg.Pool({ ...wait, pipeline: true, connectionString, max: 10, stream: () => impatient(patience) }),
  disk: () => "ready" as const,
  // Its files are another program's, which cleans up after itself.
  erased: () => undefined,
  rest: async () => undefined,
  stop: async () => undefined,
})

/** The pool closes connections that are idle long before this, so one that is silent has a query waiting. */
const impatient = (patience: number): Socket => {
  const socket = new Socket()
  return socket.setTimeout(patience, () => {
    const heard = socket.bytesRead
    // Where it was this process that stood still, the answer has come and is read before that.
    setImmediate(() => socket.bytesRead === heard && socket.destroy())
  })
}

/** Migrations take a row lock of their own (migrate.ts): advisory locks are not known to distributed engines. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {
    // Held already.
  }
  override async releaseMigrationLock(): Promise<void> {
    // Ends with the transaction.
  }
}
class Dialect extends PostgresDialect {
  readonly #driver: Driver
  constructor(pool: pg.Pool, plans: Plans) {
    super({ pool })
    this.#driver = new Driver(pool, plans)
  }
  override createDriver(): Driver {
    return this.#driver
  }
  override createAdapter(): Adapter {
    return new Adapter()
  }
}

/** Not ordered among others, a deadlock, and two processes that make one table at once. */
const passing: ReadonlySet<string> = new Set(["40001", "40P01", "42P07", "23505:pg_type_typname_nsp_index"])
const tries = 5

const retrying = async <A>(work: () => Promise<A>): Promise<A> => {
  for (let left = tries; ; left--)
    try {
      return await work()
    } catch (error) {
      if (left === 1 || !(error instanceof pg.DatabaseError)) throw error
      if (!passing.has(error.code ?? "") && !passing.has(`${error.code}:${error.constraint}`)) throw error
    }
}
