// XML as drawings have it, read strictly: what a browser could read another way is not read at all. Total, and linear in the length.

/** Names have their prefix; values and texts have their references read. */
export type SvgToken =
  | { readonly _tag: "Open"; readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly isEmpty: boolean }
  | { readonly _tag: "Close"; readonly name: string }
  | { readonly _tag: "Text"; readonly text: string }

const tag = /<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const closing = /<\/([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)\s*>/y
/** A prolog may name a document type; one that brings entities of its own is not read. */
const passedOver = /<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE\s[^[\]<>]*>/y
const data = /<!\[CDATA\[([^]*?)\]\]>/y

/** The tokens of a document, or null where it is not well-formed in its letters; nesting is the reader's to look at. */
export const tokenizeSvg = (text: string): ReadonlyArray<SvgToken> | null => {
  const found: Array<SvgToken> = []
  let at = text.startsWith("\ufeff") ? 1 : 0
  const matched = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at
    const match = form.exec(text)
    if (match !== null) at = form.lastIndex
    return match
  }
  /** A comment within a text parts it for the eye only. */
  const addText = (more: string): void => {
    const last = found.at(-1)
    if (last?._tag === "Text") found[found.length - 1] = { _tag: "Text", text: last.text + more }
    else found.push({ _tag: "Text", text: more })
  }
  while (at < text.length) {
    if (text[at] !== "<") {
      const next = text.indexOf("<", at)
      const raw = text.slice(at, next === -1 ? text.length : next)
      const read = withReferences(raw)
      if (read === null) return null
      addText(read)
      at += raw.length
      continue
    }
    const opened = matched(tag)
    if (opened !== null) {
      const attributes = attributesOf(opened[2] ?? "")
      if (attributes === null) return null
      found.push({ _tag: "Open", name: opened[1] ?? "", attributes, isEmpty: opened[3] === "/" })
      continue
    }
    const closed = matched(closing)
    if (closed !== null) found.push({ _tag: "Close", name: closed[1] ?? "" })
    else {
      const raw = matched(data)
      if (raw !== null) addText(raw[1] ?? "")
      else if (matched(passedOver) === null) return null
    }
  }
  return found
}

/** An attribute that stands twice makes a document that is not well-formed. */
const attributesOf = (text: string): ReadonlyMap<string, string> | null => {
  const found = new Map<string, string>()
  for (const [, name = "", double, single] of text.matchAll(attribute)) {
    const value = withReferences(double ?? single ?? "")
    if (value === null || found.has(name)) return null
    found.set(name, value)
  }
  return found
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** A text with its references read, or null where one is unknown. */
const withReferences = (raw: string): string | null => {
  if (!raw.includes("&")) return raw
  let isRead = true
  const text = raw.replace(/&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(\w+));|&/g, (_, hex?: string, decimal?: string, name?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const character = name === undefined ? characterOf(code) : Object.hasOwn(named, name) ? named[name] : undefined
    if (character === undefined) isRead = false
    return character ?? ""
  })
  return isRead ? text : null
}

const characterOf = (code: number): string | undefined =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code < 0xd800) ||
  (code > 0xdfff && code < 0xfffe) ||
  (code > 0xffff && code < 0x110000)
    ? String.fromCodePoint(code)
    : undefined
