// Access keys of conversations: the token in a link, or its short code.
import { foldCase } from "../text/text-input.ts"

/** The number of characters of a short code. A token is longer, so that it cannot be guessed. */
export const shortCodeLength = 10

/** The characters of short codes: letters and digits without those that look alike. */
export const shortCodeAlphabet = "23456789abcdefghijkmnpqrstuvwxyz"

const shortCodePattern = new RegExp(`^(?=.*\\d[a-z]+\\d)[${shortCodeAlphabet}]{${shortCodeLength}}$`)

/** [L5] Returns whether a text looks like a new short code: digits in two places with letters between, which names rarely have. */
export const looksLikeShortCode = (text: string): boolean => shortCodePattern.test(text)

/** The form of an access key. */
export const accessKeyPattern = /^[\w-]{10,64}$/

/** Returns whether an access key is a short code. */
export const isShortCode = (accessKey: string): boolean => accessKey.length === shortCodeLength

/** [L5] Normalizes an access key: a short code is case-folded, since people type it from paper; a token is left unchanged. */
export const normalizeAccessKey = (accessKey: string): string => {
  const code = foldCase(accessKey.trim())
  return isShortCode(code) ? code : accessKey
}
