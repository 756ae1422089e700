// Sanitizes an SVG by writing it again from an allowlist of elements and attributes (F12). Its XML tokenizer is strict: it rejects whatever a
// browser could read differently. Total, and linear in the length.
const createNameSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** The allowed elements: shapes, texts, gradients and filters; nothing that runs scripts, animates, links or loads. */
export const allowedSvgElements = createNameSet(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image style
   linearGradient radialGradient stop pattern clipPath mask marker
   filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
   feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
   feSpecularLighting feSpotLight feTile feTurbulence`,
)

const allowedAttributes = createNameSet(
  `id class style lang role aria-label aria-labelledby aria-hidden transform opacity
   x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points width height viewBox preserveAspectRatio version pathLength rotate textLength
   lengthAdjust startOffset method spacing side
   fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
   stroke-dashoffset color color-interpolation color-interpolation-filters color-rendering display visibility overflow clip clip-path
   clip-rule mask filter paint-order vector-effect shape-rendering text-rendering image-rendering mix-blend-mode isolation
   font-family font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing word-spacing text-anchor
   text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction unicode-bidi
   gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity patternUnits patternContentUnits patternTransform
   clipPathUnits maskUnits maskContentUnits mask-type marker-start marker-mid marker-end markerUnits markerWidth markerHeight orient refX
   refY filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4
   kernelMatrix kernelUnitLength order divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant
   specularExponent lighting-color azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle scale xChannelSelector
   yChannelSelector stdDeviation flood-color flood-opacity radius baseFrequency numOctaves seed stitchTiles`,
)

/**
 * Returns the sanitized name and value of an attribute, or undefined if it is not allowed. References must point into
 * the same SVG; images must be embedded.
 */
export const allowedSvgAttribute = (element: string, name: string, value: string): readonly [string, string] | undefined => {
  if (name === "href" || name === "xlink:href") {
    const isKept = element === "image" ? isEmbeddedImage(value) : /^#[\w.:-]+$/.test(value)
    return isKept ? ["href", value] : undefined
  }
  return allowedAttributes.has(name) && isHarmlessSvgValue(value) ? [name, value] : undefined
}

/** Whether an address is an embedded image in base64; drawing programs break its lines with white space. */
const isEmbeddedImage = (address: string): boolean => {
  const [mediaType = "", ...content] = address.split(",", 3)
  return (
    /^data:image\/(?:png|jpe?g|gif|webp);base64$/i.test(mediaType) &&
    content.length === 1 &&
    /^[a-z0-9+/]+={0,2}$/i.test((content[0] ?? "").replace(/\s/g, ""))
  )
}

/**
 * Whether a value or a style sheet can neither load nor run anything: only local `url(#…)` references, no at-rules and
 * no escapes.
 */
export const isHarmlessSvgValue = (text: string): boolean => {
  const remainder = text.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, "")
  return !/url\s*\(|src\s*\(|image-set|expression|script\s*:|behavior|binding|[@\\<]|\/\*/i.test(remainder)
}

/**
 * [F12] The maximum number of tags, attributes and references in an SVG: a city map has fewer, and parsing blocks the
 * process.
 */
export const maxSvgPieces = 200_000

/** Maximum nesting of elements; the deepest SVGs have a few dozen levels. */
const maxDepth = 100

/**
 * [F12] Returns the SVG with only the allowed elements and attributes, or null if it is not a well-formed SVG, or has
 * more than `maxSvgPieces` pieces. A disallowed element is removed with its content. Idempotent.
 */
export const sanitizeSvg = (text: string): string | null => {
  if (countPieces(text) > maxSvgPieces) return null
  const tokens = tokenizeSvg(text)
  if (tokens === null) return null
  const parts: Array<string> = []
  const open: Array<string> = []
  /** Number of open elements that are kept; elements inside a removed one are removed as well. */
  let keptDepth = 0
  let isDone = false
  for (const token of tokens) {
    if (token._tag === "Text") {
      const parent = open.at(-1) ?? ""
      if (open.length === 0 && token.text.trim() !== "") return null
      if (keptDepth === open.length && textElements.has(parent)) parts.push(printText(parent, token.text))
    } else if (token._tag === "Close") {
      if (open.pop() !== token.name) return null
      if (keptDepth > open.length) {
        parts.push(`</${token.name}>`)
        keptDepth = open.length
      }
      isDone = open.length === 0
    } else {
      const { name, attributes, isEmpty } = token
      if (open.length === 0 && (isDone || name !== "svg" || !hasSvgNamespace(attributes))) return null
      // Browsers join the parts of a style sheet, so checking each part alone would be unsafe.
      if (open.length === maxDepth || open.at(-1) === "style") return null
      const isKept = keptDepth === open.length && allowedSvgElements.has(name)
      if (isKept) parts.push(`<${name}${printAttributes(name, attributes, open.length === 0)}${isEmpty ? "/" : ""}>`)
      if (isEmpty) isDone = open.length === 0
      else {
        if (isKept) keptDepth++
        open.push(name)
      }
    }
  }
  return isDone && open.length === 0 ? parts.join("") : null
}

/** Counts the characters that every tag, attribute or reference contains: an upper bound without parsing. */
const countPieces = (text: string): number => {
  let pieces = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x3c || code === 0x26 || code === 0x3d) pieces++
  }
  return pieces
}

const svgNamespace = "http://www.w3.org/2000/svg"

const hasSvgNamespace = (attributes: ReadonlyMap<string, string>): boolean => attributes.get("xmlns") === svgNamespace

const printAttributes = (element: string, attributes: ReadonlyMap<string, string>, isRoot: boolean): string => {
  const printed = new Map<string, string>()
  for (const [name, value] of attributes) {
    const allowed = allowedSvgAttribute(element, name, value)
    if (allowed !== undefined && !printed.has(allowed[0])) printed.set(...allowed)
  }
  return (isRoot ? ` xmlns="${svgNamespace}"` : "") + [...printed].map(([name, value]) => ` ${name}="${escapeText(value)}"`).join("")
}

const textElements: ReadonlySet<string> = new Set(["text", "tspan", "textPath", "title", "desc", "style"])

/** A style sheet that could load or run something is dropped. */
const printText = (element: string, text: string): string => (element === "style" && !isHarmlessSvgValue(text) ? "" : escapeText(text))

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escapeText = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

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
