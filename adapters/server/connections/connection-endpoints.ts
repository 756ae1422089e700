// Connections to CRMs and the like, and what scripts take from them (adapters/contract/connection-contract.ts).
import { randomUUIDv7 } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { fakeConversation } from "../../../domain/actions/fake-conversation.ts"
import { hasRight } from "../../../domain/communities/rights.ts"
import {
  type ConnectionPayload,
  changesDestination,
  connectionProblems,
  emptyConnection,
  mappers,
  unmaskConnection,
} from "../../../domain/connections/connection.ts"
import { dataPointProblems } from "../../../domain/connections/data-point.ts"
import { encodeOutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import { isViewOnly } from "../../../domain/script/live-lock.ts"
import * as contract from "../../contract/connection-contract.ts"
import * as dataPoints from "../../contract/connection-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { type Db, paginate } from "../database/database.ts"
import {
  communityEndpoint,
  connectionByIdEndpoint,
  type EndpointHandler,
  RawResponse,
  scriptByIdEndpoint,
  userEndpoint,
} from "../http/endpoint-handler.ts"
import { forbidden, HttpError, notFound, validationFailed } from "../http/http-error.ts"
import { toDeliveryAttempt } from "../outbound/outbound-attempt.ts"
import { wantsHtml } from "../pages/console-pages.ts"
import { listDataPoints } from "../scripts/data-point-endpoints.ts"
import { listedScriptFromRow, lockScriptRow } from "../scripts/script-repository.ts"
import { createOneTimeToken, spendOneTimeToken } from "../security/one-time-tokens.ts"
import type { ServerContext } from "../server-context.ts"
import { buildConnectionRequest, callConnection } from "./connection-call.ts"
import { type ConnectionRow, decryptConnection, encryptConnection, encryptTokens, toListedConnection } from "./connection-repository.ts"
import {
  type AuthorizationState,
  buildAuthorizationUrl,
  decodeAuthorizationState,
  exchangeAuthorizationCode,
  homePath,
  toConsolePath,
} from "./oauth-client.ts"

const listMappers = userEndpoint(contract.listMappers, null, async () => mappers)

const list = communityEndpoint(
  contract.listConnections,
  "connections.list",
  async ({ database: { db }, secret, now }, { user, community, payload }) => {
    await recordAuditEvent(db, { community: community.uuid, user, action: "connections.read", thing: `community ${community.slug}` }, now())
    const all = db.selectFrom("connections").selectAll().where("community_id", "=", community.uuid).orderBy("id")
    const rows = await paginate(all, payload).execute()
    return rows.map((row) => toListedConnection(secret, row))
  },
)

const refuseBroken = (payload: ConnectionPayload): void => {
  const problems = connectionProblems(payload)
  if (problems.length > 0) throw validationFailed(...problems.map(({ field, key }) => ({ field, message: key })))
}

const add = communityEndpoint(contract.addConnection, "community.connections", ({ database, secret, now }, { user, community, payload }) =>
  database.transact(async (change) => {
    // A mask stands for nothing yet.
    const kept = unmaskConnection(payload, emptyConnection)
    refuseBroken(kept)
    const id = randomUUIDv7()
    const row = {
      id,
      community_id: community.uuid,
      sealed: encryptConnection(secret, id, kept),
      tokens: null,
      renewing_until: null,
      refusal: null,
      made_at: now(),
    }
    await change.insertInto("connections").values(row).execute()
    await recordAuditEvent(change, { community: community.uuid, user, action: "connection.add", thing: `connection ${id}` }, now())
    return toListedConnection(secret, row)
  }),
)

const selectConnection = (db: Db, { community, id }: { readonly community: string; readonly id: string }) =>
  db.selectFrom("connections").selectAll().where("community_id", "=", community).where("id", "=", id)

const requireRow = (row: ConnectionRow | undefined): ConnectionRow => {
  if (row === undefined) throw notFound()
  return row
}

const edit = connectionByIdEndpoint(
  contract.editConnection,
  "community.connections",
  ({ database, secret, now }, { user, community, payload, params: { id } }) =>
    database.transact(async (change) => {
      // Held: access that is renewed meanwhile must not be put back to what it was.
      const row = requireRow(await selectConnection(change, { community: community.uuid, id }).forUpdate().executeTakeFirst())
      const before = decryptConnection(secret, row)
      const kept = unmaskConnection(payload, before)
      refuseBroken(kept)
      const next = {
        ...row,
        sealed: encryptConnection(secret, row.id, kept),
        // Access was given for where it led before.
        tokens: changesDestination(payload, before) || payload.authType !== before.authType ? null : row.tokens,
        // It was said of the connection as it was.
        refusal: null,
      }
      const { sealed, tokens, refusal } = next
      await change.updateTable("connections").set({ sealed, tokens, refusal }).where("id", "=", row.id).execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "connection.edit", thing: `connection ${row.id}` }, now())
      return toListedConnection(secret, next)
    }),
)

