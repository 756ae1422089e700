// A JSON text in parts that are told apart by colour: keys, texts, numbers, words, and what stands between them.

export type JsonToken = { readonly kind: "key" | "text" | "number" | "word" | "between"; readonly text: string }

/** A string, a number, a word; whatever else stands between them. */
const grammar = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/gs
/** What makes a string the key of a field. */
const colon = /\s*:/y

/** The parts of a text in their order; all `source` together are the text, whether or not it is JSON. In time linear in its length. */
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
