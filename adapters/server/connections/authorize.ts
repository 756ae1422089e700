// Asking a connection's owner for access: authorization code with PKCE (RFC 6749 §4.1, RFC 7636).
import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import { refusedBy } from "../../../domain/connections/refusal.ts"
import { secretsOf } from "../../../domain/connections/told-secrets.ts"
import type { House } from "../house.ts"
import { type Given, granted } from "./token-endpoint.ts"

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
