// Endpoints of connections to CRMs and other services: settings, OAuth authorization, test, and the data points of scripts.
import { randomUUIDv7 } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { hasRight } from "../../../domain/accounts/rights.ts"
import { createFakeConversation } from "../../../domain/actions/fake-conversation.ts"
import {
  type ConnectionPayload,
  changesDestination,
  connectionEditProblems,
  emptyConnection,
  mappers,
  unmaskConnection,
} from "../../../domain/connections/connection.ts"
import { separateQuery } from "../../../domain/connections/connection-query.ts"
import { dataPointProblems } from "../../../domain/connections/data-point.ts"
import { encodeOutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import { isViewOnly } from "../../../domain/revisions/live-lock.ts"
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
import { listedScriptFromRow, lockScriptRow } from "../scripts/script-repository.ts"
import { createOneTimeToken, spendOneTimeToken } from "../security/one-time-tokens.ts"
import type { ServerContext } from "../server-context.ts"
import { buildConnectionRequest, callConnection } from "./connection-call.ts"
import {
  type ConnectionRow,
  decryptConnection,
  encryptConnection,
  encryptTokens,
  listDataPoints,
  toListedConnection,
} from "./connection-repository.ts"
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
    await recordAuditEvent(
      db,
      { community: community.uuid, user, action: "connections.read", target: `community ${community.slug}` },
      now(),
    )
    const all = db.selectFrom("connections").selectAll().where("community_id", "=", community.uuid).orderBy("id")
    const rows = await paginate(all, payload).execute()
    return rows.map((row) => toListedConnection(secret, row))
  },
)

/** [O5] Returns the connection to store after an edit of `stored`; throws a 422 if it is invalid. */
const applyEdit = (payload: ConnectionPayload, stored: ConnectionPayload): ConnectionPayload => {
  const sent = separateQuery(payload)
  const problems = connectionEditProblems(sent, stored)
  if (problems.length > 0) throw validationFailed(...problems.map(({ field, key }) => ({ field, message: key })))
  return unmaskConnection(sent, stored)
}

const add = communityEndpoint(contract.addConnection, "community.connections", ({ database, secret, now }, { user, community, payload }) =>
  database.transact(async (change) => {
    // A new connection has no stored secrets that a mask could stand for.
    const unmasked = applyEdit(payload, emptyConnection)
    const id = randomUUIDv7()
    const row = {
      id,
      community_id: community.uuid,
      sealed: encryptConnection(secret, id, unmasked),
      tokens: null,
      renewing_until: null,
      refusal: null,
      made_at: now(),
    }
    await change.insertInto("connections").values(row).execute()
    await recordAuditEvent(change, { community: community.uuid, user, action: "connection.add", target: `connection ${id}` }, now())
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
      // Locked, so that a concurrent renewal of tokens is not overwritten.
      const row = requireRow(await selectConnection(change, { community: community.uuid, id }).forUpdate().executeTakeFirst())
      const before = decryptConnection(secret, row)
      const unmasked = applyEdit(payload, before)
      const next = {
        ...row,
        sealed: encryptConnection(secret, row.id, unmasked),
        // [O5] Access was granted for the previous destination.
        tokens: changesDestination(payload, before) || payload.authType !== before.authType ? null : row.tokens,
        // The refusal belongs to the previous settings.
        refusal: null,
      }
      const { sealed, tokens, refusal } = next
      await change.updateTable("connections").set({ sealed, tokens, refusal }).where("id", "=", row.id).execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "connection.edit", target: `connection ${row.id}` }, now())
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
      await recordAuditEvent(
        change,
        { community: community.uuid, user, action: "connection.delete", target: `connection ${row.id}` },
        now(),
      )
      return {}
    }),
)

const buildTokenScope = (user: string, id: string) => ({ purpose: "authorize connection", user, target: id })

const authorize = connectionByIdEndpoint(
  contract.authorizeConnection,
  "community.connections",
  async (context, { user, community, payload: { returnUrl }, params: { id }, reply }) => {
    const row = requireRow(await selectConnection(context.database.db, { community: community.uuid, id }).executeTakeFirst())
    const token = await createOneTimeToken(context.database.db, buildTokenScope(user.uuid, row.id), context.now())
    const state: AuthorizationState = { id: row.id, token, returnTo: toConsolePath(returnUrl, context.publicUrl()) }
    const url = buildAuthorizationUrl(context, decryptConnection(context.secret, row), state)
    if (url === null) throw validationFailed({ field: "fields.authEndpoint", message: "ERROR.FIELD_URL" })
    return redirectTo(reply, url)
  },
  { changes: true },
)

const redirectTo = (reply: { readonly code: (status: number) => unknown }, location: string): RawResponse => {
  reply.code(302)
  return new RawResponse("text/plain", "", { location })
}

/**
 * Called by the browser when it comes back from the OAuth server. The state's token proves that this user started the
 * authorization here.
 */
