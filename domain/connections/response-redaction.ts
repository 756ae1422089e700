// Redacts a connection's secrets from the responses of other servers, which may echo what they were sent (O12).

import { type ConnectionPayload, endpointCredentials, isSecretCredential } from "./connection.ts"
import { listAddressSecrets, listQuerySecrets } from "./connection-query.ts"
import { secretMask } from "./secret-masking.ts"

/** Minimum length in characters of a text that is redacted as a secret. */
const minSecretLength = 4

/** Returns the secrets of a connection's form, and `more` secrets such as access tokens. */
export const listSecrets = (connection: ConnectionPayload, more: ReadonlyArray<string> = []): ReadonlyArray<string> => [
  ...listQuerySecrets(connection.apiQuery),
  ...endpointCredentials.flatMap((name) => listAddressSecrets(connection.fields?.[name])),
  ...Object.entries(connection.fields ?? {}).flatMap(([name, secret]) => (isSecretCredential(name) ? [secret] : [])),
  ...more,
]

/** [O12] Returns the text of another server with all secrets masked, in whatever encoding they appear. */
export const redactSecrets = (text: string, secrets: ReadonlyArray<string>): string =>
  secrets
    .filter((secret) => secret.length >= minSecretLength)
    .flatMap(listEncodings)
    // Longest first, so that nothing is left of a secret that contains another one.
    .toSorted((a, b) => b.length - a.length)
    .reduce((redacted, { pattern }) => redacted.replaceAll(pattern, secretMask), text)

type EncodedSecret = { readonly length: number; readonly pattern: string | RegExp }

/** The encodings of a secret: as it is or in JSON, in a URL, and in form data. */
const listEncodings = (secret: string): ReadonlyArray<EncodedSecret> => {
  const urlEncoded = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd"))
  const formEncoded = urlEncoded.replace(/[!'()~]/g, (it) => `%${it.codePointAt(0)?.toString(16).toUpperCase()}`).replaceAll("%20", "+")
  const otherEncodings = [urlEncoded, formEncoded].filter((it) => it !== secret)
  return [{ length: secret.length, pattern: jsonPattern(secret) }, ...otherEncodings.map((it) => ({ length: it.length, pattern: it }))]
}

/** Characters with a short escape in JSON. */
const shortEscapes: Readonly<Record<string, string>> = { "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t" }

/** Matches a secret with any of its characters escaped as JSON allows: `\uXXXX`, or after a backslash (`\/`, `\n`). */
const jsonPattern = (secret: string): RegExp => {
  const units = Array.from({ length: secret.length }, (_, i) => {
    const unit = secret.charAt(i)
    const hex = unit.charCodeAt(0).toString(16).padStart(4, "0")
    const escaped = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    const shortEscape = shortEscapes[unit]
    return `(?:\\\\u${escaped}|\\\\?\\u${hex}${shortEscape === undefined ? "" : `|\\\\${shortEscape}`})`
  })
  return new RegExp(units.join(""), "g")
}
