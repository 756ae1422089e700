// What opens a respondent's conversation: the token of a link, the code of its short form, or what an anonymous page made for itself.
import { folded } from "../text/text-input.ts"

/** Characters of a code. A token has more: too many for anybody to guess. */
export const codeLength = 10

/** What codes are made of: letters and digits that are not taken for one another, 32 of them. */
export const codeLetters = "23456789abcdefghijkmnpqrstuvwxyz"

const digitsApart = new RegExp(`^(?=.*\\d[a-z]+\\d)[${codeLetters}]{${codeLength}}$`)

/** [L5] Whether a text reads as a code does that is made now: its digits stand in two places at least, as they hardly do in names that people give. */
export const readsAsCode = (text: string): boolean => digitsApart.test(text)

/** How a pass is written. */
export const passPattern = /^[\w-]{10,64}$/

/** Whether a pass is a code. */
export const isCode = (pass: string): boolean => pass.length === codeLength

/** [L5] A pass as it was made: a code is typed off paper, in any case; a token is followed, and its case says something. */
export const passOf = (given: string): string => {
  const code = folded(given.trim())
  return isCode(code) ? code : given
}
