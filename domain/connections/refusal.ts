// Why an owner's server gave no access, in its own words (RFC 6749 §4.1.2.1, §5.2; decisions O12).
import * as Schema from "effect/Schema"
import { type Unanswered, unanswered } from "../actions/send-to-api/unanswered.ts"
import { masked } from "../communities/secrets.ts"
import { type ConnectionPayload, isSecretCredential } from "./connection.ts"

/** What such a server says: a code, and words for whoever set the client up. */
export type Refusal = { readonly error: string; readonly error_description?: string | null | undefined }

const text = Schema.fromJsonString(
  Schema.Struct({ error: Schema.String, error_description: Schema.optionalKey(Schema.NullOr(Schema.String)) }),
)

/** The refusal that an answer says; null where it says none. Total. */
export const readRefusal = (body: string): Refusal | null => {
  const read = Schema.decodeUnknownResult(text)(body)
  return read._tag === "Success" ? read.success : null
}

/** Characters of a code and of its words that are told. */
const mostTold = { error: 64, error_description: 300 } as const
/** Characters that a text has at least to be taken for a secret. */
const leastSecret = 4

/** What a connection's form and its owner keep from others. */
export const secretsOf = ({ fields }: ConnectionPayload, more: ReadonlyArray<string> = []): ReadonlyArray<string> => [
  ...Object.entries(fields ?? {}).flatMap(([name, secret]) => (isSecretCredential(name) ? [secret] : [])),
  ...more,
]

/** What the standard has for `error` (§4.1.2.1, §5.2): told as it is, though a client may be called "client". */
const standard: ReadonlySet<string> = new Set([
  "access_denied",
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "invalid_scope",
  "server_error",
  "temporarily_unavailable",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_response_type",
])

/** [O12] A refusal as it is told: on one line, cut, and without the secrets, however they are written. "" for one that says nothing. */
export const toldRefusal = ({ error, error_description }: Refusal, secrets: ReadonlyArray<string>): string => {
  const hidden = hiddenIn(secrets)
  const cleaned = (said: string, most: number): string => {
    // Before and after: taking out what is no character may put one together.
    const line = without(without(said, hidden).replace(/[\p{C}\p{Z}\s]+/gu, " "), hidden).trim()
    const all = Array.from(line)
    return all.length > most ? `${all.slice(0, most).join("")}…` : line
  }
  return [standard.has(error) ? error : cleaned(error, mostTold.error), cleaned(error_description ?? "", mostTold.error_description)]
    .filter((part) => part !== "")
    .join(": ")
}

/** [O12] What somebody else's server said, without the secrets, however they are written. */
export const withoutSecrets = (said: string, secrets: ReadonlyArray<string>): string =>
  longestFirst(secrets.filter((secret) => secret.length >= leastSecret)).reduce(
    (left, secret) => left.replaceAll(inAnyJson(secret), masked),
    without(said, hiddenIn(secrets)),
  )

/** A secret as whoever writes JSON may have it: any of its characters as `\uXXXX`, or after a backslash (`\/`). */
const inAnyJson = (secret: string): RegExp => {
  const units = Array.from({ length: secret.length }, (_, i) => secret.charCodeAt(i).toString(16).padStart(4, "0"))
  const escaped = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  return new RegExp(units.map((hex) => `(?:\\\\u${escaped(hex)}|\\\\?\\u${hex})`).join(""), "g")
}

const hiddenIn = (secrets: ReadonlyArray<string>): ReadonlyArray<string> =>
  secrets.flatMap(written).filter((secret) => secret.length >= leastSecret)

/** A secret as it is, and as it stands in an address, a form and JSON. */
const written = (secret: string): ReadonlyArray<string> => {
  const inAddress = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd"))
  const inForm = inAddress.replace(/[!'()~]/g, (it) => `%${it.codePointAt(0)?.toString(16).toUpperCase()}`).replaceAll("%20", "+")
  return [secret, inAddress, inForm, JSON.stringify(secret).slice(1, -1)]
}

/** The longest first: of one that is a part of another nothing is left over. */
const without = (said: string, hidden: ReadonlyArray<string>): string =>
  longestFirst(hidden).reduce((left, secret) => left.replaceAll(secret, masked), said)

const longestFirst = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.toSorted((one, other) => other.length - one.length)

/** [O12] Why `host` gave no access, where its `status` was no good one, or its answer had none in it. */
export const refusedBy = (host: string, refusal: Refusal | null, secrets: ReadonlyArray<string>, status?: number): Unanswered => {
  const said = refusal === null ? "" : toldRefusal(refusal, secrets)
  const reason = said === "" && status !== undefined && status !== 200 ? `HTTP ${status}` : said
  return reason === "" ? unanswered("unanswered.token.silent", { host }) : unanswered("unanswered.token.refused", { host, reason })
}
