// User names and email addresses (spec/1-console §5; decisions U5, U12).
import type { Violation } from "../failure.ts"
import { hasControlCharacters } from "../text/text-input.ts"
import { backupCodeLength, totpDigits } from "./account-limits.ts"

/** [U5] Characters a username has at least and at most. */
export const usernameLength = { minimum: 3, maximum: 64 } as const
/** Characters of an address at most (RFC 5321 §4.5.3.1). */
const longestAddress = 254

/** A username as it is meant: white space around what was typed or pasted is none of it. */
export const trimUsername = (typed: string): string => typed.trim()

export type UsernameProblem = "blank" | "too-short" | "too-long" | "syntax"

/** What is wrong with a username, or null. */
export const usernameProblem = (username: string): UsernameProblem | null => {
  const { length } = Array.from(username.trim())
  if (length === 0) return "blank"
  if (length < usernameLength.minimum) return "too-short"
  if (length > usernameLength.maximum) return "too-long"
  // What only joins letters would make two of what looks like one.
  return hasControlCharacters(username) || /\p{Cf}/u.test(username) || username !== username.trim() ? "syntax" : null
}

const usernameKeys = {
  blank: "ERROR.USERNAME_BLANK",
  "too-short": "ERROR.USERNAME_TOO_SHORT",
  "too-long": "ERROR.USERNAME_TOO_LONG",
  syntax: "ERROR.USERNAME_SYNTAX",
} as const satisfies Record<UsernameProblem, string>

/** What keeps a username from being taken, as the field `username` of a form or a payload has it. */
export const usernameViolations = (username: string): ReadonlyArray<Violation> => {
  const problem = usernameProblem(username)
  return problem === null ? [] : [{ field: "username", message: usernameKeys[problem] }]
}

/** Whether two usernames, as they were typed, are one: white space around them is none of it. */
export const isSameUsername = (one: string, other: string): boolean => trimUsername(one) === trimUsername(other)

/** [U12] A local part, and a host of two names at least, in any script. */
const address =
  /^[^\s@"(),:;<>[\\\]\p{C}]+@[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?)+$/u

export type EmailProblem = "blank" | "syntax"

/** What is wrong with an email address, or null. */
export const emailProblem = (email: string): EmailProblem | null => {
  if (email.trim() === "") return "blank"
  const local = email.replace(/@.*/s, "")
  const isDotted = local.startsWith(".") || local.endsWith(".") || local.includes("..")
  return email.length <= longestAddress && local.length <= 64 && !isDotted && address.test(email) ? null : "syntax"
}

const emailKeys = { blank: "ERROR.EMAIL_BLANK", syntax: "ERROR.EMAIL_SYNTAX" } as const satisfies Record<EmailProblem, string>

/** What keeps an address from being taken, as the field `email` of a form or a payload has it. */
export const emailViolations = (email: string): ReadonlyArray<Violation> => {
  const problem = emailProblem(email)
  return problem === null ? [] : [{ field: "email", message: emailKeys[problem] }]
}

/** Whether a verification code is complete: just the digits that the two-factor configuration asks for. */
export const isCompleteCode = (code: string, digits: number): boolean => code.length === digits && /^[0-9]*$/.test(code)

// What a sign-in needs before it is worth sending (spec/1-console §5 "Login", "Verification code").

export type Credentials = { readonly username: string; readonly password: string }

/** What is still missing, by the fields `username` and `password`. A password may consist of spaces. */
export const credentialViolations = ({ username, password }: Credentials): ReadonlyArray<Violation> => [
  ...(trimUsername(username) === "" ? [{ field: "username", message: "sign-in.blank.username" }] : []),
  ...(password === "" ? [{ field: "password", message: "sign-in.blank.password" }] : []),
]

/** The code as typed or pasted, without the spaces that people and apps put in it. */
export const stripCodeSpaces = (code: string): string => code.replace(/\s/g, "")

/** Whether it is written as backup codes are, with or without the dashes that are there to be read. */
const isBackupCode = (code: string): boolean => {
  const plain = code.replaceAll("-", "")
  return plain.length === backupCodeLength && /^[0-9a-f]*$/i.test(plain)
}

/** What keeps a code from being tried, by the field `verificationCode`: it is empty, or neither an app's code nor a backup code. */
export const codeViolations = (code: string): ReadonlyArray<Violation> => {
  const tidy = stripCodeSpaces(code)
  if (tidy === "") return [{ field: "verificationCode", message: "sign-in.blank.code" }]
  return isCompleteCode(tidy, totpDigits) || isBackupCode(tidy) ? [] : [{ field: "verificationCode", message: "sign-in.code.incomplete" }]
}
