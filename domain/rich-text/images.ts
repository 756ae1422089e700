// The images in a rich text: which there are, and the same text with other addresses in their place.
import { asBrowsersRead } from "../address.ts"
import { escapeAttribute } from "./characters.ts"
import { tokens } from "./tokens.ts"

/** The addresses of the images in `html`, in their order. */
export const imagesIn = (html: string): ReadonlyArray<string> => {
  if (!/<img/i.test(html)) return []
  const found: Array<string> = []
  for (const token of tokens(html)) {
    const source = token._tag === "Open" && token.name === "img" ? token.attributes.get("src") : undefined
    if (source !== undefined) found.push(asBrowsersRead(source))
  }
  return found
}

/** Whether an image in it has no words for those who do not see it. */
export const hasWordlessImage = (html: string): boolean => {
  if (!/<img/i.test(html)) return false
  for (const token of tokens(html)) {
    if (token._tag !== "Open" || token.name !== "img" || asBrowsersRead(token.attributes.get("src") ?? "") === "") continue
    if ((token.attributes.get("alt") ?? "").trim() === "") return true
  }
  return false
}

/** `html` with the addresses of its images exchanged where the map has another one; not a letter of it changes but those. */
export const withImages = (html: string, others: ReadonlyMap<string, string>): string => {
  if (others.size === 0 || !/<img/i.test(html)) return html
  let text = ""
  let end = 0
  for (const token of tokens(html)) {
    if (token._tag !== "Open" || token.name !== "img") continue
    const other = others.get(asBrowsersRead(token.attributes.get("src") ?? ""))
    if (other === undefined) continue
    const attributes = [...token.attributes].map(([key, value]) => `${key}="${escapeAttribute(key === "src" ? other : value)}"`)
    text += `${html.slice(end, token.start)}<${[token.name, ...attributes].join(" ")}>`
    end = token.end
  }
  return text + html.slice(end)
}
