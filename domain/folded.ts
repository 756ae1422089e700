// The forms in which texts are compared.

/** [L5, U5] What must be unique (names, addresses, slugs): a text without regard to case, and to how its characters are composed or how wide they are drawn (NFKC). */
export const folded = (text: string): string => text.normalize("NFKC").toLowerCase()

/** What is searched in: a text without regard to case, accents, and how wide its characters are drawn (NFKD). */
export const withoutAccents = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
