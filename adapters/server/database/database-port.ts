// The database for another thread of this process: its queries travel over a MessagePort and run on the connections of the main thread, because
// the embedded database has only one.
import type { MessagePort } from "node:worker_threads"
import {
  CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely"
import pg from "pg"
import { type Database, retryTransient } from "./database.ts"
import type { DiskState } from "./embedded/embedded-database.ts"
import { createCommitWith } from "./pipelining-driver.ts"
import { createErasureWatchPlugin, createWriteGuardPlugin } from "./query-plugins.ts"
import type { Tables } from "./tables.ts"

type Query = { readonly sql: string; readonly parameters: ReadonlyArray<unknown> }

type DatabaseCall =
  | { readonly kind: "query"; readonly transaction: number | null; readonly query: Query }
  | { readonly kind: "prepared"; readonly query: Query }
  | { readonly kind: "texts"; readonly query: Query }
  | { readonly kind: "begin"; readonly transaction: number; readonly settings: TransactionSettings }
  | { readonly kind: "commit"; readonly transaction: number }
  | { readonly kind: "rollback"; readonly transaction: number }
  /** Personal data was erased. */
  | { readonly kind: "erased" }

type NumberedCall = { readonly id: number; readonly call: DatabaseCall }
type CallFailure = { readonly message: string; readonly fields: object; readonly isDatabaseError: boolean }
type CallReply = { readonly id: number; readonly result?: unknown; readonly failure?: CallFailure }

/** Runs the calls of a port. The function that is returned rolls back what the other thread has not committed. */
export const serveDatabase = (database: Database, port: MessagePort): (() => Promise<void>) => {
  const transactions = new Map<number, ControlledTransaction<Tables>>()
  const takeTransaction = (id: number): ControlledTransaction<Tables> => {
    const transaction = getTransaction(id)
    transactions.delete(id)
    return transaction
  }
  const getTransaction = (id: number): ControlledTransaction<Tables> => {
    const transaction = transactions.get(id)
    if (transaction === undefined) throw new Error("the transaction has ended")
    return transaction
  }
  const run = async (call: DatabaseCall): Promise<unknown> => {
    switch (call.kind) {
      case "begin":
        transactions.set(call.transaction, await beginTransaction(database, call.settings))
        return null
      case "commit":
        return takeTransaction(call.transaction).commit().execute()
      case "rollback":
        return takeTransaction(call.transaction).rollback().execute()
      case "query":
        return (call.transaction === null ? database.db : getTransaction(call.transaction)).executeQuery(toCompiledQuery(call.query))
      case "prepared":
        return database.runPrepared(toCompiledQuery(call.query), call.query.parameters)
      case "texts":
        return database.readTextColumn(toCompiledQuery<{ readonly text: string }>(call.query))
      case "erased":
        return database.markErased()
    }
  }
  port.on("message", ({ id, call }: NumberedCall) => {
    run(call).then(
      (result) => port.postMessage({ id, result } satisfies CallReply),
      (error: unknown) => port.postMessage({ id, failure: toFailure(error) } satisfies CallReply),
    )
  })
  return async () => {
    port.close()
    await Promise.allSettled([...transactions.values()].map((transaction) => transaction.rollback().execute()))
  }
}

const toCompiledQuery = <Row>({ sql, parameters }: Query): CompiledQuery<Row> => ({ ...CompiledQuery.raw(sql, [...parameters]) })

const beginTransaction = ({ db }: Database, { isolationLevel, accessMode }: TransactionSettings) => {
  const builder = db.startTransaction()
  const isolated = isolationLevel === undefined ? builder : builder.setIsolationLevel(isolationLevel)
  return (accessMode === undefined ? isolated : isolated.setAccessMode(accessMode)).execute()
}

/** What handlers read of an error; cloning an error keeps only its message. */
const toFailure = (error: unknown): CallFailure => {
  const { code, constraint } = Object(error)
  return {
    message: error instanceof Error ? error.message : String(error),
    fields: { ...(code !== undefined && { code }), ...(constraint !== undefined && { constraint }) },
    isDatabaseError: error instanceof pg.DatabaseError,
  }
}

const fromFailure = ({ message, fields, isDatabaseError }: CallFailure): Error =>
  Object.assign(isDatabaseError ? new pg.DatabaseError(message, message.length, "error") : new Error(message), fields)

/** Opens the database of the main thread; `disk` is the state of the disk as the main thread sees it. */
export const openDatabaseOverPort = (port: MessagePort, disk: () => DiskState): Database => {
  const call = createCall(port)
  const markErased = () => void call({ kind: "erased" })
  const plugins: Array<KyselyPlugin> = [createWriteGuardPlugin(disk), createErasureWatchPlugin(markErased)]
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PortDriver(call),
      createIntrospector: (it) => new PostgresIntrospector(it),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins,
  })
  let retries = 0
  return {
    db,
    transact: (work) =>
      retryTransient(
        () => db.transaction().execute((trx) => work(trx, createCommitWith(trx))),
        () => retries++,
      ),
    countRetriedTransactions: () => retries,
    runPrepared: <Row>({ sql }: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>) =>
      call<ReadonlyArray<Row>>({ kind: "prepared", query: { sql, parameters } }),
    readTextColumn: ({ sql, parameters }) => call<ReadonlyArray<string>>({ kind: "texts", query: { sql, parameters } }),
    diskState: disk,
    markErased,
    close: async () => port.close(),
  }
}

