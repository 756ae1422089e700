// `Idempotency-Key`: a repeated creating request is executed once and gets the first response. The key is stored in the
// request's own transaction, so neither exists without the other.
import type { FastifyRequest } from "fastify"
import { type CompiledQuery, sql, type Transaction } from "kysely"
import { isUuid } from "../../../domain/text/text-input.ts"
import type { Database, Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { ServerContext } from "../server-context.ts"
import { requireSession } from "./endpoint-handler.ts"
import { badRequest, HttpError } from "./http-error.ts"

/** Milliseconds for which a repeated request gets the first response. */
export const idempotencyWindowMs = 24 * 3_600_000

const purpose = "idempotency"

/** Syntax of a key. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/

/** What idempotency needs of the context. */
type IdempotencyContext = Pick<ServerContext, "database" | "secret" | "cookies" | "now">

type IdempotentWork<Context> = {
  readonly handle: (context: Context) => Promise<unknown>
  /** Authorizes a replay: a caller's rights may have changed since the first request. */
  readonly authorize: (context: Context) => Promise<unknown>
  /** Represents the request's body if that is not JSON. */
  readonly body?: unknown
}

/** Executes a creating request, or returns the stored response if its key was used before. */
export const runIdempotently = async <Context extends IdempotencyContext>(
  context: Context,
  request: FastifyRequest,
  { handle, authorize, body = request.body ?? null }: IdempotentWork<Context>,
): Promise<unknown> => {
  const idempotencyKey = request.headers["idempotency-key"]
  if (idempotencyKey === undefined) return handle(context)
  if (typeof idempotencyKey !== "string" || !idempotencyKeyPattern.test(idempotencyKey))
    throw badRequest("An Idempotency-Key has 1 to 200 visible ASCII characters.")
  const { user } = await requireSession(context, request)
  const key = `${user.uuid}/${idempotencyKey}`
  // A keyed hash, because a body may contain a password; responses are encrypted, because they may contain links.
  const requestHashes = context.secret.signWithAllKeys(purpose, JSON.stringify([request.method, request.url, body]))
  return context.database.transact(async (trx) => {
    const at = context.now()
    await deleteExpiredResponses(trx, at, key)
    // A concurrent request with the same key waits here until the first has finished.
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("idempotency")
      .values({ key, user_id: user.uuid, request: requestHashes[0] ?? "", response: null, target: null, made_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    const nestedContext = { ...context, database: nestInTransaction(context.database, trx) }
    if (numInsertedOrUpdatedRows !== 1n) {
      await authorize(nestedContext)
      return readEarlierResponse(context, trx, { key, requestHashes })
    }
    const response = await handle(nestedContext)
    await trx
      .updateTable("idempotency")
      .set({ response: context.secret.encrypt(JSON.stringify(response), purpose), target: findTarget(response, request) })
      .where("key", "=", key)
      .execute()
    return response
  })
}

type RepeatedRequest = { readonly key: string; readonly requestHashes: ReadonlyArray<string> }

const readEarlierResponse = async (
  { secret }: IdempotencyContext,
  trx: Transaction<Tables>,
  { key, requestHashes }: RepeatedRequest,
): Promise<unknown> => {
  const earlier = await trx.selectFrom("idempotency").select(["request", "response"]).where("key", "=", key).executeTakeFirstOrThrow()
  if (!requestHashes.includes(earlier.request) || earlier.response === null)
    throw new HttpError(422, { message: "This Idempotency-Key was used for another request." })
  return JSON.parse(secret.decrypt(earlier.response, purpose))
}

/** The database as the handler sees it: its transactions become savepoints of this one. */
const nestInTransaction = (database: Database, trx: Transaction<Tables>): Database => ({
  ...database,
  db: trx,
  runPrepared: async <Row>(query: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>) =>
    (await trx.executeQuery<Row>({ ...query, parameters })).rows,
  readTextColumn: async (query) => (await trx.executeQuery(query)).rows.map(({ text }) => text),
  transact: async (work) => {
    await sql`savepoint call`.execute(trx)
    try {
      const result = await work(trx, (query) => trx.executeQuery(query.compile()))
      await sql`release savepoint call`.execute(trx)
      return result
    } catch (error) {
      await sql`rollback to savepoint call`.execute(trx)
      throw error
    }
  },
})

/** Returns the uuid of what was created, or else of what the path names. */
const findTarget = (response: unknown, { params }: FastifyRequest): string | null => {
  const uuid = [Object(response).uuid, Object(params).id].find((it) => typeof it === "string" && isUuid(it))
  return typeof uuid === "string" ? uuid : null
}

/** Deletes the stored responses about something that is erased. */
export const deleteIdempotentResponses = async (trx: Transaction<Tables>, target: string): Promise<void> => {
  await trx.deleteFrom("idempotency").where("target", "=", target).execute()
}

/** Deletes expired responses: all, or that of one key. */
export const deleteExpiredResponses = async (db: Db, now: Date, key?: string): Promise<void> => {
  const query = db.deleteFrom("idempotency").where("made_at", "<", new Date(now.getTime() - idempotencyWindowMs))
  await (key === undefined ? query : query.where("key", "=", key)).execute()
}
