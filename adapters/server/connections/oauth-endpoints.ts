// Endpoints that authorize a connection by OAuth: the redirect to the OAuth server, and the way back.
import type { FastifyRequest } from "fastify"
import { hasRight } from "../../../domain/accounts/rights.ts"
import { encodeOutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import * as contract from "../../contract/connection-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { connectionByIdEndpoint, type EndpointHandler, RawResponse, userEndpoint } from "../http/endpoint-handler.ts"
import { forbidden, HttpError, notFound, validationFailed } from "../http/http-error.ts"
import { wantsHtml } from "../pages/console-pages.ts"
import { createOneTimeToken, spendOneTimeToken } from "../security/one-time-tokens.ts"
import type { ServerContext } from "../server-context.ts"
import { decryptConnection, encryptTokens, selectConnection } from "./connection-repository.ts"
import {
  type AuthorizationState,
  buildAuthorizationUrl,
  decodeAuthorizationState,
  exchangeAuthorizationCode,
  homePath,
  toConsolePath,
} from "./oauth-client.ts"

const buildTokenScope = (user: string, id: string) => ({ purpose: "authorize connection", user, target: id })

const authorize = connectionByIdEndpoint(
  contract.authorizeConnection,
  "community.connections",
  async (context, { user, community, payload: { returnUrl }, params: { id }, reply }) => {
    const row = await selectConnection(context.database.db, { community: community.uuid, id }).executeTakeFirst()
    if (row === undefined) throw notFound()
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

export const oauthEndpoints: ReadonlyArray<EndpointHandler> = [
  redirectBrowsers(finishAuthorization, getRefusedPath),
  redirectBrowsers(authorize),
]