const finishAuthorization = userEndpoint(
  contract.authorizationCallback,
  null,
  async (context, { user, payload: { state: text, ...response }, reply }) => {
    const state = decodeAuthorizationState(text ?? "")
    if (state === undefined) throw forbidden()
    const { database, secret, now } = context
    const isRequested = await database.transact((change) =>
      spendOneTimeToken(change, state.token, buildTokenScope(user.uuid, state.id), now()),
    )
    if (!isRequested) throw forbidden()
    const row = await database.db
      .selectFrom("connections")
      .innerJoin("communities", "communities.id", "connections.community_id")
      .selectAll("connections")
      .select("communities.slug")
      .where("connections.id", "=", state.id)
      .executeTakeFirst()
    if (row === undefined || !hasRight(user, "community.connections", row.slug)) throw notFound()
    const { tokens, why } = await exchangeAuthorizationCode(context, decryptConnection(secret, row), response, state)
    const next =
      tokens === null ? { refusal: encodeOutboundFailure(why) } : { tokens: encryptTokens(secret, row.id, tokens), refusal: null }
    const isAuthorized = await database.transact(async (change) => {
      // [O5] Access was granted for the connection as it was; an edit in the meantime may have changed its destination.
      const update = change.updateTable("connections").set(next).where("id", "=", row.id).where("sealed", "=", row.sealed)
      const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
      if (numUpdatedRows !== 1n || tokens === null) return false
      const target = `connection ${row.id}`
      await recordAuditEvent(change, { community: row.community_id, user, action: "connection.authorize", target }, now())
      return true
    })
    return redirectTo(reply, buildReturnPath(context, state, isAuthorized))
  },
)

const buildReturnPath = (
  { publicUrl }: ServerContext,
  { returnTo }: Pick<AuthorizationState, "returnTo">,
  isAuthorized: boolean,
): string => {
  const url = new URL(toConsolePath(returnTo, publicUrl()), publicUrl())
  url.searchParams.set("connection", isAuthorized ? "authorized" : "refused")
  return `${url.pathname}${url.search}`
}

/**
 * For endpoints that a browser opens as a page: redirects signed-out users to the sign-in and back, and other errors to
 * `getErrorPath` if there is one. Programs still get the error response.
 */
const redirectBrowsers = (
  handler: EndpointHandler,
  getErrorPath?: (context: ServerContext, request: FastifyRequest) => string,
): EndpointHandler => ({
  ...handler,
  handle: async (context, request, reply) => {
    try {
      return await handler.handle(context, request, reply)
    } catch (error) {
      if (!(error instanceof HttpError) || !wantsHtml(request)) throw error
      if (error.status === 401) return redirectTo(reply, `/login?next=${encodeURIComponent(request.url)}`)
      if (getErrorPath === undefined) throw error
      return redirectTo(reply, getErrorPath(context, request))
    }
  },
})

const getRefusedPath = (context: ServerContext, { query }: FastifyRequest): string => {
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
      const connections = await change.selectFrom("connections").select("id").where("community_id", "=", community.uuid).execute()
      const problems = dataPointProblems(payload, new Set(connections.map((it) => it.id)))
      if (problems.length > 0) throw validationFailed(...problems.map(({ field, key }) => ({ field, message: key })))
      const row = { fields: JSON.stringify(payload), saved_at: now() }
      await change
        .insertInto("data_points")
        .values({ script_id: id, ...row })
        .onConflict((conflict) => conflict.column("script_id").doUpdateSet(row))
        .execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "script.data-points", target: `script ${id}` }, now())
      return "ok" as const
    }),
)

const showDataPoints = scriptByIdEndpoint(dataPoints.readDataPoints, "scripts.read", async ({ database: { db } }, { params: { id } }) => ({
  fields: await listDataPoints(db, id),
}))

/** A fictitious person for testing a connection. */
const testRespondent = { cuuid: "00000000-0000-4000-8000-000000000000", respondent: "00000000-0000-4000-8000-000000000001" }

const test = connectionByIdEndpoint(contract.testConnection, "connections.test", async (context, { user, community, params: { id } }) => {
  const row = requireRow(await selectConnection(context.database.db, { community: community.uuid, id }).executeTakeFirst())
  const at = context.now()
  await recordAuditEvent(
    context.database.db,
    { community: community.uuid, user, action: "connection.test", target: `connection ${row.id}` },
    at,
  )
  const conversation = createFakeConversation({ instructions: [] }, { ...testRespondent, now: at.toISOString() })
  const attempt = await callConnection(
    context,
    row,
    (connection, access) => buildConnectionRequest(connection, { said: { head: {}, given: {} }, conversation, access }),
    (_, makeAttempt) => makeAttempt(),
  )
  return toDeliveryAttempt(attempt)
})

export const connectionEndpoints: ReadonlyArray<EndpointHandler> = [
  listMappers,
  list,
  add,
  edit,
  remove,
  redirectBrowsers(finishAuthorization, getRefusedPath),
  redirectBrowsers(authorize),
  saveDataPoints,
  showDataPoints,
  test,
]
