// OAuth client: the token endpoint (RFC 6749 §2.3.1, §5) and the authorization code flow with PKCE (§4.1, RFC 7636).
import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import { buildAuthorizationFailure, parseOAuthError } from "../../../domain/connections/oauth-error.ts"
import type { OutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import { listSecrets } from "../../../domain/connections/response-redaction.ts"
import { OutboundError, type OutboundResponse } from "../outbound/outbound-client.ts"
import type { ServerContext } from "../server-context.ts"
import type { ClientAuthMethod, OAuthTokens } from "./connection-repository.ts"

const TokenResponse = Schema.fromJsonString(
  Schema.Struct({
    access_token: Schema.String,
    refresh_token: Schema.optionalKey(Schema.NullOr(Schema.String)),
    expires_in: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.Finite, Schema.NumberFromString]))),
  }),
)

/**
 * The tokens that the authorization server issued, or why it issued none. `isRevoked`: it declared the earlier grant
 * invalid (RFC 6749 §5.2).
 */
export type GrantResult =
  | { readonly tokens: OAuthTokens; readonly why: null; readonly isRevoked: false }
  | { readonly tokens: null; readonly why: OutboundFailure; readonly isRevoked: boolean }

/** `authMethod` is the method that this server accepted last time. */
type TokenRequest = { readonly form: Readonly<Record<string, string>>; readonly authMethod?: ClientAuthMethod | undefined }

/** [O11, O12] Requests tokens for a grant. If the server rejects the client's authentication, tries the other method once. */
export const requestTokens = async (
  context: Pick<ServerContext, "outbound" | "now">,
  connection: ConnectionPayload,
  { form, authMethod = "header" }: TokenRequest,
): Promise<GrantResult> => {
  const parse = (response: OutboundResponse, method: ClientAuthMethod) => parseTokenResponse(context, connection, form, response, method)
  try {
    const first = await postTokenRequest(context, connection, form, authMethod)
    if (!isClientRejected(first)) return parse(first, authMethod)
    const alternative = alternativeAuthMethod[authMethod]
    const second = await postTokenRequest(context, connection, form, alternative)
    // Of two rejections, reports the one about the client, not the one of a server that expected the other method.
    return isClientRejected(second) && getErrorCode(second) !== "invalid_client" ? parse(first, authMethod) : parse(second, alternative)
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
  authMethod: ClientAuthMethod,
): Promise<OutboundResponse> => {
  const [client_id, client_secret] = readClientCredentials(fields)
  return outbound({
    method: "POST",
    url: fields?.["tokenEndpoint"] ?? "",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(authMethod === "header" && { authorization: `Basic ${encodeBasicCredentials(fields)}` }),
    },
    body: new URLSearchParams(authMethod === "header" ? form : { ...form, client_id, client_secret }).toString(),
  })
}

type Fields = ConnectionPayload["fields"]

const readClientCredentials = (fields: Fields) => [fields?.["clientId"] ?? "", fields?.["clientSecret"] ?? ""] as const

const encodeBasicCredentials = (fields: Fields): string =>
  Buffer.from(readClientCredentials(fields).map(formEncode).join(":")).toString("base64")

/** Form encoding, which the Basic header uses as well (RFC 6749 §2.3.1). */
const formEncode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1)

const getErrorCode = ({ body }: OutboundResponse): string | undefined => parseOAuthError(body)?.error

/**
 * Returns whether the server failed to authenticate the client. A server that ignores the header reports a missing parameter
 * instead. A server that judges the grant did authenticate the client, and a one-time grant must not be sent twice
 * (RFC 6749 §4.1.2, RFC 9700 §4.14).
 */
const isClientRejected = (response: OutboundResponse): boolean => {
  const error = getErrorCode(response) ?? ""
  return response.status === 401 ? error !== invalidGrant : response.status === 400 && ["invalid_client", "invalid_request"].includes(error)
}

const invalidGrant = "invalid_grant"

/** Form fields that are not secret: the server's error message may contain their values. */
const publicFormFields: ReadonlySet<string> = new Set(["grant_type", "redirect_uri"])

