// Makes of any text rich text that holds the allowed markup and nothing else (spec/2-editor §2; decisions M1, M2).
import { allowedValue, type ElementName, elements, isElement, needed, readAsParagraph } from "./allowlist.ts"
import { escapeAttribute, rewriteText } from "./characters.ts"
import { Nesting } from "./nesting.ts"
import { type Token, tokens } from "./tokens.ts"

/**
 * The allowed part of `html`, well-formed: every element closed, lists holding items only, runs inside blocks, every `<`, `>` and `&` of
 * the text as a reference. Sanitising it again changes nothing. `images: false` leaves images out.
 */
export const sanitise = (html: string, { images = true }: { readonly images?: boolean } = {}): string => {
  const nesting = new Nesting()
  for (const token of tokens(html)) {
    if (token._tag === "Text") nesting.text(rewriteText(token.raw))
    else {
      const name = nameOf(token)
      if (name === undefined || (name === "img" && !images)) continue
      const tag = token._tag === "Close" ? undefined : written(name, token.attributes)
      if (token._tag === "Close") nesting.close(name)
      else if (tag !== undefined) nesting.open(name, tag)
    }
  }
  return nesting.end()
}

const nameOf = ({ name }: Exclude<Token, { _tag: "Text" }>): ElementName | undefined =>
  isElement(name) ? name : readAsParagraph.has(name) ? "p" : undefined

/** The opening tag with its allowed attributes, or undefined where one is missing that the element needs. */
const written = (name: ElementName, attributes: ReadonlyMap<string, string>): string | undefined => {
  const allowed = elements[name].attributes.flatMap((key) => {
    const value = attributes.get(key)
    const kept = value === undefined ? undefined : allowedValue(key, value.replaceAll("\0", ""))
    return kept === undefined ? [] : [[key, kept] as const]
  })
  const need = needed[name]
  if (need !== undefined && !allowed.some(([key]) => key === need)) return undefined
  return `<${[name, ...allowed.map(([key, value]) => `${key}="${escapeAttribute(value)}"`)].join(" ")}>`
}
