// Sanitizes HTML to the allowed markup, well-formed and in canonical form [M1, M2].
import {
  allowedElements,
  type ElementName,
  getAllowedAttributeValue,
  isAllowedElement,
  paragraphLikeElements,
  requiredAttributes,
} from "./allowed-markup.ts"
import { escapeAttribute, type HtmlToken, reescapeText, tokenizeHtml } from "./html-tokens.ts"

/** [M2] The maximum nesting of runs and lists; deeper elements lose their tag and keep their text. */
const maxRunDepth = 16
const maxListDepth = 8

type Run = { readonly name: ElementName; readonly tag: string }

/**
 * Writes well-nested elements, in whatever order they are opened and closed. Blocks contain runs, lists contain only items, and an item or
 * paragraph ends where the next one begins. `wantedRuns` apply to the next text, `openRuns` are those already written; they are
 * synchronized only when text arrives, so no empty run is ever written.
 */
export class MarkupWriter {
  private out: Array<string> = []
  private blocks: Array<ElementName> = []
  private wantedRuns: Array<Run> = []
  private openRuns: Array<Run> = []

  /** Writes text that is escaped already. White space between the items of a list is ignored. */
  text(text: string): void {
    if (text === "") return
    if (this.isBetweenItems()) {
      if (/^[\t\n\f\r ]*$/.test(text)) return
      this.push("li")
    }
    this.syncRuns()
    this.out.push(text)
  }

  /** Opens an element; `tag` is its opening tag, used for runs and empty elements. */
  open(name: ElementName, tag: string): void {
    const { kind } = allowedElements[name]
    if (kind === "run") {
      if (name === "a") this.wantedRuns = this.wantedRuns.filter((run) => run.name !== "a")
      if (this.wantedRuns.length < maxRunDepth) this.wantedRuns.push({ name, tag })
    } else if (kind === "void") {
      if (this.isBetweenItems()) this.push("li")
      this.syncRuns()
      this.out.push(tag)
    } else if (kind === "item") this.openItem()
    else this.openBlock(name)
  }

  /** Closes an element; ignored if it is not open. */
  close(name: ElementName): void {
    if (allowedElements[name].kind === "run") {
      const index = this.wantedRuns.findLastIndex((run) => run.name === name)
      if (index !== -1) this.wantedRuns.splice(index, 1)
      return
    }
    // Only its own end or that of its list closes an item: a list inside of it closes first.
    const innermostList = name === "li" ? this.blocks.findLastIndex(isListName) : -1
    const index = this.blocks.lastIndexOf(name)
    if (index > innermostList) this.popTo(index)
  }

  /** Closes all open elements and returns the text. */
  finish(): string {
    this.popTo(0)
    this.closeRuns(0)
    return this.out.join("")
  }

  private openBlock(name: ElementName): void {
    const isList = allowedElements[name].kind === "list"
    if (this.blocks.at(-1) === "p") this.popTo(this.blocks.length - 1)
    if (isList && this.blocks.filter(isListName).length >= maxListDepth) return
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
    const innermost = this.blocks.at(-1)
    return innermost !== undefined && isListName(innermost)
  }

  private push(name: ElementName): void {
    this.closeRuns(0)
    this.blocks.push(name)
    this.out.push(`<${name}>`)
  }

  /** Closes blocks until `length` remain. */
  private popTo(length: number): void {
    this.closeRuns(0)
    for (const name of this.blocks.splice(length).reverse()) this.out.push(`</${name}>`)
  }

  private syncRuns(): void {
    let sharedLength = 0
    while (sharedLength < this.openRuns.length && this.openRuns[sharedLength] === this.wantedRuns[sharedLength]) sharedLength++
    this.closeRuns(sharedLength)
    for (const run of this.wantedRuns.slice(sharedLength)) {
      this.out.push(run.tag)
      this.openRuns.push(run)
    }
  }

  private closeRuns(length: number): void {
    for (const { name } of this.openRuns.splice(length).reverse()) this.out.push(`</${name}>`)
  }
}

const isListName = (name: ElementName): boolean => allowedElements[name].kind === "list"

/**
 * Returns the allowed part of `html`, well-formed: every element closed, lists with only items, runs inside of blocks, and every `<`, `>`
 * and `&` of the text escaped. Sanitizing it again changes nothing. `images: false` drops images.
 */
export const sanitizeHtml = (html: string, { images = true }: { readonly images?: boolean } = {}): string => {
  const writer = new MarkupWriter()
  for (const token of tokenizeHtml(html)) {
    if (token._tag === "Text") writer.text(reescapeText(token.raw))
    else {
      const name = getAllowedName(token)
      if (name === undefined || (name === "img" && !images)) continue
      const tag = token._tag === "Close" ? undefined : printTag(name, token.attributes)
      if (token._tag === "Close") writer.close(name)
      else if (tag !== undefined) writer.open(name, tag)
    }
  }
  return writer.finish()
}

const getAllowedName = ({ name }: Exclude<HtmlToken, { _tag: "Text" }>): ElementName | undefined =>
  isAllowedElement(name) ? name : paragraphLikeElements.has(name) ? "p" : undefined

/** Returns the opening tag with its allowed attributes; undefined if a required one is missing. */
const printTag = (name: ElementName, attributes: ReadonlyMap<string, string>): string | undefined => {
  const allowed = allowedElements[name].attributes.flatMap((key) => {
    const value = attributes.get(key)
    const allowedValue = value === undefined ? undefined : getAllowedAttributeValue(key, value.replaceAll("\0", ""))
    return allowedValue === undefined ? [] : [[key, allowedValue] as const]
  })
  const required = requiredAttributes[name]
  if (required !== undefined && !allowed.some(([key]) => key === required)) return undefined
  return `<${[name, ...allowed.map(([key, value]) => `${key}="${escapeAttribute(value)}"`)].join(" ")}>`
}
