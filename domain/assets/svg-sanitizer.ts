// A drawing (SVG) written anew with what it may hold and nothing else (decisions F12).
import { tokenizeSvg } from "./svg-tokenizer.ts"

// What a drawing (SVG) may hold: shapes, texts, gradients, filters; nothing that runs, moves, links or loads (reliability "What broke the peers").

const names = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Elements, in the case in which SVG has them. */
export const allowedSvgElements = names(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image style
   linearGradient radialGradient stop pattern clipPath mask marker
   filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
   feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
   feSpecularLighting feSpotLight feTile feTurbulence`,
)

const attributes = names(
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

/** An attribute's name and value as they are kept, or undefined. A reference leads to the same drawing, an image has its picture within. */
export const allowedSvgAttribute = (element: string, name: string, value: string): readonly [string, string] | undefined => {
  if (name === "href" || name === "xlink:href") {
    const isKept = element === "image" ? isPicture(value) : /^#[\w.:-]+$/.test(value)
    return isKept ? ["href", value] : undefined
  }
  return attributes.has(name) && isHarmlessSvgValue(value) ? [name, value] : undefined
}

/** Whether an address is a picture that it holds itself: base64, with white space wherever a drawing program broke its lines. */
const isPicture = (address: string): boolean => {
  const [kind = "", ...content] = address.split(",", 3)
  return (
    /^data:image\/(?:png|jpe?g|gif|webp);base64$/i.test(kind) &&
    content.length === 1 &&
    /^[a-z0-9+/]+={0,2}$/i.test((content[0] ?? "").replace(/\s/g, ""))
  )
}

/** Whether a value, or a style sheet, loads nothing and runs nothing: it has no address but those within the drawing, no rule with `@`, no escape. */
export const isHarmlessSvgValue = (text: string): boolean => {
  const own = text.replace(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, "")
  return !/url\s*\(|src\s*\(|image-set|expression|script\s*:|behavior|binding|[@\\<]|\/\*/i.test(own)
}

/** [F12] Tags, attributes and references of a drawing at most: a map of a city has fewer, and who reads it does nothing else meanwhile. */
export const maxSvgPieces = 200_000

/** Elements within elements; the deepest drawings have a few dozen. */
const deepest = 100

/**
 * [F12] The drawing with the allowed elements and attributes, or null for what is no drawing: not well-formed, another root, nothing left
 * of it, or more pieces than `mostPieces`. What is not allowed goes with all that it holds. Sanitising it again changes nothing.
 */
export const sanitizeSvg = (text: string): string | null => {
  if (piecesIn(text) > maxSvgPieces) return null
  const tokens = tokenizeSvg(text)
  if (tokens === null) return null
  const parts: Array<string> = []
  const open: Array<string> = []
  /** How many of the open elements are kept; those within one that is not go with it. */
  let kept = 0
  let isDone = false
  for (const token of tokens) {
    if (token._tag === "Text") {
      const within = open.at(-1) ?? ""
      if (open.length === 0 && token.text.trim() !== "") return null
      if (kept === open.length && holdsText.has(within)) parts.push(textIn(within, token.text))
    } else if (token._tag === "Close") {
      if (open.pop() !== token.name) return null
      if (kept > open.length) {
        parts.push(`</${token.name}>`)
        kept = open.length
      }
      isDone = open.length === 0
    } else {
      const { name, attributes, isEmpty } = token
      if (open.length === 0 && (isDone || name !== "svg" || !isNamespaced(attributes))) return null
      // A style sheet in pieces is read as one: what each piece says says nothing of the whole.
      if (open.length === deepest || open.at(-1) === "style") return null
      const isKept = kept === open.length && allowedSvgElements.has(name)
      if (isKept) parts.push(`<${name}${written(name, attributes, open.length === 0)}${isEmpty ? "/" : ""}>`)
      if (isEmpty) isDone = open.length === 0
      else {
        if (isKept) kept++
        open.push(name)
      }
    }
  }
  return isDone && open.length === 0 ? parts.join("") : null
}

/** The letters that each piece has one of, counted without reading any: no more than so many are there to be read. */
const piecesIn = (text: string): number => {
  let pieces = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === 0x3c || letter === 0x26 || letter === 0x3d) pieces++
  }
  return pieces
}

const namespace = "http://www.w3.org/2000/svg"

const isNamespaced = (attributes: ReadonlyMap<string, string>): boolean => attributes.get("xmlns") === namespace

const written = (element: string, attributes: ReadonlyMap<string, string>, isRoot: boolean): string => {
  const said = new Map<string, string>()
  for (const [name, value] of attributes) {
    const allowed = allowedSvgAttribute(element, name, value)
    if (allowed !== undefined && !said.has(allowed[0])) said.set(...allowed)
  }
  return (isRoot ? ` xmlns="${namespace}"` : "") + [...said].map(([name, value]) => ` ${name}="${escaped(value)}"`).join("")
}

const holdsText: ReadonlySet<string> = new Set(["text", "tspan", "textPath", "title", "desc", "style"])

/** A style sheet that could load or run something says nothing. */
const textIn = (element: string, text: string): string => (element === "style" && !isHarmlessSvgValue(text) ? "" : escaped(text))

const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => references[sign] ?? sign)
