// The video of an instruction: its message is the address, written as any text is (decisions I1), and how a respondent's page plays it (I11).
import { normalizeWebUrl, stripUrlWhitespace } from "../text/web-url.ts"
import { escapeAttribute, escapeText, type HtmlToken, tokenizeHtml } from "./html-tokens.ts"
import { plainText } from "./plain-text.ts"

/** The address that a video's message holds, as it was typed. */
export const videoAddress = (html: string): string => plainText(html)

/** The message that holds this address. */
export const videoMessage = (typed: string): string => escapeText(typed)

/** Those whose player can stand in a page, where it is served and what sets up no more than playing. */
export const videoHosts = { YouTube: "https://www.youtube-nocookie.com", Vimeo: "https://player.vimeo.com" } as const

/** [I11] `file`: the page plays it itself; `framed`: its host's player does, on demand; `elsewhere`: it can only be opened. */
export type Video =
  | { readonly type: "file"; readonly address: string }
  | { readonly type: "framed"; readonly address: string; readonly host: keyof typeof videoHosts; readonly player: string }
  | { readonly type: "elsewhere"; readonly address: string }

/** [I11] How an address is played; null for what is no address of the web. */
export const parseVideo = (typed: string): Video | null => {
  const address = normalizeWebUrl(typed)
  if (address === undefined) return null
  const [, youTube] = youTubeAddress.exec(address) ?? []
  if (youTube !== undefined)
    return { type: "framed", address, host: "YouTube", player: `${videoHosts.YouTube}/embed/${youTube}?autoplay=1&rel=0` }
  const [, vimeo, secret] = vimeoAddress.exec(address) ?? []
  if (vimeo !== undefined) {
    const query = `autoplay=1&dnt=1${secret === undefined ? "" : `&h=${secret}`}`
    return { type: "framed", address, host: "Vimeo", player: `${videoHosts.Vimeo}/video/${vimeo}?${query}` }
  }
  return { type: file.test(address) ? "file" : "elsewhere", address }
}

const youTubeAddress =
  /^https?:\/\/(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{6,20})(?![\w-])/i
const vimeoAddress = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:\/|\?(?:[^#]*&)?h=)?([\da-f]{6,20})?(?![\da-z])/i
const file = /^[^?#]+\.(?:mp4|m4v|webm|ogv|ogg|mov)(?:[?#]|$)/i

// The images in a rich text: which there are, and the same text with other addresses in their place.

/** The attributes of the images in `html`, in their order. */
const imageTags = (html: string): ReadonlyArray<ReadonlyMap<string, string>> =>
  /<img/i.test(html) ? [...tokenizeHtml(html)].flatMap((it) => (it._tag === "Open" && it.name === "img" ? [it.attributes] : [])) : []

/** The addresses of the images in `html`, in their order. */
export const listImageAddresses = (html: string): ReadonlyArray<string> =>
  imageTags(html).flatMap((attributes) => {
    const source = attributes.get("src")
    return source === undefined ? [] : [stripUrlWhitespace(source)]
  })

/** Whether an image in it has no words for those who do not see it. */
export const hasImageWithoutAlt = (html: string): boolean =>
  imageTags(html).some(
    (attributes) => stripUrlWhitespace(attributes.get("src") ?? "") !== "" && (attributes.get("alt") ?? "").trim() === "",
  )

/** `html` with the addresses of its images exchanged where the map has another one; not a letter of it changes but those. */
export const replaceImageAddresses = (html: string, others: ReadonlyMap<string, string>): string => {
  if (others.size === 0 || !/<img/i.test(html)) return html
  let text = ""
  let end = 0
  for (const token of tokenizeHtml(html)) {
    if (token._tag !== "Open" || token.name !== "img") continue
    const other = others.get(stripUrlWhitespace(token.attributes.get("src") ?? ""))
    if (other === undefined) continue
    const attributes = [...token.attributes].map(([key, value]) => `${key}="${escapeAttribute(key === "src" ? other : value)}"`)
    text += `${html.slice(end, token.start)}<${[token.name, ...attributes].join(" ")}>`
    end = token.end
  }
  return text + html.slice(end)
}

// The picture of an image instruction: the first image of its message, with the words for those who do not see it (decisions I1).

/** `src` is its address, `alt` what is read out in its place. */
export type Picture = { readonly src: string; readonly alt: string }

/** The first picture of a text, or null where there is none. */
export const findPicture = (html: string): Picture | null => {
  const image = firstImage(html)
  return image === null ? null : { src: image.attributes.get("src") ?? "", alt: image.attributes.get("alt") ?? "" }
}

/** The text with this picture in place of its first one, or before all else where it has none; null takes the picture out. */
export const setPicture = (html: string, picture: Picture | null): string => {
  const image = firstImage(html)
  const written = picture === null ? "" : `<img src="${escapeAttribute(picture.src)}" alt="${escapeAttribute(picture.alt)}">`
  return image === null ? written + html : html.slice(0, image.start) + written + html.slice(image.end)
}

type Tag = Extract<HtmlToken, { readonly _tag: "Open" }>

const firstImage = (html: string): Tag | null => {
  if (!/<img/i.test(html)) return null
  for (const token of tokenizeHtml(html)) if (token._tag === "Open" && token.name === "img") return token
  return null
}