const parseTokenResponse = (
  { now }: Pick<ServerContext, "now">,
  connection: ConnectionPayload,
  form: TokenRequest["form"],
  response: OutboundResponse,
  authMethod: ClientAuthMethod,
): GrantResult => {
  const { status, body } = response
  const decoded = Schema.decodeUnknownResult(TokenResponse)(body)
  if (status !== 200 || decoded._tag === "Failure") {
    const host = URL.parse(connection.fields?.["tokenEndpoint"] ?? "")?.host ?? ""
    // The grant in the form and the credentials in the header are secrets that the response may echo.
    const sentSecrets = Object.entries(form).flatMap(([name, value]) => (publicFormFields.has(name) ? [] : [value]))
    const why = buildAuthorizationFailure(
      host,
      parseOAuthError(body),
      listSecrets(connection, [...sentSecrets, encodeBasicCredentials(connection.fields)]),
      status,
    )
    return { tokens: null, why, isRevoked: status === 400 && getErrorCode(response) === invalidGrant }
  }
  const { access_token: access, refresh_token: refresh = null, expires_in: seconds = null } = decoded.success
  const tokens = { access, refresh, until: seconds === null ? null : addSeconds(now(), seconds), way: authMethod }
  return { tokens, why: null, isRevoked: false }
}

/** Returns an ISO 8601 instant, or null if `seconds` is not a number or beyond the range of dates. */
const addSeconds = (now: Date, seconds: number): string | null => {
  const at = new Date(now.getTime() + seconds * 1000)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The `state` parameter: the connection, a one-time token, and the console path to return to. */
const AuthorizationStateSchema = Schema.fromJsonString(Schema.Struct({ id: Schema.String, token: Schema.String, returnTo: Schema.String }))
export type AuthorizationState = typeof AuthorizationStateSchema.Type

export const encodeAuthorizationState = (state: AuthorizationState): string =>
  Buffer.from(Schema.encodeSync(AuthorizationStateSchema)(state)).toString("base64url")
export const decodeAuthorizationState = (text: string): AuthorizationState | undefined => {
  const decoded = Schema.decodeUnknownResult(AuthorizationStateSchema)(Buffer.from(text, "base64url").toString("utf8"))
  return decoded._tag === "Success" ? decoded.success : undefined
}

/**
 * Where users land who did not come from a console page: it shows the result of the authorization and links to every
 * community.
 */
export const homePath = "/home"

/** Returns the console path to return to; `homePath` for URLs of other origins. */
export const toConsolePath = (returnUrl: string | undefined, origin: string): string => {
  const url = URL.parse(returnUrl ?? homePath, origin)
  // A path that starts with two slashes would lead to another host.
  return url !== null && url.origin === new URL(origin).origin ? `${url.pathname.replace(/^\/+/, "/")}${url.search}` : homePath
}

const getCallbackUrl = ({ publicUrl }: ServerContext): string => `${publicUrl()}/api/crm/connection/authorize/callback`
/** The PKCE verifier is derived from the state's token, so it does not have to be stored. */
const deriveVerifier = ({ secret }: ServerContext, token: string): string => secret.sign("pkce", token)

/** Returns the URL where the owner grants access, or null if the connection has no valid one. */
export const buildAuthorizationUrl = (context: ServerContext, { fields }: ConnectionPayload, state: AuthorizationState): string | null => {
  const url = URL.parse(fields?.["authEndpoint"] ?? "")
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const parameters = {
    response_type: "code",
    client_id: fields?.["clientId"] ?? "",
    redirect_uri: getCallbackUrl(context),
    ...(fields?.["scope"] ? { scope: fields["scope"] } : {}),
    state: encodeAuthorizationState(state),
    code_challenge: createHash("sha256").update(deriveVerifier(context, state.token)).digest("base64url"),
    code_challenge_method: "S256",
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The query of the callback: a code, or why there is none (RFC 6749 §4.1.2). */
type AuthorizationResponse = { readonly code?: string; readonly error?: string; readonly error_description?: string }

/** Exchanges the authorization response for tokens, or for the reason why there are none. */
export const exchangeAuthorizationCode = async (
  context: ServerContext,
  connection: ConnectionPayload,
  response: AuthorizationResponse,
  { token }: AuthorizationState,
): Promise<GrantResult> => {
  const { code, error = "" } = response
  if (code === undefined) {
    const host = URL.parse(connection.fields?.["authEndpoint"] ?? "")?.host ?? ""
    return { tokens: null, why: buildAuthorizationFailure(host, { ...response, error }, listSecrets(connection)), isRevoked: false }
  }
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: getCallbackUrl(context),
    code_verifier: deriveVerifier(context, token),
  }
  return requestTokens(context, connection, { form })
}
