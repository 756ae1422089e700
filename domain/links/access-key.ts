// What opens a respondent's conversation: the token of a link, the code of its short form, or what an anonymous page made for itself.
import { foldCase } from "../text/text-input.ts"

/** Characters of a code. A token has more: too many for anybody to guess. */
export const shortCodeLength = 10

/** What codes are made of: letters and digits that are not taken for one another, 32 of them. */
export const shortCodeAlphabet = "23456789abcdefghijkmnpqrstuvwxyz"

const shortCodePattern = new RegExp(`^(?=.*\\d[a-z]+\\d)[${shortCodeAlphabet}]{${shortCodeLength}}$`)

/** [L5] Whether a text reads as a code does that is made now: its digits stand in two places at least, as they hardly do in names that people give. */
export const looksLikeShortCode = (text: string): boolean => shortCodePattern.test(text)

/** How a pass is written. */
export const accessKeyPattern = /^[\w-]{10,64}$/

/** Whether a pass is a code. */
export const isShortCode = (pass: string): boolean => pass.length === shortCodeLength

/** [L5] A pass as it was made: a code is typed off paper, in any case; a token is followed, and its case says something. */
export const normalizeAccessKey = (given: string): string => {
  const code = foldCase(given.trim())
  return isShortCode(code) ? code : given
}
