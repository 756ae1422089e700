// The images in a rich text: which there are, and the same text with other addresses in their place.
import { asBrowsersRead } from "../address.ts"
import { escapeAttribute } from "./characters.ts"
import { tokens } from "./tokens.ts"

/** The attributes of the images in `html`, in their order. */
const imageTags = (html: string): ReadonlyArray<ReadonlyMap<string, string>> =>
  /<img/i.test(html) ? [...tokens(html)].flatMap((it) => (it._tag === "Open" && it.name === "img" ? [it.attributes] : [])) : []

/** The addresses of the images in `html`, in their order. */
export const imagesIn = (html: string): ReadonlyArray<string> =>
  imageTags(html).flatMap((attributes) => {
    const source = attributes.get("src")
    return source === undefined ? [] : [asBrowsersRead(source)]
  })

/** Whether an image in it has no words for those who do not see it. */
export const hasWordlessImage = (html: string): boolean =>
  imageTags(html).some((attributes) => asBrowsersRead(attributes.get("src") ?? "") !== "" && (attributes.get("alt") ?? "").trim() === "")

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
