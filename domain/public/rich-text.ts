// Rich text: the allowlist of markup, sanitizing, plain text, images.
export { type ElementName, textFontSizes } from "../rich-text/allowed-markup.ts"
export { escapeText } from "../rich-text/html-tokens.ts"
export { listImageAddresses, replaceImageAddresses } from "../rich-text/message-media.ts"
export { toPlainText, toRichText } from "../rich-text/plain-text.ts"
export { sanitizeHtml } from "../rich-text/sanitize-html.ts"
