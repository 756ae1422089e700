// Taking the secrets of a connection out of what somebody else's server says, which may repeat what it was sent (decisions O12).

import { type ConnectionPayload, isSecretCredential } from "./connection.ts"
import { secretMask } from "./secret-masking.ts"

/** Characters that a text has at least to be taken for a secret. */
const leastSecret = 4

/** What a connection's form and its owner keep from others. */
export const listSecrets = ({ fields }: ConnectionPayload, more: ReadonlyArray<string> = []): ReadonlyArray<string> => [
  ...Object.entries(fields ?? {}).flatMap(([name, secret]) => (isSecretCredential(name) ? [secret] : [])),
  ...more,
]

/** [O12] What somebody else's server said, with the secrets masked, however they are written. */
export const redactSecrets = (said: string, secrets: ReadonlyArray<string>): string =>
  secrets
    .filter((secret) => secret.length >= leastSecret)
    .flatMap(written)
    // The longest first: of one that is a part of another nothing is left over.
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, { pattern }) => left.replaceAll(pattern, secretMask), said)

type Written = { readonly length: number; readonly pattern: string | RegExp }

/** A secret as it stands in a text and in JSON, in an address, and in a form. */
const written = (secret: string): ReadonlyArray<Written> => {
  const inAddress = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd"))
  const inForm = inAddress.replace(/[!'()~]/g, (it) => `%${it.codePointAt(0)?.toString(16).toUpperCase()}`).replaceAll("%20", "+")
  const others = [inAddress, inForm].filter((it) => it !== secret)
  return [{ length: secret.length, pattern: inAnyJson(secret) }, ...others.map((it) => ({ length: it.length, pattern: it }))]
}

/** What JSON has a letter of its own for. */
const letters: Readonly<Record<string, string>> = { "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t" }

/** A secret as it is, and as whoever writes JSON may have it: any of its characters as `\uXXXX`, or after a backslash (`\/`, `\n`). */
const inAnyJson = (secret: string): RegExp => {
  const units = Array.from({ length: secret.length }, (_, i) => {
    const unit = secret.charAt(i)
    const hex = unit.charCodeAt(0).toString(16).padStart(4, "0")
    const escaped = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    const letter = letters[unit]
    return `(?:\\\\u${escaped}|\\\\?\\u${hex}${letter === undefined ? "" : `|\\\\${letter}`})`
  })
  return new RegExp(units.join(""), "g")
}
