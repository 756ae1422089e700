// Taking the secrets of a connection out of what somebody else's server says, which may repeat what it was sent (decisions O12).
import { masked } from "../communities/secrets.ts"
import { type ConnectionPayload, isSecretCredential } from "./connection.ts"

/** Characters that a text has at least to be taken for a secret. */
const leastSecret = 4

/** What a connection's form and its owner keep from others. */
export const secretsOf = ({ fields }: ConnectionPayload, more: ReadonlyArray<string> = []): ReadonlyArray<string> => [
  ...Object.entries(fields ?? {}).flatMap(([name, secret]) => (isSecretCredential(name) ? [secret] : [])),
  ...more,
]

/** [O12] What somebody else's server said, with the secrets masked, however they are written. */
export const withoutSecrets = (said: string, secrets: ReadonlyArray<string>): string => {
  // The longest first: of one that is a part of another nothing is left over.
  const long = secrets.filter((secret) => secret.length >= leastSecret).toSorted((one, other) => other.length - one.length)
  const asWritten = long.flatMap(written).toSorted((one, other) => other.length - one.length)
  const left = asWritten.reduce((text, secret) => text.replaceAll(secret, masked), said)
  return long.reduce((text, secret) => text.replaceAll(inAnyJson(secret), masked), left)
}

/** A secret as whoever writes JSON may have it: any of its characters as `\uXXXX`, or after a backslash (`\/`). */
const inAnyJson = (secret: string): RegExp => {
  const units = Array.from({ length: secret.length }, (_, i) => secret.charCodeAt(i).toString(16).padStart(4, "0"))
  const escaped = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
  return new RegExp(units.map((hex) => `(?:\\\\u${escaped(hex)}|\\\\?\\u${hex})`).join(""), "g")
}

/** A secret as it is, and as it stands in an address, a form and JSON. */
const written = (secret: string): ReadonlyArray<string> => {
  const inAddress = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd"))
  const inForm = inAddress.replace(/[!'()~]/g, (it) => `%${it.codePointAt(0)?.toString(16).toUpperCase()}`).replaceAll("%20", "+")
  return [secret, inAddress, inForm, JSON.stringify(secret).slice(1, -1)]
}
