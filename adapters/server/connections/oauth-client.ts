// Asking an owner's server for tokens, and saying which client asks (RFC 6749 §2.3.1, §5).

import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import { secretsOf } from "../../../domain/connections/connection-masking.ts"
import { readRefusal, refusedBy } from "../../../domain/connections/oauth-error.ts"
import type { Unanswered } from "../../../domain/connections/outbound-failure.ts"
import { type OutboundAnswer, OutboundError } from "../outbound/outbound-client.ts"
import type { House } from "../server-context.ts"
import type { ClientWay, Tokens } from "./connection-repository.ts"

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
export type Given =
  | { readonly tokens: Tokens; readonly why: null; readonly isRevoked: false }
  | { readonly tokens: null; readonly why: Unanswered; readonly isRevoked: boolean }

/** `way`: by which this owner's server knew the client the last time. */
type Grant = { readonly form: Readonly<Record<string, string>>; readonly way?: ClientWay | undefined }

/** [O11, O12] What the owner's server gives for a grant. */
export const granted = async (
  house: Pick<House, "outbound" | "now">,
  connection: ConnectionPayload,
  { form, way = "header" }: Grant,
): Promise<Given> => {
  const told = (answer: OutboundAnswer, by: ClientWay) => givenIn(house, connection, form, answer, by)
  try {
    const first = await asked(house, connection, form, way)
    if (!isClientUnknown(first)) return told(first, way)
    const other = otherWay[way]
    const second = await asked(house, connection, form, other)
    // Of two refusals the one that is about the client, not the one of a server that looked for it elsewhere.
    return isClientUnknown(second) && errorOf(second) !== "invalid_client" ? told(first, way) : told(second, other)
  } catch (error) {
    if (error instanceof OutboundError) return { tokens: null, why: error.why, isRevoked: false }
    throw error
  }
}

const otherWay = { header: "body", body: "header" } as const satisfies Record<ClientWay, ClientWay>

const asked = (
  { outbound }: Pick<House, "outbound">,
  { fields }: ConnectionPayload,
  form: Readonly<Record<string, string>>,
  way: ClientWay,
): Promise<OutboundAnswer> => {
  const [client_id, client_secret] = clientOf(fields)
  return outbound({
    method: "POST",
    url: fields?.["tokenEndpoint"] ?? "",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      ...(way === "header" && { authorization: `Basic ${pairOf(fields)}` }),
    },
    body: new URLSearchParams(way === "header" ? form : { ...form, client_id, client_secret }).toString(),
  })
}

type Fields = ConnectionPayload["fields"]

const clientOf = (fields: Fields) => [fields?.["clientId"] ?? "", fields?.["clientSecret"] ?? ""] as const

const pairOf = (fields: Fields): string => Buffer.from(clientOf(fields).map(inForm).join(":")).toString("base64")

/** A text as a form has it, which is also how the header has it (RFC 6749 §2.3.1). */
const inForm = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1)

const errorOf = ({ body }: OutboundAnswer): string | undefined => readRefusal(body)?.error

/**
 * Whether the server did not see who the client is. One that does not read the header takes the request for one that lacks something. One
 * that says what a grant is worth knew the client: what is good for one use is not brought it twice (RFC 6749 §4.1.2, RFC 9700 §4.14).
 */
const isClientUnknown = (answer: OutboundAnswer): boolean => {
  const error = errorOf(answer) ?? ""
  return answer.status === 401 ? error !== invalidGrant : answer.status === 400 && ["invalid_client", "invalid_request"].includes(error)
}

const invalidGrant = "invalid_grant"

/** What goes along in a form and is known to everybody: the server may name it when it says what is wrong. */
const known: ReadonlySet<string> = new Set(["grant_type", "redirect_uri"])

const givenIn = (
  { now }: Pick<House, "now">,
  connection: ConnectionPayload,
  form: Grant["form"],
  answer: OutboundAnswer,
  way: ClientWay,
): Given => {
  const { status, body } = answer
  const read = Schema.decodeUnknownResult(TokenAnswer)(body)
  if (status !== 200 || read._tag === "Failure") {
    const host = URL.parse(connection.fields?.["tokenEndpoint"] ?? "")?.host ?? ""
    // What was given before goes along in the form, who asks in the header: either may come back in the answer.
    const sent = Object.entries(form).flatMap(([name, value]) => (known.has(name) ? [] : [value]))
    const why = refusedBy(host, readRefusal(body), secretsOf(connection, [...sent, pairOf(connection.fields)]), status)
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
export type State = typeof State.Type

export const writeState = (state: State): string => Buffer.from(Schema.encodeSync(State)(state)).toString("base64url")
export const readState = (text: string): State | undefined => {
  const read = Schema.decodeUnknownResult(State)(Buffer.from(text, "base64url").toString("utf8"))
  return read._tag === "Success" ? read.success : undefined
}

/** Where whoever came from nowhere in the console goes: it tells what became of the authorisation, and leads on to every community. */
export const home = "/home"

/** Where in the console to go back to: a path of its own, and home for whatever else. */
export const ownPath = (returnUrl: string | undefined, origin: string): string => {
  const url = URL.parse(returnUrl ?? home, origin)
  // Two slashes at the start would name another site.
  return url !== null && url.origin === new URL(origin).origin ? `${url.pathname.replace(/^\/+/, "/")}${url.search}` : home
}

const callback = ({ publicUrl }: House): string => `${publicUrl()}/api/crm/connection/authorize/callback`
/** The verifier follows from the token, which is known here and to the browser that was sent. */
const verifierOf = ({ secret }: House, token: string): string => secret.sign("pkce", token)

/** Where the owner gives access, or null where the connection does not say. */
export const authorizationAddress = (house: House, { fields }: ConnectionPayload, state: State): string | null => {
  const url = URL.parse(fields?.["authEndpoint"] ?? "")
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const wanted = {
    response_type: "code",
    client_id: fields?.["clientId"] ?? "",
    redirect_uri: callback(house),
    ...(fields?.["scope"] ? { scope: fields["scope"] } : {}),
    state: writeState(state),
    code_challenge: createHash("sha256").update(verifierOf(house, state.token)).digest("base64url"),
    code_challenge_method: "S256",
  }
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value)
  return url.href
}

/** What the owner's server said when it sent the browser back: a code, or why there is none (RFC 6749 §4.1.2). */
type Said = { readonly code?: string; readonly error?: string; readonly error_description?: string }

/** What that is good for. */
export const givenFor = async (house: House, connection: ConnectionPayload, said: Said, { token }: State): Promise<Given> => {
  const { code, error = "" } = said
  if (code === undefined) {
    const host = URL.parse(connection.fields?.["authEndpoint"] ?? "")?.host ?? ""
    return { tokens: null, why: refusedBy(host, { ...said, error }, secretsOf(connection)), isRevoked: false }
  }
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: callback(house),
    code_verifier: verifierOf(house, token),
  }
  return granted(house, connection, { form })
}
