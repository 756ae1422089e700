// The markup that the rich-text editor can represent.
import { getAllowedAttributeValue } from "../../../../domain/rich-text/allowed-markup.ts"
import { tokenizeHtml } from "../../../../domain/rich-text/html-tokens.ts"
import { parseFontSize } from "./font-size-mark.ts"
import { isPicture } from "./list-and-picture-nodes.ts"

/** The elements that the extensions support without attributes. */
const supportedElements: ReadonlySet<string> = new Set("p br strong b em i u s strike del ul ol li".split(" "))

/** Whether the editor can represent this HTML: other markup would be lost with the first keystroke. */
export const canRepresent = (html: string): boolean =>
  [...tokenizeHtml(html)].every(
    (token) =>
      token._tag === "Text" ||
      (supportedElements.has(token.name) && (token._tag === "Close" || token.attributes.size === 0)) ||
      (token.name === "span" && (token._tag === "Close" || isFontSize(token.attributes))) ||
      (token.name === "a" && (token._tag === "Close" || isLink(token.attributes))) ||
      (token.name === "img" && token._tag === "Open" && isShownPicture(token.attributes)),
  )

const isFontSize = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.size === 1 && parseFontSize(attributes.get("style") ?? "") !== null

const isLink = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.size === 1 && getAllowedAttributeValue("href", attributes.get("href") ?? "") !== undefined

const isShownPicture = (attributes: ReadonlyMap<string, string>): boolean =>
  isPicture(attributes.get("src") ?? "") && [...attributes.keys()].every((name) => name === "src" || name === "alt")
