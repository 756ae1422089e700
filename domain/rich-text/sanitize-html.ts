// Writes elements so that they nest as they should, whatever the order in which they are opened and closed (decisions M2).
import {
  allowedAttributeValue,
  allowedElements,
  type ElementName,
  isAllowedElement,
  paragraphLikeElements,
  requiredAttributes,
} from "./allowed-markup.ts"
import { escapeAttribute, type HtmlToken, reescapeText, tokenizeHtml } from "./html-tokens.ts"

/** [M2] How deep runs and lists nest at most; what goes deeper loses its tag and keeps its text. */
const deepestRun = 16
const deepestList = 8

type Run = { readonly name: ElementName; readonly tag: string }

/**
 * Blocks hold runs, lists hold items only, an item or a paragraph ends where the next one begins. `wanted` are the runs that the next
 * text stands in, `opened` those that have been written: they are brought together only when text comes, so no empty run is ever written.
 */
export class MarkupWriter {
  private out: Array<string> = []
  private blocks: Array<ElementName> = []
  private wanted: Array<Run> = []
  private opened: Array<Run> = []

  /** Text as it is written, its references made. White space between the items of a list is no text. */
  text(text: string): void {
    if (text === "") return
    if (this.isBetweenItems()) {
      if (/^[\t\n\f\r ]*$/.test(text)) return
      this.push("li")
    }
    this.bringRuns()
    this.out.push(text)
  }

  /** An element begins; `tag` is its opening tag as it is written (runs and voids). */
  open(name: ElementName, tag: string): void {
    const { kind } = allowedElements[name]
    if (kind === "run") {
      if (name === "a") this.wanted = this.wanted.filter((run) => run.name !== "a")
      if (this.wanted.length < deepestRun) this.wanted.push({ name, tag })
    } else if (kind === "void") {
      if (this.isBetweenItems()) this.push("li")
      this.bringRuns()
      this.out.push(tag)
    } else if (kind === "item") this.openItem()
    else this.openBlock(name)
  }

  /** An element ends; one that was never opened is nothing. */
  close(name: ElementName): void {
    if (allowedElements[name].kind === "run") {
      const at = this.wanted.findLastIndex((run) => run.name === name)
      if (at !== -1) this.wanted.splice(at, 1)
      return
    }
    // An item is left by its own end or its list's: a list within it ends first.
    const bound = name === "li" ? this.blocks.findLastIndex(isListName) : -1
    const at = this.blocks.lastIndexOf(name)
    if (at > bound) this.popTo(at)
  }

  /** Closes what is open, and gives all that was written. */
  finish(): string {
    this.popTo(0)
    this.closeRuns(0)
    return this.out.join("")
  }

  private openBlock(name: ElementName): void {
    const isList = allowedElements[name].kind === "list"
    if (this.blocks.at(-1) === "p") this.popTo(this.blocks.length - 1)
    if (isList && this.blocks.filter(isListName).length >= deepestList) return
    if (this.isBetweenItems()) this.push("li")
    this.push(name)
  }

  private openItem(): void {
    const list = this.blocks.findLastIndex(isListName)
    if (list === -1) {
      this.popTo(0)
      this.push("ul")
    } else this.popTo(list + 1)
    this.push("li")
  }

  private isBetweenItems(): boolean {
    const top = this.blocks.at(-1)
    return top !== undefined && isListName(top)
  }

  private push(name: ElementName): void {
    this.closeRuns(0)
    this.blocks.push(name)
    this.out.push(`<${name}>`)
  }

  /** Closes blocks until `length` are left. */
  private popTo(length: number): void {
    this.closeRuns(0)
    for (const name of this.blocks.splice(length).reverse()) this.out.push(`</${name}>`)
  }

  private bringRuns(): void {
    let same = 0
    while (same < this.opened.length && this.opened[same] === this.wanted[same]) same++
    this.closeRuns(same)
    for (const run of this.wanted.slice(same)) {
      this.out.push(run.tag)
      this.opened.push(run)
    }
  }

  private closeRuns(length: number): void {
    for (const { name } of this.opened.splice(length).reverse()) this.out.push(`</${name}>`)
  }
}

const isListName = (name: ElementName): boolean => allowedElements[name].kind === "list"

// Makes of any text rich text that holds the allowed markup and nothing else (spec/2-editor §2; decisions M1, M2).

/**
 * The allowed part of `html`, well-formed: every element closed, lists holding items only, runs inside blocks, every `<`, `>` and `&` of
 * the text as a reference. Sanitising it again changes nothing. `images: false` leaves images out.
 */
export const sanitizeHtml = (html: string, { images = true }: { readonly images?: boolean } = {}): string => {
  const nesting = new MarkupWriter()
  for (const token of tokenizeHtml(html)) {
    if (token._tag === "Text") nesting.text(reescapeText(token.raw))
    else {
      const name = nameOf(token)
      if (name === undefined || (name === "img" && !images)) continue
      const tag = token._tag === "Close" ? undefined : written(name, token.attributes)
      if (token._tag === "Close") nesting.close(name)
      else if (tag !== undefined) nesting.open(name, tag)
    }
  }
  return nesting.finish()
}

const nameOf = ({ name }: Exclude<HtmlToken, { _tag: "Text" }>): ElementName | undefined =>
  isAllowedElement(name) ? name : paragraphLikeElements.has(name) ? "p" : undefined

/** The opening tag with its allowed attributes, or undefined where one is missing that the element needs. */
const written = (name: ElementName, attributes: ReadonlyMap<string, string>): string | undefined => {
  const allowed = allowedElements[name].attributes.flatMap((key) => {
    const value = attributes.get(key)
    const kept = value === undefined ? undefined : allowedAttributeValue(key, value.replaceAll("\0", ""))
    return kept === undefined ? [] : [[key, kept] as const]
  })
  const need = requiredAttributes[name]
  if (need !== undefined && !allowed.some(([key]) => key === need)) return undefined
  return `<${[name, ...allowed.map(([key, value]) => `${key}="${escapeAttribute(value)}"`)].join(" ")}>`
}