const remove = connectionByIdEndpoint(
  contract.removeConnection,
  "community.connections",
  ({ database, now }, { user, community, params: { id } }) =>
    database.transact(async (change) => {
      const row = requireRow(await selectConnection(change, { community: community.uuid, id }).executeTakeFirst())
      await change.deleteFrom("connections").where("id", "=", row.id).execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "connection.delete", thing: `connection ${row.id}` }, now())
      return {}
    }),
)

const buildTokenScope = (user: string, id: string) => ({ purpose: "authorize connection", user, thing: id })

const authorize = connectionByIdEndpoint(
  contract.authorizeConnection,
  "community.connections",
  async (context, { user, community, payload: { returnUrl }, params: { id }, reply }) => {
    const row = requireRow(await selectConnection(context.database.db, { community: community.uuid, id }).executeTakeFirst())
    const token = await createOneTimeToken(context.database.db, buildTokenScope(user.uuid, row.id), context.now())
    const state: AuthorizationState = { id: row.id, token, returnTo: toConsolePath(returnUrl, context.publicUrl()) }
    const address = buildAuthorizationUrl(context, decryptConnection(context.secret, row), state)
    if (address === null) throw validationFailed({ field: "fields.authEndpoint", message: "ERROR.FIELD_URL" })
    return redirectTo(reply, address)
  },
  { changes: true },
)

const redirectTo = (reply: { readonly code: (status: number) => unknown }, location: string): RawResponse => {
  reply.code(302)
  return new RawResponse("text/plain", "", { location })
}

/** Comes from the owner's site. That it was asked for here, by this person, is what the state's token says. */
const finishAuthorization = userEndpoint(
  contract.authorizationCallback,
  null,
  async (context, { user, payload: { state: text, ...said }, reply }) => {
    const state = decodeAuthorizationState(text ?? "")
    if (state === undefined) throw forbidden()
    const { database, secret, now } = context
    const isAsked = await database.transact((change) => spendOneTimeToken(change, state.token, buildTokenScope(user.uuid, state.id), now()))
    if (!isAsked) throw forbidden()
    const row = await database.db
      .selectFrom("connections")
      .innerJoin("communities", "communities.id", "connections.community_id")
      .selectAll("connections")
      .select("communities.slug")
      .where("connections.id", "=", state.id)
      .executeTakeFirst()
    if (row === undefined || !hasRight(user, "community.connections", row.slug)) throw notFound()
    const { tokens, why } = await exchangeAuthorizationCode(context, decryptConnection(secret, row), said, state)
    const next =
      tokens === null ? { refusal: encodeOutboundFailure(why) } : { tokens: encryptTokens(secret, row.id, tokens), refusal: null }
    const isKept = await database.transact(async (change) => {
      // [O5] Access was given for the connection as it was; one that was edited meanwhile may lead elsewhere.
      const its = change.updateTable("connections").set(next).where("id", "=", row.id).where("sealed", "=", row.sealed)
      const { numUpdatedRows } = await its.executeTakeFirstOrThrow()
      if (numUpdatedRows !== 1n || tokens === null) return false
      const thing = `connection ${row.id}`
      await recordAuditEvent(change, { community: row.community_id, user, action: "connection.authorize", thing }, now())
      return true
    })
    return redirectTo(reply, buildReturnPath(context, state, isKept))
  },
)

