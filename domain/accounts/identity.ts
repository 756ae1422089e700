// User names and email addresses (spec/1-console §5; decisions U5, U12).

/** [U5] Characters a username has at least and at most. */
export const usernameLength = { minimum: 3, maximum: 64 } as const
/** Characters of an address at most (RFC 5321 §4.5.3.1). */
const longestAddress = 254

/** A username as it is meant: white space around what was typed or pasted is none of it. */
export const tidyUsername = (typed: string): string => typed.trim()

export type UsernameProblem = "blank" | "too-short" | "too-long" | "syntax"

/** What is wrong with a username, or null. */
export const usernameProblem = (username: string): UsernameProblem | null => {
  const { length } = Array.from(username.trim())
  if (length === 0) return "blank"
  if (length < usernameLength.minimum) return "too-short"
  if (length > usernameLength.maximum) return "too-long"
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(username) || username !== username.trim() ? "syntax" : null
}

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

/** Whether a verification code is complete: just the digits that the two-factor configuration asks for. */
export const isCompleteCode = (code: string, digits: number): boolean => code.length === digits && /^[0-9]*$/.test(code)
