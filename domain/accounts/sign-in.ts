// What a sign-in needs before it is worth sending (spec/1-console §5 "Login", "Verification code").
import type { Violation } from "../failure.ts"
import { isCompleteCode, tidyUsername } from "./identity.ts"
import { backupCodeLength, totpDigits } from "./limits.ts"

export type Credentials = { readonly username: string; readonly password: string }

/** What is still missing, by the fields `username` and `password`. A password may consist of spaces. */
export const credentialViolations = ({ username, password }: Credentials): ReadonlyArray<Violation> => [
  ...(tidyUsername(username) === "" ? [{ field: "username", message: "sign-in.blank.username" }] : []),
  ...(password === "" ? [{ field: "password", message: "sign-in.blank.password" }] : []),
]

/** The code as typed or pasted, without the spaces that people and apps put in it. */
export const tidyCode = (code: string): string => code.replace(/\s/g, "")

/** Whether it is written as backup codes are, with or without the dashes that are there to be read. */
const isBackupCode = (code: string): boolean => {
  const plain = code.replaceAll("-", "")
  return plain.length === backupCodeLength && /^[0-9a-f]*$/i.test(plain)
}

/** What keeps a code from being tried, by the field `verificationCode`: it is empty, or neither an app's code nor a backup code. */
export const codeViolations = (code: string): ReadonlyArray<Violation> => {
  const tidy = tidyCode(code)
  if (tidy === "") return [{ field: "verificationCode", message: "sign-in.blank.code" }]
  return isCompleteCode(tidy, totpDigits) || isBackupCode(tidy) ? [] : [{ field: "verificationCode", message: "sign-in.code.incomplete" }]
}
