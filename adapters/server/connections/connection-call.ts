// Calls of connections: builds authenticated requests and sends them, renewing the access token once after a 401.
import {
  type ActionRequest,
  addIdempotencyKey,
  buildConnectionCall,
  type ConnectionCallFields,
} from "../../../domain/actions/outbound-request.ts"
import { type ConnectionPayload, usesOAuth } from "../../../domain/connections/connection.ts"
import type { OutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import { listSecrets } from "../../../domain/connections/response-redaction.ts"
import type { Conversation } from "../../../domain/conversations/conversation.ts"
import { isUuid } from "../../../domain/text/text-input.ts"
import type { Db } from "../database/database.ts"
import { attemptRequest, buildUncalledAttempt, type OutboundAttempt, type UncalledReason } from "../outbound/outbound-attempt.ts"
import type { OutboundRequest } from "../outbound/outbound-client.ts"
import type { ServerContext } from "../server-context.ts"
import { getAccessToken } from "./access-tokens.ts"
import { type ConnectionRow, decryptConnection } from "./connection-repository.ts"

/** Returns a connection of a community by its id, or null. */
export const findConnectionRow = async (db: Db, community: string, id: string): Promise<ConnectionRow | null> =>
  isUuid(id)
    ? ((await db.selectFrom("connections").selectAll().where("community_id", "=", community).where("id", "=", id).executeTakeFirst()) ??
      null)
    : null

/** Builds the request with the access token; returns null if the connection has no valid URL. */
type BuildRequest = (connection: ConnectionPayload, access: string | null) => OutboundRequest | null

/** The recorded part of a request. Headers and the query are not recorded, because they contain secrets. */
export type RecordedCall = Pick<OutboundRequest, "url" | "body">

/** [O1] Returns what is recorded of a URL of a connection: its origin and path. */
export const buildRecordedUrl = ({ origin, pathname }: URL): string => `${origin}${pathname}`

const toRecordedCall = ({ url, body }: OutboundRequest): RecordedCall => ({
  url: buildRecordedUrl(new URL(url)),
  ...(body !== undefined && { body }),
})

/** Headers of a connection of at least this length are masked as secrets; shorter ones (`true`) occur in many responses. */
const minSecretLength = 8

/** [O1] Returns the secrets of a request, which its response may echo. */
const listRequestSecrets = (connection: ConnectionPayload, { headers = {} }: OutboundRequest): ReadonlyArray<string> => {
  const authorization = headers["authorization"] ?? ""
  const headerSecrets = Object.values(connection.headers ?? {}).filter((value) => value.length >= minSecretLength)
  // The token is also a secret without its scheme ("Bearer ").
  return listSecrets(connection, [...headerSecrets, authorization, authorization.replace(/^\w+ /, "")])
}

/**
 * Calls the connection, renewing its token once after a 401, and returns the last attempt. `record` makes and stores every
 * attempt. Without a URL or token, the result is an attempt that was never sent.
 */
export const callConnection = async <Recorded extends OutboundAttempt | null>(
  context: ServerContext,
  row: ConnectionRow,
  buildRequest: BuildRequest,
  record: (request: RecordedCall, attempt: () => Promise<OutboundAttempt>) => Promise<Recorded>,
): Promise<Recorded> => {
  const connection = decryptConnection(context.secret, row)
  const build = (access: string | null) => buildRequest(connection, access)
  const recordUncalled = (request: RecordedCall, problem: UncalledReason, cause: OutboundFailure | null = null) =>
    record(request, async () => buildUncalledAttempt(context, problem, cause))
  const { access, why } = await getAccessToken(context, row, connection)
  const first = build(access)
  if (first === null) return recordUncalled({ url: "" }, "unanswered.connection.no-address")
  // Without a token the service would reject the request, but only after it received data of a respondent.
  if (usesOAuth(connection) && access === null)
    return recordUncalled(
      toRecordedCall(first),
      row.tokens === null ? "unanswered.connection.unauthorized" : "unanswered.connection.not-renewed",
      why,
    )
  const attempt = await record(toRecordedCall(first), () => attemptRequest(context, first, listRequestSecrets(connection, first)))
  // A token may have been revoked before it expired.
  if (attempt?.response?.status !== 401 || !usesOAuth(connection)) return attempt
  const renewed = await getAccessToken(context, row, connection, { isRefused: true })
  if (renewed.access === null)
    return renewed.why === null ? attempt : recordUncalled(toRecordedCall(first), "unanswered.connection.not-renewed", renewed.why)
  const second = build(renewed.access)
  if (second === null) return attempt
  return record(toRecordedCall(second), () => attemptRequest(context, second, listRequestSecrets(connection, second)))
}

/** `fields` contains the fields of the instruction; `access` is the OAuth access token, or null. */
type ConnectionRequestInput = { readonly fields: ConnectionCallFields; readonly conversation: Conversation; readonly access: string | null }

/** Builds the request of a connection for one respondent. Returns null if the connection has no valid URL. */
export const buildConnectionRequest = (
  connection: ConnectionPayload,
  { fields, conversation, access }: ConnectionRequestInput,
): ActionRequest | null => {
  const url = buildConnectionUrl(connection)
  if (url === null) return null
  const headers = buildHeaders(connection, access)
  const { parameters, payload } = buildConnectionCall(connection, fields, conversation)
  if (connection.apiMethod !== "GET") return { method: "POST", url: url.href, headers, body: JSON.stringify({ ...parameters, ...payload }) }
  for (const [name, value] of Object.entries(parameters)) if (typeof value === "string") url.searchParams.set(name, value)
  return { method: "GET", url: url.href, headers }
}

type DeliveryInput = { readonly id: string; readonly body: string; readonly access: string | null }

/** [A14] Builds the POST that sends a delivery, whatever the connection's method is. `id` is the same for every attempt. */
export const buildConnectionDelivery = (connection: ConnectionPayload, { id, body, access }: DeliveryInput): ActionRequest | null => {
  const url = buildConnectionUrl(connection)
  return url === null ? null : addIdempotencyKey({ method: "POST", url: url.href, headers: buildHeaders(connection, access), body }, id)
}

/** Returns the URL of a connection, or null if it is not valid. */
export const buildConnectionUrl = ({ apiHost, apiPath, apiQuery }: ConnectionPayload): URL | null => {
  const query = (apiQuery ?? "").trim().replace(/^\?/, "")
  // Concatenated instead of resolved: a path that is a URL itself would send the secrets to another host.
  return URL.parse(`${(apiHost ?? "").replace(/\/+$/, "")}/${(apiPath ?? "").replace(/^\/+/, "")}${query === "" ? "" : `?${query}`}`)
}

const buildHeaders = (connection: ConnectionPayload, access: string | null): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  accept: "application/json",
  ...connection.headers,
  ...buildAuthorizationHeader(connection, access),
})

const buildAuthorizationHeader = ({ authType, fields }: ConnectionPayload, access: string | null): Readonly<Record<string, string>> => {
  switch (authType) {
    case 1:
      return { [fields?.["key"] ?? "x-api-key"]: fields?.["token"] ?? "" }
    case 2: {
      const pair = `${fields?.["username"] ?? ""}:${fields?.["password"] ?? ""}`
      return { authorization: `Basic ${Buffer.from(pair, "utf8").toString("base64")}` }
    }
    case 3:
      return { authorization: `Bearer ${fields?.["token"] ?? ""}` }
    case 5:
      return access === null ? {} : { authorization: `Bearer ${access}` }
    default:
      return {}
  }
}
