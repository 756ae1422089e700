// The markup that texts may hold: the one list that sanitiser, editor and chat go by (spec/2-editor §2 "Rich text toolbar"; decisions M1).

import { isUploadAddress } from "../assets/asset-address.ts"
import { stripUrlWhitespace } from "../text/web-url.ts"

/** What an element is to the sanitiser: a block, a list, an item of a list, a run of text, or something without content. */
type Kind = "block" | "list" | "item" | "run" | "void"

/** Every element that texts may hold, with the attributes it may have. */
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

/** Font sizes in px that a text may have (spec/2-editor §2). */
export const textFontSizes = { min: 10, max: 22, default: 16 } as const

export const isAllowedElement = (name: string): name is ElementName => Object.hasOwn(allowedElements, name)

/** Elements that are read as paragraphs: what other programs put on the clipboard. */
export const paragraphLikeElements: ReadonlySet<string> = new Set(
  "div h1 h2 h3 h4 h5 h6 blockquote pre address article section header footer tr".split(" "),
)

/** Elements whose content is no text, and goes with them. */
export const hiddenElements: ReadonlySet<string> = new Set(
  "script style template noscript iframe noembed noframes object svg math title textarea xmp".split(" "),
)

/** The value of an attribute as it is written, or undefined where it is not allowed. */
export const allowedAttributeValue = (name: AttributeName, value: string): string | undefined => {
  switch (name) {
    case "href":
      return linkAddress(value)
    case "src":
      return imageAddress(value)
    case "alt":
      return value
    case "style":
      return fontSize(value)
  }
}

/** Attributes without which an element says nothing, and is left out (its content stays). */
export const requiredAttributes: { readonly [Name in ElementName]?: string } = { a: "href", span: "style", img: "src" }

const linkAddress = (value: string): string | undefined => {
  const address = stripUrlWhitespace(value)
  return /^(?:https?:\/\/|mailto:)[^\s/]/i.test(address) ? address : undefined
}

/** Images come from the web, from the product's own uploads, or with the text itself (a script file's assets). */
const imageAddress = (value: string): string | undefined => {
  const address = stripUrlWhitespace(value)
  return isUploadAddress(address) || /^https?:\/\/[^\s/]/i.test(address) || dataImage.test(address) ? address : undefined
}
const dataImage = /^data:image\/(?:png|jpe?g|gif|webp|bmp|apng|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/i

const fontSize = (style: string): string | undefined => {
  const pixels = Number(/(?:^|;)\s*font-size\s*:\s*(\d{1,3})px\s*(?:;|$)/i.exec(style)?.[1] ?? Number.NaN)
  return pixels >= textFontSizes.min && pixels <= textFontSizes.max ? `font-size: ${pixels}px;` : undefined
}
