// Usernames, email addresses, verification codes and sign-in credentials: what is wrong with them (U5, U12, U16).
import type { Violation } from "../findings/finding.ts"
import { hasControlCharacters } from "../text/text-input.ts"
import { backupCodeLength, totpDigits } from "./account-limits.ts"

/** [U5] Minimum and maximum number of characters (code points) of a username. */
export const usernameLength = { minimum: 3, maximum: 64 } as const
/** Maximum length of an email address (RFC 5321 §4.5.3.1). */
const maxEmailLength = 254

/** Removes the white space around a typed or pasted username. */
export const trimUsername = (typed: string): string => typed.trim()

export type UsernameProblem = "blank" | "too-short" | "too-long" | "syntax"

/** [U5] Returns the problem with a username, or null. */
export const usernameProblem = (username: string): UsernameProblem | null => {
  const { length } = Array.from(username.trim())
  if (length === 0) return "blank"
  if (length < usernameLength.minimum) return "too-short"
  if (length > usernameLength.maximum) return "too-long"
  // Invisible format characters would allow two usernames that look the same.
  return hasControlCharacters(username) || /\p{Cf}/u.test(username) || username !== username.trim() ? "syntax" : null
}

const usernameMessages = {
  blank: "ERROR.USERNAME_BLANK",
  "too-short": "ERROR.USERNAME_TOO_SHORT",
  "too-long": "ERROR.USERNAME_TOO_LONG",
  syntax: "ERROR.USERNAME_SYNTAX",
} as const satisfies Record<UsernameProblem, string>

/** Returns the violations of a username, for the field `username` of a form or a payload. */
export const usernameViolations = (username: string): ReadonlyArray<Violation> => {
  const problem = usernameProblem(username)
  return problem === null ? [] : [{ field: "username", message: usernameMessages[problem] }]
}

/** Whether two typed usernames are the same, ignoring white space around them. */
export const isSameUsername = (a: string, b: string): boolean => trimUsername(a) === trimUsername(b)

/** [U12] A local part, and a host of at least two labels in any script. */
const emailPattern =
  /^[^\s@"(),:;<>[\\\]\p{C}]+@[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?)+$/u

export type EmailProblem = "blank" | "syntax"

/** [U12] Returns the problem with an email address, or null. */
export const emailProblem = (email: string): EmailProblem | null => {
  if (email.trim() === "") return "blank"
  const localPart = email.replace(/@.*/s, "")
  const isDotted = localPart.startsWith(".") || localPart.endsWith(".") || localPart.includes("..")
  return email.length <= maxEmailLength && localPart.length <= 64 && !isDotted && emailPattern.test(email) ? null : "syntax"
}

const emailMessages = { blank: "ERROR.EMAIL_BLANK", syntax: "ERROR.EMAIL_SYNTAX" } as const satisfies Record<EmailProblem, string>

/** Returns the violations of an email address, for the field `email` of a form or a payload. */
export const emailViolations = (email: string): ReadonlyArray<Violation> => {
  const problem = emailProblem(email)
  return problem === null ? [] : [{ field: "email", message: emailMessages[problem] }]
}

/** Whether a verification code consists of exactly as many digits as the two-factor configuration requires. */
export const isCompleteCode = (code: string, digits: number): boolean => code.length === digits && /^[0-9]*$/.test(code)

export type Credentials = { readonly username: string; readonly password: string }

/** Returns the missing fields of a sign-in: `username`, `password`. A password may consist of spaces only. */
export const credentialViolations = ({ username, password }: Credentials): ReadonlyArray<Violation> => [
  ...(trimUsername(username) === "" ? [{ field: "username", message: "sign-in.blank.username" }] : []),
  ...(password === "" ? [{ field: "password", message: "sign-in.blank.password" }] : []),
]

/** Removes all white space from a verification code; people and apps group its digits with spaces. */
export const stripCodeSpaces = (code: string): string => code.replace(/\s/g, "")

/** Whether the code has the format of a backup code, with or without its dashes. */
const isBackupCode = (code: string): boolean => {
  const characters = code.replaceAll("-", "")
  return characters.length === backupCodeLength && /^[0-9a-f]*$/i.test(characters)
}

/** [U16] Returns the violations of the field `verificationCode`: it is empty, or neither an app code nor a backup code. */
export const codeViolations = (code: string): ReadonlyArray<Violation> => {
  const stripped = stripCodeSpaces(code)
  if (stripped === "") return [{ field: "verificationCode", message: "sign-in.blank.code" }]
  return isCompleteCode(stripped, totpDigits) || isBackupCode(stripped)
    ? []
    : [{ field: "verificationCode", message: "sign-in.code.incomplete" }]
}
