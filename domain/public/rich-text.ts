// The one allowlist of markup: texts made harmless, read as plain text, and their images.
export { type ElementName, fontSizes } from "../rich-text/allowlist.ts"
export { escapeText } from "../rich-text/characters.ts"
export { imagesIn, withImages } from "../rich-text/images.ts"
export { asRichText, plainText } from "../rich-text/plain-text.ts"
export { sanitise } from "../rich-text/sanitise.ts"