const buildReturnPath = ({ publicUrl }: ServerContext, { returnTo }: Pick<AuthorizationState, "returnTo">, isKept: boolean): string => {
  const back = new URL(toConsolePath(returnTo, publicUrl()), publicUrl())
  back.searchParams.set("connection", isKept ? "authorized" : "refused")
  return `${back.pathname}${back.search}`
}

/**
 * Of a call that a browser is led to as to a page: who is not signed in (any more) is led to the sign-in and from there on, and who is
 * refused is led to where `refused` says; programs get their answer as ever.
 */
const redirectBrowsers = (
  call: EndpointHandler,
  refused?: (context: ServerContext, request: FastifyRequest) => string,
): EndpointHandler => ({
  ...call,
  answer: async (context, request, reply) => {
    try {
      return await call.answer(context, request, reply)
    } catch (error) {
      if (!(error instanceof HttpError) || !wantsHtml(request)) throw error
      if (error.status === 401) return redirectTo(reply, `/login?next=${encodeURIComponent(request.url)}`)
      if (refused === undefined) throw error
      return redirectTo(reply, refused(context, request))
    }
  },
})

const refusedAt = (context: ServerContext, { query }: FastifyRequest): string => {
  const text: unknown = typeof query === "object" && query !== null && "state" in query ? query.state : ""
  return buildReturnPath(context, decodeAuthorizationState(String(text)) ?? { returnTo: homePath }, false)
}

const saveDataPoints = scriptByIdEndpoint(
  dataPoints.saveDataPoints,
  "scripts.data-points",
  ({ database, now }, { user, community, payload, params: { id } }) =>
    database.transact(async (change) => {
      const script = await lockScriptRow(change, { community: community.uuid, id })
      if (script === undefined) throw notFound()
      if (isViewOnly(listedScriptFromRow(script).status))
        throw validationFailed({ field: "status", message: "A deleted chat is not changed." })
      const known = await change.selectFrom("connections").select("id").where("community_id", "=", community.uuid).execute()
      const problems = dataPointProblems(payload, new Set(known.map((it) => it.id)))
      if (problems.length > 0) throw validationFailed(...problems.map(({ field, key }) => ({ field, message: key })))
      const row = { fields: JSON.stringify(payload), saved_at: now() }
      await change
        .insertInto("data_points")
        .values({ script_id: id, ...row })
        .onConflict((its) => its.column("script_id").doUpdateSet(row))
        .execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "script.data-points", thing: `script ${id}` }, now())
      return "ok" as const
    }),
)

const showDataPoints = scriptByIdEndpoint(dataPoints.readDataPoints, "scripts.read", async ({ database: { db } }, { params: { id } }) => ({
  fields: await listDataPoints(db, id),
}))

/** Somebody who does not exist, so that a connection can be tried. */
const nobody = { cuuid: "00000000-0000-4000-8000-000000000000", respondent: "00000000-0000-4000-8000-000000000001" }

const test = connectionByIdEndpoint(contract.testConnection, "connections.test", async (context, { user, community, params: { id } }) => {
  const row = requireRow(await selectConnection(context.database.db, { community: community.uuid, id }).executeTakeFirst())
  const at = context.now()
  await recordAuditEvent(
    context.database.db,
    { community: community.uuid, user, action: "connection.test", thing: `connection ${row.id}` },
    at,
  )
  const conversation = fakeConversation({ instructions: [] }, { ...nobody, now: at.toISOString() })
  const made = await callConnection(
    context,
    row,
    (connection, access) => buildConnectionRequest(connection, { said: { head: {}, given: {} }, conversation, access }),
    (_, make) => make(),
  )
  return toDeliveryAttempt(made)
})

export const connectionEndpoints: ReadonlyArray<EndpointHandler> = [
  listMappers,
  list,
  add,
  edit,
  remove,
  redirectBrowsers(finishAuthorization, refusedAt),
  redirectBrowsers(authorize),
  saveDataPoints,
  showDataPoints,
  test,
]
