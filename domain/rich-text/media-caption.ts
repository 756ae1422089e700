// [I16] Captions: the text below an image or a video, a paragraph after the image or the video's address.
import { decodeReferences, escapeText, tokenizeHtml } from "./html-tokens.ts"
import { toPlainText } from "./plain-text.ts"

/** Returns the text of the paragraphs as it was typed, with its spaces. */
const readTypedText = (html: string): string => {
  let text = ""
  for (const token of tokenizeHtml(html))
    if (token._tag === "Text") text += decodeReferences(token.raw)
    else if (token._tag === "Open" && (token.name === "p" || token.name === "br") && text !== "") text += " "
  return text.replace(/[\t\n\f\r]+/g, " ")
}

const toParagraph = (text: string): string => (text === "" ? "" : `<p>${escapeText(text)}</p>`)

/** Returns the caption of an image's message: all of its text. */
export const getImageCaption = (html: string): string => readTypedText(html)

/** Sets the caption of an image's message; the images stay, an empty caption removes it. */
export const setImageCaption = (html: string, caption: string): string => {
  let images = ""
  for (const token of tokenizeHtml(html)) if (token._tag === "Open" && token.name === "img") images += html.slice(token.start, token.end)
  return images + toParagraph(caption)
}

/** Splits a video's message after its first paragraph, or after the text before the first paragraph. */
const splitVideoMessage = (html: string): { readonly first: string; readonly rest: string } => {
  const [, first = "", rest = ""] = /^(<p\b[^>]*>[^]*?<\/p>|[^]*?(?=<p\b|$))([^]*)$/i.exec(html.trim()) ?? []
  return { first, rest }
}

/** Returns the address in a video's message as the author typed it. */
export const getVideoAddress = (html: string): string => toPlainText(splitVideoMessage(html).first)

/** Returns the caption of a video's message. */
export const getVideoCaption = (html: string): string => readTypedText(splitVideoMessage(html).rest)

/** Returns the message for an address and a caption. */
export const toVideoMessage = (address: string, caption: string): string =>
  caption === "" ? escapeText(address) : `${address === "" ? "<p></p>" : escapeText(address)}${toParagraph(caption)}`
