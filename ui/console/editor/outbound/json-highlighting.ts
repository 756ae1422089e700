// Splits JSON text into tokens for syntax highlighting.

/** A piece of JSON text; `between` is punctuation and white space. */
export type JsonToken = { readonly kind: "key" | "text" | "number" | "word" | "between"; readonly text: string }

/** A string (also an unterminated one), a number, or a literal such as `true`. */
const tokenPattern = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/gs
/** Follows a string that is a key. */
const keySuffix = /\s*:/y

/** Returns the tokens of a text, which together are the whole text, even if it is not JSON. In linear time. */
export const tokenizeJson = (text: string): ReadonlyArray<JsonToken> => {
  const tokens: Array<JsonToken> = []
  let position = 0
  for (const { 0: source, index } of text.matchAll(tokenPattern)) {
    if (index > position) tokens.push({ kind: "between", text: text.slice(position, index) })
    position = index + source.length
    tokens.push({ kind: getTokenKind(source, text, position), text: source })
  }
  if (position < text.length) tokens.push({ kind: "between", text: text.slice(position) })
  return tokens
}

const getTokenKind = (source: string, text: string, end: number): JsonToken["kind"] => {
  if (!source.startsWith('"')) return /^[tfn]/.test(source) ? "word" : "number"
  keySuffix.lastIndex = end
  return keySuffix.test(text) ? "key" : "text"
}
