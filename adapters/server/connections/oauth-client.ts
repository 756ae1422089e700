// Asking an owner's server for tokens, and saying which client asks (RFC 6749 §2.3.1, §5).

import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import { listSecrets } from "../../../domain/connections/connection-masking.ts"
import { buildAuthorizationFailure, parseOAuthError } from "../../../domain/connections/oauth-error.ts"
import type { OutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import { OutboundError, type OutboundResponse } from "../outbound/outbound-client.ts"
import type { ServerContext } from "../server-context.ts"
import type { ClientAuthMethod, OAuthTokens } from "./connection-repository.ts"

const TokenAnswer = Schema.fromJsonString(
  Schema.Struct({
    access_token: Schema.String,
    refresh_token: Schema.optionalKey(Schema.NullOr(Schema.String)),
    expires_in: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.Finite, Schema.NumberFromString]))),
  }),
)

/**
 * What an owner's server gave, or why it gave nothing; `isRevoked`: it says that what was given before is worth nothing any more
 * (RFC 6749 §5.2).
 */
export type GrantResult =
  | { readonly tokens: OAuthTokens; readonly why: null; readonly isRevoked: false }
  | { readonly tokens: null; readonly why: OutboundFailure; readonly isRevoked: boolean }

/** `way`: by which this owner's server knew the client the last time. */
type Grant = { readonly form: Readonly<Record<string, string>>; readonly way?: ClientAuthMethod | undefined }

/** [O11, O12] What the owner's server gives for a grant. */
export const requestTokens = async (
  context: Pick<ServerContext, "outbound" | "now">,
  connection: ConnectionPayload,
  { form, way = "header" }: Grant,
): Promise<GrantResult> => {
  const told = (answer: OutboundResponse, by: ClientAuthMethod) => parseTokenResponse(context, connection, form, answer, by)
  try {
    const first = await postTokenRequest(context, connection, form, way)
    if (!isClientRejected(first)) return told(first, way)
    const other = alternativeAuthMethod[way]
    const second = await postTokenRequest(context, connection, form, other)
    // Of two refusals the one that is about the client, not the one of a server that looked for it elsewhere.
    return isClientRejected(second) && errorOf(second) !== "invalid_client" ? told(first, way) : told(second, other)
  } catch (error) {
    if (error instanceof OutboundError) return { tokens: null, why: error.reason, isRevoked: false }
    throw error
  }
}

const alternativeAuthMethod = { header: "body", body: "header" } as const satisfies Record<ClientAuthMethod, ClientAuthMethod>

const postTokenRequest = (
  { outbound }: Pick<ServerContext, "outbound">,
  { fields }: ConnectionPayload,
  form: Readonly<Record<string, string>>,
  way: ClientAuthMethod,
): Promise<OutboundResponse> => {
  const [client_id, client_secret] = readClientCredentials(fields)
  return outbound({
    method: "POST",
    url: fields?.["tokenEndpoint"] ?? "",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(way === "header" && { authorization: `Basic ${encodeBasicCredentials(fields)}` }),
    },
    body: new URLSearchParams(way === "header" ? form : { ...form, client_id, client_secret }).toString(),
  })
}

type Fields = ConnectionPayload["fields"]

const readClientCredentials = (fields: Fields) => [fields?.["clientId"] ?? "", fields?.["clientSecret"] ?? ""] as const

const encodeBasicCredentials = (fields: Fields): string =>
  Buffer.from(readClientCredentials(fields).map(formEncode).join(":")).toString("base64")

/** A text as a form has it, which is also how the header has it (RFC 6749 §2.3.1). */
const formEncode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1)

const errorOf = ({ body }: OutboundResponse): string | undefined => parseOAuthError(body)?.error

/**
 * Whether the server did not see who the client is. One that does not read the header takes the request for one that lacks something. One
 * that says what a grant is worth knew the client: what is good for one use is not brought it twice (RFC 6749 §4.1.2, RFC 9700 §4.14).
 */
const isClientRejected = (answer: OutboundResponse): boolean => {
  const error = errorOf(answer) ?? ""
  return answer.status === 401 ? error !== invalidGrant : answer.status === 400 && ["invalid_client", "invalid_request"].includes(error)
}

const invalidGrant = "invalid_grant"

/** What goes along in a form and is known to everybody: the server may name it when it says what is wrong. */
const publicFormFields: ReadonlySet<string> = new Set(["grant_type", "redirect_uri"])

