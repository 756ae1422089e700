// The one allowlist of markup: texts made harmless, read as plain text, and their images.
export { type ElementName, fontSizes } from "../rich-text/allowed-markup.ts"
export { escapeText } from "../rich-text/html-tokens.ts"
export { imagesIn, withImages } from "../rich-text/message-media.ts"
export { asRichText, plainText } from "../rich-text/plain-text.ts"
export { sanitise } from "../rich-text/sanitize-html.ts"
