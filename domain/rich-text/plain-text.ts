// The text of rich text without its markup: for counting words, for previews, for exports (decisions I6).

/**
 * The text that a reader sees: tags gone, entities read, paragraphs, list items and breaks on lines of their own. Total: any string is
 * read, as far as it is markup.
 */
export const plainText = (html: string): string =>
  readEntities(
    html
      .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
      .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
      .replace(/[\t\n\r ]+/g, " ")
      .replace(/<br\b[^>]*>/gi, "\n")
      .replace(/<\/(?:p|div|li|ul|ol|h[1-6]|blockquote)\s*>/gi, "\n")
      .replace(/<\/?[a-z][^>]*>/gi, ""),
  )
    .replace(/ *\n */g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" }

/** Character references, read once; those that name no character stay as they stand. */
const readEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (all: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? all
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : all
  })
