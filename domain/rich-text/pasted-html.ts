// Rich text of what another program put on the clipboard: those say by styles what a text says by elements, and a browser that follows the
// policy of the page reads no styles (decisions M4).
import { stripControlCharacters } from "../text/text-input.ts"
import { allowedElements, isAllowedElement, paragraphLikeElements } from "./allowed-markup.ts"
import { reescapeText, tokenizeHtml } from "./html-tokens.ts"
import { MarkupWriter } from "./sanitize-html.ts"

const marks = ["strong", "em", "u", "s"] as const
type Mark = (typeof marks)[number]
type Block = "p" | "ul" | "ol" | "li"

const marksOf: Readonly<Record<string, Mark>> = { b: "strong", strong: "strong", em: "em", i: "em", u: "u", s: "s", strike: "s", del: "s" }

/** The paragraphs, lists, line breaks and marks of `html`, and its text; sizes, colours, links and pictures stay behind. */
export const convertPastedHtml = (html: string): string => {
  const nesting = new MarkupWriter()
  const open: Array<{ readonly name: string; readonly block: Block | undefined; readonly marks: ReadonlyArray<Mark> }> = []
  /** How often each name is open: nothing is sought that is not there. */
  const times = new Map<string, number>()
  for (const token of tokenizeHtml(html)) {
    if (token._tag === "Text") nesting.text(stripControlCharacters(reescapeText(token.raw)))
    else if (token._tag === "Open") {
      const { name, attributes } = token
      if (name === "br" && attributes.get("class") !== "Apple-interchange-newline") nesting.open("br", "<br>")
      if (withoutContent.has(name)) continue
      const block = blockOf(name)
      if (block !== undefined) nesting.open(block, `<${block}>`)
      const marked = marksSaid(name, attributes.get("style") ?? "")
      for (const mark of marked) nesting.open(mark, `<${mark}>`)
      open.push({ name, block, marks: marked })
      times.set(name, (times.get(name) ?? 0) + 1)
    } else {
      const ended = times.get(token.name) ? open.splice(open.findLastIndex(({ name }) => name === token.name)) : []
      for (const it of ended.reverse()) {
        times.set(it.name, (times.get(it.name) ?? 0) - 1)
        for (const mark of it.marks) nesting.close(mark)
        if (it.block !== undefined) nesting.close(it.block)
      }
      if (cells.has(token.name)) nesting.text(" ")
    }
  }
  return nesting.finish()
}

const cells: ReadonlySet<string> = new Set(["td", "th"])
const withoutContent: ReadonlySet<string> = new Set("area base br col embed hr img input link meta source track wbr".split(" "))

const blockOf = (name: string): Block | undefined => {
  if (paragraphLikeElements.has(name)) return "p"
  const kind = isAllowedElement(name) ? allowedElements[name].kind : null
  return kind === "block" || kind === "list" || kind === "item" ? blocks.find((it) => it === name) : undefined
}
const blocks: ReadonlyArray<Block> = ["p", "ul", "ol", "li"]

/** The marks that an element says by its name or its style; where both speak of one, the style has the last word. */
const marksSaid = (name: string, style: string): ReadonlyArray<Mark> => {
  const said = declarations(style)
  const lines = said.get("text-decoration-line") ?? said.get("text-decoration")
  const says: Readonly<Record<Mark, boolean | undefined>> = {
    strong: isBold(said.get("font-weight")),
    em: isAny(said.get("font-style"), /^(?:italic|oblique)/),
    u: isAny(lines, /\bunderline\b/),
    s: isAny(lines, /\bline-through\b/),
  }
  return marks.filter((mark) => says[mark] ?? marksOf[name] === mark)
}

const declarations = (style: string): ReadonlyMap<string, string> =>
  new Map(
    style.split(";").map((it) => {
      const [name = "", ...value] = it.split(":")
      return [name.trim().toLowerCase(), value.join(":").trim().toLowerCase()]
    }),
  )

const isAny = (value: string | undefined, pattern: RegExp): boolean | undefined => (value === undefined ? undefined : pattern.test(value))

const isBold = (weight: string | undefined): boolean | undefined =>
  weight === undefined ? undefined : weight.startsWith("bold") || Number.parseInt(weight, 10) >= 600
