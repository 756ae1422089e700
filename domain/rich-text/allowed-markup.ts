// The allowlist of markup in texts, used by sanitizer, editor and chat [M1].

import { isUploadAddress } from "../assets/asset-address.ts"
import { stripUrlWhitespace } from "../text/web-url.ts"

/** How the sanitizer treats an element: a block, a list, a list item, a run of text, or an empty element. */
type Kind = "block" | "list" | "item" | "run" | "void"

/** Every allowed element with its allowed attributes. */
export const allowedElements = {
  p: { kind: "block", attributes: [] },
  ul: { kind: "list", attributes: [] },
  ol: { kind: "list", attributes: [] },
  li: { kind: "item", attributes: [] },
  strong: { kind: "run", attributes: [] },
  b: { kind: "run", attributes: [] },
  em: { kind: "run", attributes: [] },
  i: { kind: "run", attributes: [] },
  u: { kind: "run", attributes: [] },
  s: { kind: "run", attributes: [] },
  strike: { kind: "run", attributes: [] },
  del: { kind: "run", attributes: [] },
  a: { kind: "run", attributes: ["href"] },
  span: { kind: "run", attributes: ["style"] },
  br: { kind: "void", attributes: [] },
  img: { kind: "void", attributes: ["src", "alt"] },
} as const satisfies Record<string, { readonly kind: Kind; readonly attributes: ReadonlyArray<string> }>
export type ElementName = keyof typeof allowedElements
type AttributeName = (typeof allowedElements)[ElementName]["attributes"][number]

/** The font sizes that a text may have, in px. */
export const textFontSizes = { min: 10, max: 22, default: 16 } as const

/** Returns whether texts may contain an element of this name. */
export const isAllowedElement = (name: string): name is ElementName => Object.hasOwn(allowedElements, name)

/** Elements that are read as paragraphs, as other programs put them on the clipboard. */
export const paragraphLikeElements: ReadonlySet<string> = new Set(
  "div h1 h2 h3 h4 h5 h6 blockquote pre address article section header footer tr".split(" "),
)

/** Elements that are dropped with their content, which is not text. */
export const hiddenElements: ReadonlySet<string> = new Set(
  "script style template noscript iframe noembed noframes object svg math title textarea xmp".split(" "),
)

/** Returns the attribute's value in canonical form; undefined if it is not allowed. */
export const getAllowedAttributeValue = (name: AttributeName, value: string): string | undefined => {
  switch (name) {
    case "href":
      return allowLinkAddress(value)
    case "src":
      return allowImageAddress(value)
    case "alt":
      return value
    case "style":
      return allowFontSize(value)
  }
}

/** Attributes without which an element has no effect and is dropped; its content stays. */
export const requiredAttributes: { readonly [Name in ElementName]?: string } = { a: "href", span: "style", img: "src" }

const allowLinkAddress = (value: string): string | undefined => {
  const address = stripUrlWhitespace(value)
  return /^(?:https?:\/\/|mailto:)[^\s/]/i.test(address) ? address : undefined
}

/**
 * Returns the address of a link as an author types it: a web address may lack `https://`, and an email address `mailto:`. Undefined if
 * links may not lead there.
 */
export const parseTypedLink = (text: string): string | undefined => {
  const address = stripUrlWhitespace(text)
  const prefix = /^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(address)
    ? "mailto:"
    : /^[^\s@:/?#]+\.[^\s@:/?#]+(?::\d+)?(?:[/?#]\S*)?$/.test(address)
      ? "https://"
      : ""
  return allowLinkAddress(`${prefix}${address}`)
}

/** Images can come from the web, from the product's uploads, or inline (the assets of a script file). */
const allowImageAddress = (value: string): string | undefined => {
  const address = stripUrlWhitespace(value)
  return isUploadAddress(address) || /^https?:\/\/[^\s/]/i.test(address) || dataImage.test(address) ? address : undefined
}
const dataImage = /^data:image\/(?:png|jpe?g|gif|webp|bmp|apng|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/i

const allowFontSize = (style: string): string | undefined => {
  const pixels = Number(/(?:^|;)\s*font-size\s*:\s*(\d{1,3})px\s*(?:;|$)/i.exec(style)?.[1] ?? Number.NaN)
  return pixels >= textFontSizes.min && pixels <= textFontSizes.max ? `font-size: ${pixels}px;` : undefined
}
