// Quotes of a script in messages.

/** Truncates a quote from the script to 80 characters for display. */
export const truncateQuote = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)
