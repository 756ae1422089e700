// Strict XML tokenizer for SVG: rejects whatever a browser could read differently. Total, and linear in the length.

/** Names include their prefix; references in values and texts are resolved. */
export type SvgToken =
  | { readonly _tag: "Open"; readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly isEmpty: boolean }
  | { readonly _tag: "Close"; readonly name: string }
  | { readonly _tag: "Text"; readonly text: string }

const openTagPattern = /<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attributePattern = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const closeTagPattern = /<\/([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*>/y
/** XML declarations, comments, and document types without entity declarations of their own. */
const ignoredPattern = /<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE\s[^[\]<>]*>/y
const cdataPattern = /<!\[CDATA\[([^]*?)\]\]>/y

/** Returns the tokens of a document, or null if it is not well-formed. Nesting is left to the caller to check. */
export const tokenizeSvg = (text: string): ReadonlyArray<SvgToken> | null => {
  const tokens: Array<SvgToken> = []
  let offset = text.startsWith("\ufeff") ? 1 : 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = offset
    const found = pattern.exec(text)
    if (found !== null) offset = pattern.lastIndex
    return found
  }
  /** Joins texts that only a comment separates. */
  const addText = (content: string): void => {
    const last = tokens.at(-1)
    if (last?._tag === "Text") tokens[tokens.length - 1] = { _tag: "Text", text: last.text + content }
    else tokens.push({ _tag: "Text", text: content })
  }
  while (offset < text.length) {
    if (text[offset] !== "<") {
      const next = text.indexOf("<", offset)
      const raw = text.slice(offset, next === -1 ? text.length : next)
      const content = resolveReferences(raw)
      if (content === null) return null
      addText(content)
      offset += raw.length
      continue
    }
    const openTag = match(openTagPattern)
    if (openTag !== null) {
      const attributes = parseAttributes(openTag[2] ?? "")
      if (attributes === null) return null
      tokens.push({ _tag: "Open", name: openTag[1] ?? "", attributes, isEmpty: openTag[3] === "/" })
      continue
    }
    const closeTag = match(closeTagPattern)
    if (closeTag !== null) tokens.push({ _tag: "Close", name: closeTag[1] ?? "" })
    else {
      const raw = match(cdataPattern)
      if (raw !== null) addText(raw[1] ?? "")
      else if (match(ignoredPattern) === null) return null
    }
  }
  return tokens
}

/** Returns null for a duplicate attribute, which makes a document malformed. */
const parseAttributes = (text: string): ReadonlyMap<string, string> | null => {
  const attributes = new Map<string, string>()
  for (const [, name = "", double, single] of text.matchAll(attributePattern)) {
    const value = resolveReferences(double ?? single ?? "")
    if (value === null || attributes.has(name)) return null
    attributes.set(name, value)
  }
  return attributes
}

const namedEntities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** Resolves the references of a text; returns null if one is unknown. */
const resolveReferences = (raw: string): string | null => {
  if (!raw.includes("&")) return raw
  let isValid = true
  const text = raw.replace(/&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(\w+));|&/g, (_, hex?: string, decimal?: string, name?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const character = name === undefined ? decodeCharacter(code) : Object.hasOwn(namedEntities, name) ? namedEntities[name] : undefined
    if (character === undefined) isValid = false
    return character ?? ""
  })
  return isValid ? text : null
}

const decodeCharacter = (code: number): string | undefined =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code < 0xd800) ||
  (code > 0xdfff && code < 0xfffe) ||
  (code > 0xffff && code < 0x110000)
    ? String.fromCodePoint(code)
    : undefined
