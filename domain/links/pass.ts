// What opens a respondent's conversation: the token of a link, the code of its short form, or what an anonymous page made for itself.

/** Characters of a code. A token has more: too many for anybody to guess. */
export const codeLength = 10

/** How a pass is written. */
export const passPattern = /^[\w-]{10,64}$/

/** Whether a pass is a code. */
export const isCode = (pass: string): boolean => pass.length === codeLength
