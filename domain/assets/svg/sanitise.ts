// A drawing (SVG) written anew with what it may hold and nothing else (decisions F12).
import { elements, isHarmless, keptAttribute } from "./allowlist.ts"
import { svgTokens } from "./read.ts"

/** [F12] Tags, attributes and references of a drawing at most: a map of a city has fewer, and who reads it does nothing else meanwhile. */
export const mostPieces = 200_000

/** Elements within elements; the deepest drawings have a few dozen. */
const deepest = 100

/**
 * [F12] The drawing with the allowed elements and attributes, or null for what is no drawing: not well-formed, another root, nothing left
 * of it, or more pieces than `mostPieces`. What is not allowed goes with all that it holds. Sanitising it again changes nothing.
 */
export const sanitiseSvg = (text: string): string | null => {
  if (piecesIn(text) > mostPieces) return null
  const tokens = svgTokens(text)
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
      const isKept = kept === open.length && elements.has(name)
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
    const allowed = keptAttribute(element, name, value)
    if (allowed !== undefined && !said.has(allowed[0])) said.set(...allowed)
  }
  return (isRoot ? ` xmlns="${namespace}"` : "") + [...said].map(([name, value]) => ` ${name}="${escaped(value)}"`).join("")
}

const holdsText: ReadonlySet<string> = new Set(["text", "tspan", "textPath", "title", "desc", "style"])

/** A style sheet that could load or run something says nothing. */
const textIn = (element: string, text: string): string => (element === "style" && !isHarmless(text) ? "" : escaped(text))

const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => references[sign] ?? sign)
