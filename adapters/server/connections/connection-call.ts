// Asking a connection: with the access that its owner gave, renewed once where that is refused (spec/3-community §3 "Auth types").

import {
  type ActionRequest,
  addIdempotencyKey,
  buildConnectionCall,
  type ConnectionCallFields,
} from "../../../domain/actions/outbound-request.ts"
import { type ConnectionPayload, usesOAuth } from "../../../domain/connections/connection.ts"
import { listSecrets } from "../../../domain/connections/connection-masking.ts"
import type { OutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import type { Conversation } from "../../../domain/conversations/conversation.ts"
import { isUuid } from "../../../domain/uuid.ts"
import type { Db } from "../database/database.ts"
import { attemptRequest, buildUncalledAttempt, type OutboundAttempt, type UncalledReason } from "../outbound/outbound-attempt.ts"
import type { OutboundRequest } from "../outbound/outbound-client.ts"
import type { ServerContext } from "../server-context.ts"
import { getAccessToken } from "./access-tokens.ts"
import { type ConnectionRow, decryptConnection } from "./connection-repository.ts"

/** A connection of a community by its id; null where it has none of that id. */
export const findConnectionRow = async (db: Db, community: string, id: string): Promise<ConnectionRow | null> =>
  isUuid(id)
    ? ((await db.selectFrom("connections").selectAll().where("community_id", "=", community).where("id", "=", id).executeTakeFirst()) ??
      null)
    : null

/** The call of a connection, with the access that its owner gave; null where it names no address. */
type CallOf = (connection: ConnectionPayload, access: string | null) => OutboundRequest | null

/** What is kept of a call, besides what came of it. */
export type RecordedCall = Pick<OutboundRequest, "url" | "body">

/** Characters from which on a header of a connection is taken for a secret: a shorter one (`true`) stands in many an answer. */
const minSecretLength = 8

/** What a call has that its answer may repeat and nobody is to read (O1). */
const listRequestSecrets = (connection: ConnectionPayload, { headers = {} }: OutboundRequest): ReadonlyArray<string> => {
  const authorization = headers["authorization"] ?? ""
  const own = Object.values(connection.headers ?? {}).filter((value) => value.length >= minSecretLength)
  // The token by itself, too.
  return listSecrets(connection, [...own, authorization, authorization.replace(/^\w+ /, "")])
}

/** The last attempt at it: `keep` has each of them made. One without an address or access is told as an attempt that was not made. */
export const callConnection = async <Made extends OutboundAttempt | null>(
  context: ServerContext,
  row: ConnectionRow,
  callOf: CallOf,
  record: (called: RecordedCall, make: () => Promise<OutboundAttempt>) => Promise<Made>,
): Promise<Made> => {
  const connection = decryptConnection(context.secret, row)
  const call = (access: string | null) => callOf(connection, access)
  const refuse = (called: RecordedCall, problem: UncalledReason, because: OutboundFailure | null = null) =>
    record(called, async () => buildUncalledAttempt(context, problem, because))
  const { access, why } = await getAccessToken(context, row, connection)
  const first = call(access)
  if (first === null) return refuse({ url: "" }, "unanswered.connection.nowhere")
  // Without its access it would be refused, after it was told of a respondent.
  if (usesOAuth(connection) && access === null)
    return refuse(first, row.tokens === null ? "unanswered.connection.unauthorized" : "unanswered.connection.not-renewed", why)
  const made = await record(first, () => attemptRequest(context, first, listRequestSecrets(connection, first)))
  // A token may have been taken back before its time.
  if (made?.answer?.status !== 401 || !usesOAuth(connection)) return made
  const renewed = await getAccessToken(context, row, connection, { isRefused: true })
  if (renewed.access === null) return renewed.why === null ? made : refuse(first, "unanswered.connection.not-renewed", renewed.why)
  const second = call(renewed.access)
  return second === null ? made : record(second, () => attemptRequest(context, second, listRequestSecrets(connection, second)))
}

// A connection as it is called: where, by which method, and with the header that says who calls (spec/3-community §3 "Auth types").

/** `said` is what the step says of its own; `access` is the token that the connection's owner gave, null where there is none. */
type Called = { readonly said: ConnectionCallFields; readonly conversation: Conversation; readonly access: string | null }

/** The call of a connection for one respondent. Null where it names no address. */
export const buildConnectionRequest = (connection: ConnectionPayload, { said, conversation, access }: Called): ActionRequest | null => {
  const url = buildConnectionUrl(connection)
  if (url === null) return null
  const headers = headersOf(connection, access)
  const { head, given } = buildConnectionCall(connection, said, conversation)
  if (connection.apiMethod !== "GET") return { method: "POST", url: url.href, headers, body: JSON.stringify({ ...head, ...given }) }
  for (const [name, value] of Object.entries(head)) if (typeof value === "string") url.searchParams.set(name, value)
  return { method: "GET", url: url.href, headers }
}

type Delivered = { readonly id: string; readonly body: string; readonly access: string | null }

/** [A14] The POST that brings a delivery to a connection, whatever the method it is asked by; the same `id` at every attempt. */
export const buildConnectionDelivery = (connection: ConnectionPayload, { id, body, access }: Delivered): ActionRequest | null => {
  const url = buildConnectionUrl(connection)
  return url === null ? null : addIdempotencyKey({ method: "POST", url: url.href, headers: headersOf(connection, access), body }, id)
}

/** Where a connection is called; null where that is no address. */
export const buildConnectionUrl = ({ apiHost, apiPath }: ConnectionPayload): URL | null =>
  // Put together as texts: a path that is an address of its own would take the secrets elsewhere.
  URL.parse(`${(apiHost ?? "").replace(/\/+$/, "")}/${(apiPath ?? "").replace(/^\/+/, "")}`)

const headersOf = (connection: ConnectionPayload, access: string | null): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  accept: "application/json",
  ...connection.headers,
  ...authorization(connection, access),
})

const authorization = ({ authType, fields }: ConnectionPayload, access: string | null): Readonly<Record<string, string>> => {
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
