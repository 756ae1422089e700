// Converts rich text to plain text and back, for counting words, previews and exports [I6, M3].
import { paragraphLikeElements } from "./allowed-markup.ts"
import { decodeReferences, escapeText, tokenizeHtml } from "./html-tokens.ts"

/** [M3] Returns the text that a reader sees: no tags, references decoded, paragraphs, list items and breaks on their own lines. Total. */
export const toPlainText = (html: string): string => convert(html, () => "")

/** Returns plain text for places that cannot show images: an image with alternative text appears as `[text]`. */
export const toPlainTextWithAlt = (html: string): string =>
  convert(html, (attributes) => {
    const altText = (attributes.get("alt") ?? "").replace(/\s+/g, " ").trim()
    return altText === "" ? "" : `[${altText}]`
  })

const convert = (html: string, getImageText: (attributes: ReadonlyMap<string, string>) => string): string => {
  const parts: Array<string> = []
  let isLineStart = true
  const add = (part: string) => {
    parts.push(part)
    isLineStart = part.endsWith("\n")
  }
  for (const token of tokenizeHtml(html)) {
    if (token._tag === "Text") {
      const text = token.raw.replace(/[\t\n\f\r ]+/g, " ")
      const visibleText = isLineStart ? text.replace(/^ /, "") : text
      if (visibleText !== "") add(decodeReferences(visibleText))
    } else if (token._tag === "Open" && token.name === "img") {
      const imageText = getImageText(token.attributes)
      if (imageText !== "") add(imageText)
    } else if (token.name === "br" || (token._tag === "Close" && token.name === "p")) add("\n")
    else if (lineElements.has(token.name) && !isLineStart) add("\n")
  }
  return parts
    .join("")
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}

/** Returns whether a reader sees any text; faster than building `plainText`. */
export const hasText = (html: string): boolean => {
  for (const token of tokenizeHtml(html)) if (token._tag === "Text" && decodeReferences(token.raw).trim() !== "") return true
  return false
}

/** Returns plain text as rich text: markup is escaped, a line break becomes `<br>`. */
export const toRichText = (text: string): string => escapeText(text).replace(/\r\n?|\n/g, "<br>")

const lineElements: ReadonlySet<string> = new Set(["p", "li", "ul", "ol", ...paragraphLikeElements])
