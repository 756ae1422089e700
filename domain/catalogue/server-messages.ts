// Messages that servers send as they are, and the texts they are shown as (spec/1-console §8).
import { ownField } from "../own-field.ts"
import type { PlainKey } from "./catalogue.ts"

const shownAs: Readonly<Record<string, PlainKey>> = {
  "The presented password is invalid.": "sign-in.wrong",
  "Bad credentials.": "sign-in.wrong",
  "Invalid login token.": "sign-in.token",
  "Invalid two-factor authentication code.": "sign-in.code.wrong",
}

/** The key of the text that a server's message is shown as, or undefined where it is shown as it came. */
export const shownKey = (message: string): PlainKey | undefined => ownField(shownAs, message)
