// The form in which names, addresses and slugs that must be unique are compared (decisions L5, U5).

/** A text without regard to case, and to how its characters are composed or how wide they are drawn (NFKC). */
export const folded = (text: string): string => text.normalize("NFKC").toLowerCase()
