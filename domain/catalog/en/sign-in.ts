// English texts: sign-in, quoted from the specification.
import { failures } from "./failures.ts"
import { shell } from "./shell.ts"

export const signIn = {
  "sign-in.heading": "Sign in",
  "sign-in.username": "Username",
  "sign-in.blank.username": "Enter your username.",
  "sign-in.blank.password": "Enter your password.",
  "sign-in.blank.code": "Enter a code.",
  "sign-in.code.incomplete": "Enter the 6-digit code from your app, or a 12-character backup code.",
  "sign-in.password": "Password",
  "sign-in.password.show": "Show password",
  "sign-in.password.hide": "Hide password",
  "sign-in.submit": "Sign in",
  "sign-in.forgot": "Forgot your password?",
  "sign-in.failed": "We weren't able to log you in!",
  "sign-in.not-found": "we couldn't find that username + password combination",
  "sign-in.wrong": "The given username and password combination is invalid.",
  "sign-in.token": "Your login token is invalid, please try again.",
  "LOGIN.SUBMIT.FAILURE": "Could not sign in. Please try again!",
  "sign-in.code.heading": "One more step",
  "sign-in.code.how": "Open your authenticator app and enter the code it shows for this account. You can also use a backup code.",
  "sign-in.code": "Verification code",
  "sign-in.code.submit": "Verify",
  "sign-in.code.leave": "Sign in as someone else",
  "sign-in.code.wrong": "The given two-factor authentication code is incorrect. Please try again.",
  "sign-in.code.invalid": "The given code was invalid. Please try again with a new code.",
  "sign-in.code.expired": "That took too long. Please sign in again.",
  "TOTP.SUBMIT.FAILURE": "Could not verify your code. Please try again.",
} as const

// The English texts that the sign-in page needs, without those of the screens behind it.

export const signInPage = { ...shell, ...signIn, ...failures } as const
