// Recall: what was answered, put into a text as `{{answers.name|fallback}}` (decisions C11).
import type { Reference } from "../conditions/condition.ts"
import { printQualifiedReference } from "../conditions/condition-syntax.ts"
import { isIdentifier } from "../conditions/condition-tokenizer.ts"
import { parseReference, referenceRoots } from "../conditions/reference-parser.ts"
import { decodeReferences, escapeText } from "../rich-text/html-tokens.ts"

/** Plain text, or rich text: there a recall stands between tags, its signs as they are written in markup. */
export type Markup = "plain" | "rich"

/**
 * A part of a text; all `source` together are the text. `Broken` looks like a recall and is none: `name` is what a simple form
 * (`{{q1}}`) names, which recalls do not have. `Rootless` looks like one too, and begins with `root`, which says of nothing that is known.
 */
export type TextSegment =
  | { readonly _tag: "Text"; readonly source: string }
  | { readonly _tag: "Recall"; readonly source: string; readonly reference: Reference; readonly fallback: string }
  | { readonly _tag: "Broken"; readonly source: string; readonly name: string | null }
  | { readonly _tag: "Rootless"; readonly source: string; readonly root: string }

/** The parts of a text in their order, in time linear in its length. */
export const splitRecalls = (text: string, markup: Markup): ReadonlyArray<TextSegment> => {
  const found: Array<TextSegment> = []
  let from = 0
  let opening: number | null = null
  for (const { 0: sign, index } of text.matchAll(markup === "rich" ? signsAndTags : signs)) {
    if (sign === "{{") opening = index
    else if (sign !== "}}" || opening === null) opening = null
    else {
      const piece = read(text.slice(opening, index + 2), markup)
      if (piece !== null) {
        if (opening > from) found.push({ _tag: "Text", source: text.slice(from, opening) })
        found.push(piece)
        from = index + 2
      }
      opening = null
    }
  }
  if (from < text.length) found.push({ _tag: "Text", source: text.slice(from) })
  return found
}

const signs = /\{\{(?!\{)|\}\}/g
/** A recall stands between tags: what stands in one, or reaches over one, is none. */
const signsAndTags = /<[a-zA-Z/!?][^<>]*>|\{\{(?!\{)|\}\}/g

/** A recall as it is written in a text of this markup. Braces within its name or fallback are written so that they do not end it. */
export const printRecall = (reference: Reference, fallback: string, markup: Markup): string => {
  const named = printQualifiedReference(reference).replace(/[{}]/g, (brace) => (brace === "{" ? "\\u007b" : "\\u007d"))
  if (markup === "plain") return `{{${named}${fallback === "" ? "" : `|${fallback}`}}}`
  const rest = escapeText(fallback).replace(/[{}]/g, (brace) => (brace === "{" ? "&#123;" : "&#125;"))
  return `{{${escapeText(named)}${rest === "" ? "" : `|${rest}`}}}`
}

const beginsWithRoot = new RegExp(`^\\s*(?:${referenceRoots.join("|")})\\s*[.[]`)

/** Reads `{{…}}`, or null where it is nothing of ours. */
const read = (source: string, markup: Markup): Exclude<TextSegment, { readonly _tag: "Text" }> | null => {
  const inner = source.slice(2, -2)
  const text = (markup === "rich" ? decodeReferences(inner) : inner).replaceAll("\u00a0", " ")
  const parsed = parseReference(text)
  if (parsed !== null) {
    const rest = text.slice(parsed.end)
    if (rest === "" || rest.startsWith("|")) return { _tag: "Recall", source, reference: parsed.reference, fallback: rest.slice(1).trim() }
  }
  if (beginsWithRoot.test(text)) return { _tag: "Broken", source, name: null }
  const name = text.replace(/\|.*/s, "").trim()
  if (isIdentifier(name)) return { _tag: "Broken", source, name }
  const root = rootOf(name)
  return root === null ? null : { _tag: "Rootless", source, root }
}

/** What a text like `root.name` or `root["a name"]` begins with; null where it is none. */
const rootOf = (text: string): string | null => {
  const [root = "", ...names] = text.split(/[.[]/, 2)
  if (names.length === 0 || !isIdentifier(root)) return null
  const rest = text.slice(root.length)
  return /^\[\s*["']/.test(rest) || rest.slice(1).split(".").every(isIdentifier) ? root : null
}
