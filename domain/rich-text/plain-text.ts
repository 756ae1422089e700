// Rich text and plain text: the one as the other, for counting words, for previews, for exports (decisions I6, M3).
import { paragraphLikeElements } from "./allowed-markup.ts"
import { decodeReferences, escapeText, tokenizeHtml } from "./html-tokens.ts"

/**
 * [M3] The text that a reader sees: tags gone, references read, paragraphs, list items and breaks on lines of their own. Total: any
 * string is read, as far as it is markup.
 */
export const plainText = (html: string): string => read(html, () => "")

/** The same for where images cannot be shown: each that has words for those who do not see it stands as `[words]`. */
export const plainTextWithAlt = (html: string): string =>
  read(html, (attributes) => {
    const words = (attributes.get("alt") ?? "").replace(/\s+/g, " ").trim()
    return words === "" ? "" : `[${words}]`
  })

const read = (html: string, ofImage: (attributes: ReadonlyMap<string, string>) => string): string => {
  const parts: Array<string> = []
  let isLineStart = true
  const add = (part: string) => {
    parts.push(part)
    isLineStart = part.endsWith("\n")
  }
  for (const token of tokenizeHtml(html)) {
    if (token._tag === "Text") {
      const text = token.raw.replace(/[\t\n\f\r ]+/g, " ")
      const shown = isLineStart ? text.replace(/^ /, "") : text
      if (shown !== "") add(decodeReferences(shown))
    } else if (token._tag === "Open" && token.name === "img") {
      const words = ofImage(token.attributes)
      if (words !== "") add(words)
    } else if (token.name === "br" || (token._tag === "Close" && token.name === "p")) add("\n")
    else if (ownLines.has(token.name) && !isLineStart) add("\n")
  }
  return parts
    .join("")
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}

/** Whether a reader sees any text: whether `plainText` has something to say, without putting it together. */
export const hasText = (html: string): boolean => {
  for (const token of tokenizeHtml(html)) if (token._tag === "Text" && decodeReferences(token.raw).trim() !== "") return true
  return false
}

/** Plain text as rich text: what looks like markup is shown as it stands, a line end is a break. */
export const toRichText = (text: string): string => escapeText(text).replace(/\r\n?|\n/g, "<br>")

const ownLines: ReadonlySet<string> = new Set(["p", "li", "ul", "ol", ...paragraphLikeElements])
