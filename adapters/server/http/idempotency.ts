// `Idempotency-Key`: a repeated creating request gets the first response and is executed once. The key is stored in the
// request's own transaction, so neither exists without the other.
import type { FastifyRequest } from "fastify"
import { type CompiledQuery, sql, type Transaction } from "kysely"
import { isUuid } from "../../../domain/uuid.ts"
import type { Database, Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { ServerContext } from "../server-context.ts"
import { requireSession } from "./endpoint-handler.ts"
import { badRequest, HttpError } from "./http-error.ts"

/** Milliseconds for which a repeated request gets the first response. */
export const idempotencyWindowMs = 24 * 3_600_000

const about = "idempotency"

/** Syntax of a key. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/

/** What idempotency needs of the context. */
type IdempotencyContext = Pick<ServerContext, "database" | "secret" | "cookies" | "now">

type IdempotentWork<Where> = {
  readonly answer: (context: Where) => Promise<unknown>
  /** Authorizes a replay: a caller's rights may have changed since the first request. */
  readonly admit: (context: Where) => Promise<unknown>
  /** Represents the request's body if that is not JSON. */
  readonly body?: unknown
}

/** Executes a creating request, or returns the stored response if its key was used before. */
export const runIdempotently = async <Where extends IdempotencyContext>(
  context: Where,
  request: FastifyRequest,
  { answer, admit, body = request.body ?? null }: IdempotentWork<Where>,
): Promise<unknown> => {
  const given = request.headers["idempotency-key"]
  if (given === undefined) return answer(context)
  if (typeof given !== "string" || !idempotencyKeyPattern.test(given))
    throw badRequest("An Idempotency-Key has 1 to 200 visible ASCII characters.")
  const { user } = await requireSession(context, request)
  const key = `${user.uuid}/${given}`
  // A keyed hash, because a body may contain a password. Responses are encrypted, because they may contain links that
  // are stored nowhere else.
  const asked = context.secret.signWithAllKeys(about, JSON.stringify([request.method, request.url, body]))
  return context.database.transact(async (change) => {
    const at = context.now()
    await deleteExpiredResponses(change, at, key)
    // A concurrent request with the same key waits here until the first has finished.
    const { numInsertedOrUpdatedRows } = await change
      .insertInto("idempotency")
      .values({ key, user_id: user.uuid, request: asked[0] ?? "", answer: null, thing: null, made_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    const inside = { ...context, database: nestInTransaction(context.database, change) }
    if (numInsertedOrUpdatedRows !== 1n) {
      await admit(inside)
      return readEarlierResponse(context, change, { key, asked })
    }
    const made = await answer(inside)
    await change
      .updateTable("idempotency")
      .set({ answer: context.secret.encrypt(JSON.stringify(made), about), thing: findTarget(made, request) })
      .where("key", "=", key)
      .execute()
    return made
  })
}

type Again = { readonly key: string; readonly asked: ReadonlyArray<string> }

const readEarlierResponse = async (
  { secret }: IdempotencyContext,
  change: Transaction<Tables>,
  { key, asked }: Again,
): Promise<unknown> => {
  const earlier = await change.selectFrom("idempotency").select(["request", "answer"]).where("key", "=", key).executeTakeFirstOrThrow()
  if (!asked.includes(earlier.request) || earlier.answer === null)
    throw new HttpError(422, { message: "This Idempotency-Key was used for another request." })
  return JSON.parse(secret.decrypt(earlier.answer, about))
}

/** The database as the handler sees it: its transactions become savepoints of this one. */
const nestInTransaction = (database: Database, change: Transaction<Tables>): Database => ({
  ...database,
  db: change,
  runPrepared: async <Row>(query: CompiledQuery<Row>, parameters: ReadonlyArray<unknown>) =>
    (await change.executeQuery<Row>({ ...query, parameters })).rows,
  readTextColumn: async (query) => (await change.executeQuery(query)).rows.map(({ text }) => text),
  transact: async (work) => {
    await sql`savepoint call`.execute(change)
    try {
      const done = await work(change, (query) => change.executeQuery(query.compile()))
      await sql`release savepoint call`.execute(change)
      return done
    } catch (error) {
      await sql`rollback to savepoint call`.execute(change)
      throw error
    }
  },
})

/** Returns the uuid of what was created, or else of what the path names. */
const findTarget = (made: unknown, { params }: FastifyRequest): string | null => {
  const named = [Object(made).uuid, Object(params).id].find((it) => typeof it === "string" && isUuid(it))
  return typeof named === "string" ? named : null
}

/** Deletes the stored responses about something that is erased. */
export const deleteIdempotentResponses = async (change: Transaction<Tables>, thing: string): Promise<void> => {
  await change.deleteFrom("idempotency").where("thing", "=", thing).execute()
}

/** Deletes expired responses: all, or that of one key. */
export const deleteExpiredResponses = async (db: Db, now: Date, key?: string): Promise<void> => {
  const old = db.deleteFrom("idempotency").where("made_at", "<", new Date(now.getTime() - idempotencyWindowMs))
  await (key === undefined ? old : old.where("key", "=", key)).execute()
}
