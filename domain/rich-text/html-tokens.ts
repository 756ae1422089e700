// Markup read as browsers read it: tags, and the text between them (HTML §13.2.5). Total, and linear in the length.
import { hiddenElements } from "./allowed-markup.ts"

// Characters of text in markup: how references are read, and how text is written (HTML §13.2.5, §13.5).

const reference = /&(?:#(\d+);?|#[xX]([\dA-Fa-f]+);?|([A-Za-z][A-Za-z\d]*);)/g

/** Text with its character references read. A name that is not known stays as it stands. */
export const decodeReferences = (raw: string): string =>
  raw.includes("&") ? raw.replace(reference, (all, decimal, hex, name) => characterOf(decimal, hex, name) ?? all) : raw

/** Text as it is written between tags. */
export const escapeText = (text: string): string => text.replace(/[&<>\u00a0]/g, (sign) => written[sign] ?? sign)

/** Text as it is written in an attribute, between double quotes. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"\u00a0]/g, (sign) => written[sign] ?? sign)

/** Raw text between tags, written anew: every sign that could be markup as a reference, a reference of unknown name as it stands. */
export const reescapeText = (raw: string): string => {
  let text = ""
  let end = 0
  for (const match of raw.matchAll(reference)) {
    text += escapeText(raw.slice(end, match.index)) + escapeReference(match)
    end = match.index + match[0].length
  }
  return (text + escapeText(raw.slice(end))).replaceAll("\0", "")
}

const escapeReference = ([all, decimal, hex, name]: RegExpExecArray): string => {
  const character = characterOf(decimal, hex, name)
  return character === undefined ? all : escapeText(character)
}

const characterOf = (decimal: string | undefined, hex: string | undefined, name: string | undefined): string | undefined => {
  if (name !== undefined) return named.get(name)
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd"
  return code >= 0x80 && code <= 0x9f ? windows[code - 0x80] : String.fromCodePoint(code)
}

/** What numbers of control characters stand for: the letters that Windows has there. */
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

const written: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00a0": "&nbsp;" }

/** The names of U+00A0 to U+00FF, in their order. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil " +
  "sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave " +
  "Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute " +
  "acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml " +
  "divide oslash ugrave uacute ucirc uuml yacute thorn yuml"

const named: ReadonlyMap<string, string> = new Map([
  ...latin.split(" ").map((name, i): [string, string] => [name, String.fromCodePoint(0xa0 + i)]),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", AMP: "&", LT: "<", GT: ">", QUOT: '"' }),
  ...Object.entries({ euro: "€", hellip: "…", ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”" }),
  ...Object.entries({ bdquo: "„", bull: "•", trade: "™", larr: "←", rarr: "→", OElig: "Œ", oelig: "œ", ensp: "\u2002", emsp: "\u2003" }),
  ...Object.entries({ Tab: "\t", NewLine: "\n", colon: ":", sol: "/", lpar: "(", rpar: ")", zwnj: "\u200c", zwj: "\u200d" }),
])

/** `raw` text has its references unread; names are in lower case; of an attribute given twice the first counts. */
export type HtmlToken =
  | { readonly _tag: "Text"; readonly raw: string }
  | {
      readonly _tag: "Open"
      readonly name: string
      readonly attributes: ReadonlyMap<string, string>
      /** The tag reaches from `start` up to `end`, in UTF-16 units. */
      readonly start: number
      readonly end: number
    }
  | { readonly _tag: "Close"; readonly name: string }

/** The tags and texts of `html`. Comments, and elements whose content is no text, are left out. A tag that is not closed ends the text. */
export function* tokenizeHtml(html: string): Generator<HtmlToken> {
  let at = 0
  while (at < html.length) {
    const opening = html.indexOf("<", at)
    const start = opening === -1 ? html.length : opening
    if (start > at) yield { _tag: "Text", raw: html.slice(at, start) }
    if (start === html.length) return
    const next = html[start + 1] ?? ""
    if (/[a-zA-Z]/.test(next)) {
      const tag = readTag(html, start + 1)
      if (tag === undefined) return
      if (hiddenElements.has(tag.name)) at = endOf(html, tag.name, tag.end)
      else {
        yield { _tag: "Open", name: tag.name, attributes: tag.attributes, start, end: tag.end }
        at = tag.end
      }
    } else if (next === "/" && /[a-zA-Z]/.test(html[start + 2] ?? "")) {
      const tag = readTag(html, start + 2)
      if (tag === undefined) return
      yield { _tag: "Close", name: tag.name }
      at = tag.end
    } else if (next === "!" || next === "?" || (next === "/" && start + 2 < html.length)) at = endOfComment(html, start)
    else {
      yield { _tag: "Text", raw: "<" }
      at = start + 1
    }
  }
}

type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly end: number }

const tagName = /[^\t\n\f\r />]+/y
const gap = /[\t\n\f\r /]*/y
const attributeName = /[^\t\n\f\r />][^\t\n\f\r />=]*/y
const equals = /[\t\n\f\r ]*=[\t\n\f\r ]*/y
const attributeValue = /"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)/y

/** Reads what `pattern` (sticky) matches at `at`, or undefined. */
const readAt = (pattern: RegExp, html: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at
  return pattern.exec(html) ?? undefined
}

/** The tag whose name begins at `start`, or undefined where the text ends within it. */
const readTag = (html: string, start: number): Tag | undefined => {
  const name = readAt(tagName, html, start)?.[0] ?? ""
  const attributes = new Map<string, string>()
  let at = start + name.length
  for (;;) {
    at += readAt(gap, html, at)?.[0].length ?? 0
    if (html[at] === ">") return { name: name.toLowerCase(), attributes, end: at + 1 }
    const key = readAt(attributeName, html, at)?.[0]
    if (key === undefined) return undefined
    at += key.length
    const sign = readAt(equals, html, at)?.[0]
    let value = ""
    if (sign !== undefined) {
      at += sign.length
      const read = readAt(attributeValue, html, at)
      if (read === undefined && html[at] !== ">") return undefined
      value = read?.[1] ?? read?.[2] ?? read?.[3] ?? ""
      at += read?.[0].length ?? 0
    }
    if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), decodeReferences(value))
  }
}

/** Where the content of a hidden element ends: after its closing tag, else with the text. */
const endOf = (html: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, "gi")
  closing.lastIndex = from
  const found = closing.exec(html)
  return found === null ? html.length : (readTag(html, found.index + 2)?.end ?? html.length)
}

const endOfComment = (html: string, start: number): number => {
  if (!html.startsWith("<!--", start)) return after(html, ">", start)
  const end = /^(?:-?>)/.exec(html.slice(start + 4, start + 6))
  if (end !== null) return start + 4 + end[0].length
  const closing = /--!?>/g
  closing.lastIndex = start + 4
  const found = closing.exec(html)
  return found === null ? html.length : found.index + found[0].length
}

const after = (html: string, sign: string, from: number): number => {
  const at = html.indexOf(sign, from)
  return at === -1 ? html.length : at + sign.length
}