/** Sends a call and returns its result, whose type the caller knows. */
type Call = <Result>(call: DatabaseCall, transferred?: ReadonlyArray<ArrayBuffer>) => Promise<Result>

const createCall = (port: MessagePort): Call => {
  const waiting = new Map<number, (reply: CallReply) => void>()
  let lastId = 0
  port.on("message", (reply: CallReply) => {
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  return <Result>(call: DatabaseCall, transferred: ReadonlyArray<ArrayBuffer> = []) =>
    new Promise<Result>((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, ({ result, failure }) => {
        if (failure === undefined)
          resolve(result as Result) // a message has no type; each kind of call has one kind of result
        else reject(fromFailure(failure))
      })
      port.postMessage({ id, call } satisfies NumberedCall, [...transferred])
    })
}

/** A text of more characters is sent to the database as the bytes that it is stored as, so that the main thread need not encode it. */
const longTextLength = 64 * 1024

const encodeLongText = (value: unknown): unknown =>
  typeof value === "string" && value.length > longTextLength ? new TextEncoder().encode(value) : value

/** Returns the memory of the long texts among encoded parameters, which is passed on without copying it. */
const listLongTexts = (encoded: ReadonlyArray<unknown>, parameters: ReadonlyArray<unknown>): ReadonlyArray<ArrayBuffer> =>
  encoded.flatMap((value, i) =>
    value !== parameters[i] && value instanceof Uint8Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  )

class PortConnection implements DatabaseConnection {
  readonly #call: Call
  transaction: number | null = null

  constructor(call: Call) {
    this.#call = call
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const query = { sql, parameters: parameters.map(encodeLongText) }
    return this.#call<QueryResult<Row>>(
      { kind: "query", transaction: this.transaction, query },
      listLongTexts(query.parameters, parameters),
    )
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("queries are not read as streams")
  }
}

class PortDriver implements Driver {
  readonly #call: Call
  #lastTransaction = 0

  constructor(call: Call) {
    this.#call = call
  }

  async init(): Promise<void> {
    // The main thread has opened the database.
  }

  async acquireConnection(): Promise<PortConnection> {
    return new PortConnection(this.#call)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const transaction = ++this.#lastTransaction
    await this.#call({ kind: "begin", transaction, settings })
    asPortConnection(connection).transaction = transaction
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#end("commit", connection)
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#end("rollback", connection)
  }

  async releaseConnection(): Promise<void> {
    // A connection of the main thread is held by a transaction, and released with it.
  }

  async destroy(): Promise<void> {
    // The main thread closes the database.
  }

  async #end(kind: "commit" | "rollback", connection: DatabaseConnection): Promise<void> {
    const ended = asPortConnection(connection)
    const { transaction } = ended
    ended.transaction = null
    if (transaction !== null) await this.#call({ kind, transaction })
  }
}

const asPortConnection = (connection: DatabaseConnection): PortConnection => {
  if (connection instanceof PortConnection) return connection
  throw new TypeError("a connection of another driver")
}
