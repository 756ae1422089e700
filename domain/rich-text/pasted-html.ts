// Converts HTML from the clipboard to rich text. Other programs express bold or italic through styles, and under the page's content
// security policy the browser ignores those [M4].
import { stripControlCharacters } from "../text/text-input.ts"
import { allowedElements, isAllowedElement, paragraphLikeElements } from "./allowed-markup.ts"
import { reescapeText, tokenizeHtml } from "./html-tokens.ts"
import { MarkupWriter } from "./sanitize-html.ts"

const marks = ["strong", "em", "u", "s"] as const
type Mark = (typeof marks)[number]
type Block = "p" | "ul" | "ol" | "li"

const markByElement: Readonly<Record<string, Mark>> = {
  b: "strong",
  strong: "strong",
  em: "em",
  i: "em",
  u: "u",
  s: "s",
  strike: "s",
  del: "s",
}

/** Returns the paragraphs, lists, line breaks, marks and text of `html`, without sizes, colors, links and pictures. */
export const convertPastedHtml = (html: string): string => {
  const writer = new MarkupWriter()
  const open: Array<{ readonly name: string; readonly block: Block | undefined; readonly marks: ReadonlyArray<Mark> }> = []
  /** The number of open elements by name, so that a stray closing tag does not cause a search. */
  const openCounts = new Map<string, number>()
  for (const token of tokenizeHtml(html)) {
    if (token._tag === "Text") writer.text(stripControlCharacters(reescapeText(token.raw)))
    else if (token._tag === "Open") {
      const { name, attributes } = token
      if (name === "br" && attributes.get("class") !== "Apple-interchange-newline") writer.open("br", "<br>")
      if (voidElements.has(name)) continue
      const block = getBlock(name)
      if (block !== undefined) writer.open(block, `<${block}>`)
      const elementMarks = getMarks(name, attributes.get("style") ?? "")
      for (const mark of elementMarks) writer.open(mark, `<${mark}>`)
      open.push({ name, block, marks: elementMarks })
      openCounts.set(name, (openCounts.get(name) ?? 0) + 1)
    } else {
      const closed = openCounts.get(token.name) ? open.splice(open.findLastIndex(({ name }) => name === token.name)) : []
      for (const element of closed.reverse()) {
        openCounts.set(element.name, (openCounts.get(element.name) ?? 0) - 1)
        for (const mark of element.marks) writer.close(mark)
        if (element.block !== undefined) writer.close(element.block)
      }
      if (cellElements.has(token.name)) writer.text(" ")
    }
  }
  return writer.finish()
}

const cellElements: ReadonlySet<string> = new Set(["td", "th"])
const voidElements: ReadonlySet<string> = new Set("area base br col embed hr img input link meta source track wbr".split(" "))

const getBlock = (name: string): Block | undefined => {
  if (paragraphLikeElements.has(name)) return "p"
  const kind = isAllowedElement(name) ? allowedElements[name].kind : null
  return kind === "block" || kind === "list" || kind === "item" ? blocks.find((block) => block === name) : undefined
}
const blocks: ReadonlyArray<Block> = ["p", "ul", "ol", "li"]

/** Returns the marks that an element has by its name or style; if both apply to a mark, the style wins. */
const getMarks = (name: string, style: string): ReadonlyArray<Mark> => {
  const styles = parseDeclarations(style)
  const decoration = styles.get("text-decoration-line") ?? styles.get("text-decoration")
  const markByStyle: Readonly<Record<Mark, boolean | undefined>> = {
    strong: isBold(styles.get("font-weight")),
    em: matches(styles.get("font-style"), /^(?:italic|oblique)/),
    u: matches(decoration, /\bunderline\b/),
    s: matches(decoration, /\bline-through\b/),
  }
  return marks.filter((mark) => markByStyle[mark] ?? markByElement[name] === mark)
}

const parseDeclarations = (style: string): ReadonlyMap<string, string> =>
  new Map(
    style.split(";").map((declaration) => {
      const [name = "", ...value] = declaration.split(":")
      return [name.trim().toLowerCase(), value.join(":").trim().toLowerCase()]
    }),
  )

const matches = (value: string | undefined, pattern: RegExp): boolean | undefined => (value === undefined ? undefined : pattern.test(value))

const isBold = (weight: string | undefined): boolean | undefined =>
  weight === undefined ? undefined : weight.startsWith("bold") || Number.parseInt(weight, 10) >= 600
