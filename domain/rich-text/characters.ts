// Characters of text in markup: how references are read, and how text is written (HTML §13.2.5, §13.5).

const reference = /&(?:#(\d+);?|#[xX]([\dA-Fa-f]+);?|([A-Za-z][A-Za-z\d]*);)/g

/** Text with its character references read. A name that is not known stays as it stands. */
export const readReferences = (raw: string): string =>
  raw.includes("&") ? raw.replace(reference, (all, decimal, hex, name) => characterOf(decimal, hex, name) ?? all) : raw

/** Text as it is written between tags. */
export const escapeText = (text: string): string => text.replace(/[&<>\u00a0]/g, (sign) => written[sign] ?? sign)

/** Text as it is written in an attribute, between double quotes. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"\u00a0]/g, (sign) => written[sign] ?? sign)

/** Raw text between tags, written anew: every sign that could be markup as a reference, a reference of unknown name as it stands. */
export const rewriteText = (raw: string): string => {
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
