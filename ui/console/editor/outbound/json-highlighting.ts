// Splits JSON text into tokens for syntax highlighting.

/** A piece of JSON text; `between` is punctuation and white space. */
export type JsonToken = { readonly kind: "key" | "text" | "number" | "word" | "between"; readonly text: string }

/** A string (also an unterminated one), a number, or a literal such as `true`. */
const grammar = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/gs
/** Follows a string that is a key. */
const colon = /\s*:/y

/** Returns the tokens of a text, which together are the whole text, even if it is not JSON. In linear time. */
export const tokenizeJson = (text: string): ReadonlyArray<JsonToken> => {
  const parts: Array<JsonToken> = []
  let from = 0
  for (const { 0: source, index } of text.matchAll(grammar)) {
    if (index > from) parts.push({ kind: "between", text: text.slice(from, index) })
    from = index + source.length
    parts.push({ kind: kindOf(source, text, from), text: source })
  }
  if (from < text.length) parts.push({ kind: "between", text: text.slice(from) })
  return parts
}

const kindOf = (source: string, text: string, end: number): JsonToken["kind"] => {
  if (!source.startsWith('"')) return /^[tfn]/.test(source) ? "word" : "number"
  colon.lastIndex = end
  return colon.test(text) ? "key" : "text"
}
