// Recalls in texts, as in `{{answers.name|fallback}}`: parsing and printing [C11].
import type { Reference, Sum } from "../conditions/condition.ts"
import { printQualifiedReference } from "../conditions/condition-syntax.ts"
import { isIdentifier } from "../conditions/condition-tokenizer.ts"
import { parseReference, parseScoreReference, referenceRoots } from "../conditions/reference-parser.ts"
import { decodeReferences, escapeText } from "../rich-text/html-tokens.ts"

/** Plain text, or rich text, in which recalls are written between tags and with character references. */
export type Markup = "plain" | "rich"

/**
 * A segment of a text; all `source` joined are the text. `Broken` is an invalid recall; `name` is set for a simple name (`{{q1}}`), which
 * recalls do not allow. `Rootless` starts with an unknown root.
 */
export type TextSegment =
  | { readonly _tag: "Text"; readonly source: string }
  | { readonly _tag: "Recall"; readonly source: string; readonly reference: Reference | Sum; readonly fallback: string }
  | { readonly _tag: "Broken"; readonly source: string; readonly name: string | null }
  | { readonly _tag: "Rootless"; readonly source: string; readonly root: string }

/** Splits a text into its segments, in linear time. */
export const splitRecalls = (text: string, markup: Markup): ReadonlyArray<TextSegment> => {
  const segments: Array<TextSegment> = []
  let segmentStart = 0
  let opening: number | null = null
  for (const { 0: token, index } of text.matchAll(markup === "rich" ? bracesAndTags : braces)) {
    if (token === "{{") opening = index
    else if (token !== "}}" || opening === null) opening = null
    else {
      const recall = parseRecall(text.slice(opening, index + 2), markup)
      if (recall !== null) {
        if (opening > segmentStart) segments.push({ _tag: "Text", source: text.slice(segmentStart, opening) })
        segments.push(recall)
        segmentStart = index + 2
      }
      opening = null
    }
  }
  if (segmentStart < text.length) segments.push({ _tag: "Text", source: text.slice(segmentStart) })
  return segments
}

const braces = /\{\{(?!\{)|\}\}/g
/** A recall cannot be inside of a tag or extend across one. */
const bracesAndTags = /<[a-zA-Z/!?][^<>]*>|\{\{(?!\{)|\}\}/g

/** Prints a recall for a text of this markup. Braces in its name or fallback are escaped, since they would end it. */
export const printRecall = (reference: Reference | Sum, fallback: string, markup: Markup): string => {
  const printedReference = printQualifiedReference(reference).replace(/[{}]/g, (brace) => (brace === "{" ? "\\u007b" : "\\u007d"))
  if (markup === "plain") return `{{${printedReference}${fallback === "" ? "" : `|${fallback}`}}}`
  const printedFallback = escapeText(fallback).replace(/[{}]/g, (brace) => (brace === "{" ? "&#123;" : "&#125;"))
  return `{{${escapeText(printedReference)}${printedFallback === "" ? "" : `|${printedFallback}`}}}`
}

const startsWithRoot = new RegExp(`^\\s*(?:${referenceRoots.join("|")})\\s*[.[]`)
/** Nobody writes the name of a function before a parenthesis in braces as text, in whatever case. */
const startsLikeFunction = /^\s*(?:sum|count)\s*\(/i

/** Parses `{{…}}`; null if it does not look like a recall. */
const parseRecall = (source: string, markup: Markup): Exclude<TextSegment, { readonly _tag: "Text" }> | null => {
  const inner = source.slice(2, -2)
  const text = (markup === "rich" ? decodeReferences(inner) : inner).replaceAll("\u00a0", " ")
  const parsed = parseReference(text) ?? parseScoreReference(text)
  if (parsed !== null) {
    const rest = text.slice(parsed.end)
    if (rest === "" || rest.startsWith("|")) return { _tag: "Recall", source, reference: parsed.reference, fallback: rest.slice(1).trim() }
  }
  if (startsWithRoot.test(text) || startsLikeFunction.test(text)) return { _tag: "Broken", source, name: null }
  const name = text.replace(/\|.*/s, "").trim()
  if (isIdentifier(name)) return { _tag: "Broken", source, name }
  const root = findRoot(name)
  return root === null ? null : { _tag: "Rootless", source, root }
}

/** Returns the root of a text like `root.name` or `root["a name"]`; null for any other text. */
const findRoot = (text: string): string | null => {
  const [root = "", ...names] = text.split(/[.[]/, 2)
  if (names.length === 0 || !isIdentifier(root)) return null
  const rest = text.slice(root.length)
  return /^\[\s*["']/.test(rest) || rest.slice(1).split(".").every(isIdentifier) ? root : null
}