const parseTokenResponse = (
  { now }: Pick<ServerContext, "now">,
  connection: ConnectionPayload,
  form: Grant["form"],
  answer: OutboundResponse,
  way: ClientAuthMethod,
): GrantResult => {
  const { status, body } = answer
  const read = Schema.decodeUnknownResult(TokenAnswer)(body)
  if (status !== 200 || read._tag === "Failure") {
    const host = URL.parse(connection.fields?.["tokenEndpoint"] ?? "")?.host ?? ""
    // What was given before goes along in the form, who asks in the header: either may come back in the answer.
    const sent = Object.entries(form).flatMap(([name, value]) => (publicFormFields.has(name) ? [] : [value]))
    const why = buildAuthorizationFailure(
      host,
      parseOAuthError(body),
      listSecrets(connection, [...sent, encodeBasicCredentials(connection.fields)]),
      status,
    )
    return { tokens: null, why, isRevoked: status === 400 && errorOf(answer) === invalidGrant }
  }
  const { access_token: access, refresh_token: refresh = null, expires_in: seconds = null } = read.success
  const tokens = { access, refresh, until: seconds === null ? null : instantAfter(now(), seconds), way }
  return { tokens, why: null, isRevoked: false }
}

/** Null for what is no time, or is beyond all dates. */
const instantAfter = (now: Date, seconds: number): string | null => {
  const at = new Date(now.getTime() + seconds * 1000)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

// Asking a connection's owner for access: authorization code with PKCE (RFC 6749 §4.1, RFC 7636).

/** What goes along to the owner and comes back: of which connection, with which token, and where the person was. */
const State = Schema.fromJsonString(Schema.Struct({ id: Schema.String, token: Schema.String, returnTo: Schema.String }))
export type AuthorizationState = typeof State.Type

export const encodeAuthorizationState = (state: AuthorizationState): string =>
  Buffer.from(Schema.encodeSync(State)(state)).toString("base64url")
export const decodeAuthorizationState = (text: string): AuthorizationState | undefined => {
  const read = Schema.decodeUnknownResult(State)(Buffer.from(text, "base64url").toString("utf8"))
  return read._tag === "Success" ? read.success : undefined
}

/** Where whoever came from nowhere in the console goes: it tells what became of the authorisation, and leads on to every community. */
export const homePath = "/home"

/** Where in the console to go back to: a path of its own, and home for whatever else. */
export const toConsolePath = (returnUrl: string | undefined, origin: string): string => {
  const url = URL.parse(returnUrl ?? homePath, origin)
  // Two slashes at the start would name another site.
  return url !== null && url.origin === new URL(origin).origin ? `${url.pathname.replace(/^\/+/, "/")}${url.search}` : homePath
}

const callback = ({ publicUrl }: ServerContext): string => `${publicUrl()}/api/crm/connection/authorize/callback`
/** The verifier follows from the token, which is known here and to the browser that was sent. */
const verifierOf = ({ secret }: ServerContext, token: string): string => secret.sign("pkce", token)

/** Where the owner gives access, or null where the connection does not say. */
export const buildAuthorizationUrl = (context: ServerContext, { fields }: ConnectionPayload, state: AuthorizationState): string | null => {
  const url = URL.parse(fields?.["authEndpoint"] ?? "")
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const wanted = {
    response_type: "code",
    client_id: fields?.["clientId"] ?? "",
    redirect_uri: callback(context),
    ...(fields?.["scope"] ? { scope: fields["scope"] } : {}),
    state: encodeAuthorizationState(state),
    code_challenge: createHash("sha256").update(verifierOf(context, state.token)).digest("base64url"),
    code_challenge_method: "S256",
  }
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value)
  return url.href
}

/** What the owner's server said when it sent the browser back: a code, or why there is none (RFC 6749 §4.1.2). */
type AuthorizationResponse = { readonly code?: string; readonly error?: string; readonly error_description?: string }

/** What that is good for. */
export const exchangeAuthorizationCode = async (
  context: ServerContext,
  connection: ConnectionPayload,
  said: AuthorizationResponse,
  { token }: AuthorizationState,
): Promise<GrantResult> => {
  const { code, error = "" } = said
  if (code === undefined) {
    const host = URL.parse(connection.fields?.["authEndpoint"] ?? "")?.host ?? ""
    return { tokens: null, why: buildAuthorizationFailure(host, { ...said, error }, listSecrets(connection)), isRevoked: false }
  }
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: callback(context),
    code_verifier: verifierOf(context, token),
  }
  return requestTokens(context, connection, { form })
}
