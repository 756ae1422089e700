// The picture of an image instruction: the first image of its message, with the words for those who do not see it (decisions I1).
import { escapeAttribute } from "./characters.ts"
import { type Token, tokens } from "./tokens.ts"

/** `src` is its address, `alt` what is read out in its place. */
export type Picture = { readonly src: string; readonly alt: string }

/** The first picture of a text, or null where there is none. */
export const pictureIn = (html: string): Picture | null => {
  const image = firstImage(html)
  return image === null ? null : { src: image.attributes.get("src") ?? "", alt: image.attributes.get("alt") ?? "" }
}

/** The text with this picture in place of its first one, or before all else where it has none; null takes the picture out. */
export const withPicture = (html: string, picture: Picture | null): string => {
  const image = firstImage(html)
  const written = picture === null ? "" : `<img src="${escapeAttribute(picture.src)}" alt="${escapeAttribute(picture.alt)}">`
  return image === null ? written + html : html.slice(0, image.start) + written + html.slice(image.end)
}

type Tag = Extract<Token, { readonly _tag: "Open" }>

const firstImage = (html: string): Tag | null => {
  if (!/<img/i.test(html)) return null
  for (const token of tokens(html)) if (token._tag === "Open" && token.name === "img") return token
  return null
}
