// The video or image in a message: its address, how a respondent's page plays it, and its caption [I1, I11, I16].

import { normalizeWebUrl, stripUrlWhitespace } from "../text/web-url.ts"
import { decodeReferences, escapeAttribute, escapeText, type HtmlToken, tokenizeHtml } from "./html-tokens.ts"
import { toPlainText } from "./plain-text.ts"

/** Hosts with an embeddable player, and the origin that serves it with the least tracking. */
export const videoHosts = { YouTube: "https://www.youtube-nocookie.com", Vimeo: "https://player.vimeo.com" } as const

/** [I11] `file`: played by the page itself; `framed`: played on demand by the host's embedded player; `elsewhere`: opens in a new page. */
export type Video =
  | { readonly type: "file"; readonly address: string }
  | { readonly type: "framed"; readonly address: string; readonly host: keyof typeof videoHosts; readonly player: string }
  | { readonly type: "elsewhere"; readonly address: string }

/** [I11] Returns how to play an address; null if it is not a web URL. */
export const parseVideo = (text: string): Video | null => {
  const address = normalizeWebUrl(text)
  if (address === undefined) return null
  const [, youTube] = youTubeAddress.exec(address) ?? []
  if (youTube !== undefined)
    return { type: "framed", address, host: "YouTube", player: `${videoHosts.YouTube}/embed/${youTube}?autoplay=1&rel=0` }
  const [, vimeo, secret] = vimeoAddress.exec(address) ?? []
  if (vimeo !== undefined) {
    const query = `autoplay=1&dnt=1${secret === undefined ? "" : `&h=${secret}`}`
    return { type: "framed", address, host: "Vimeo", player: `${videoHosts.Vimeo}/video/${vimeo}?${query}` }
  }
  return { type: videoFile.test(address) ? "file" : "elsewhere", address }
}

const youTubeAddress =
  /^https?:\/\/(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{6,20})(?![\w-])/i
const vimeoAddress = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:\/|\?(?:[^#]*&)?h=)?([\da-f]{6,20})?(?![\da-z])/i
const videoFile = /^[^?#]+\.(?:mp4|m4v|webm|ogv|ogg|mov)(?:[?#]|$)/i

/** Returns the attributes of the images in `html`, in order. */
const listImageAttributes = (html: string): ReadonlyArray<ReadonlyMap<string, string>> =>
  /<img/i.test(html)
    ? [...tokenizeHtml(html)].flatMap((token) => (token._tag === "Open" && token.name === "img" ? [token.attributes] : []))
    : []

/** Returns the addresses of the images in `html`, in order. */
export const listImageAddresses = (html: string): ReadonlyArray<string> =>
  listImageAttributes(html).flatMap((attributes) => {
    const source = attributes.get("src")
    return source === undefined ? [] : [stripUrlWhitespace(source)]
  })

/** Returns whether an image has no alternative text. */
export const hasImageWithoutAlt = (html: string): boolean =>
  listImageAttributes(html).some(
    (attributes) => stripUrlWhitespace(attributes.get("src") ?? "") !== "" && (attributes.get("alt") ?? "").trim() === "",
  )

/** Replaces image addresses by those that the map has for them, and leaves everything else unchanged. */
export const replaceImageAddresses = (html: string, replacements: ReadonlyMap<string, string>): string => {
  if (replacements.size === 0 || !/<img/i.test(html)) return html
  let text = ""
  let end = 0
  for (const token of tokenizeHtml(html)) {
    if (token._tag !== "Open" || token.name !== "img") continue
    const replacement = replacements.get(stripUrlWhitespace(token.attributes.get("src") ?? ""))
    if (replacement === undefined) continue
    const attributes = [...token.attributes].map(([key, value]) => `${key}="${escapeAttribute(key === "src" ? replacement : value)}"`)
    text += `${html.slice(end, token.start)}<${[token.name, ...attributes].join(" ")}>`
    end = token.end
  }
  return text + html.slice(end)
}

/** The image of an image instruction: its address and its alternative text. */
export type Picture = { readonly src: string; readonly alt: string }

/** Returns the first picture of a text; null if there is none. */
export const findPicture = (html: string): Picture | null => {
  const image = findFirstImage(html)
  return image === null ? null : { src: image.attributes.get("src") ?? "", alt: image.attributes.get("alt") ?? "" }
}

/** Replaces the first picture of a text, or puts one at its start; null removes it. */
export const setPicture = (html: string, picture: Picture | null): string => {
  const image = findFirstImage(html)
  const tag = picture === null ? "" : `<img src="${escapeAttribute(picture.src)}" alt="${escapeAttribute(picture.alt)}">`
  return image === null ? tag + html : html.slice(0, image.start) + tag + html.slice(image.end)
}

type Tag = Extract<HtmlToken, { readonly _tag: "Open" }>

const findFirstImage = (html: string): Tag | null => {
  if (!/<img/i.test(html)) return null
  for (const token of tokenizeHtml(html)) if (token._tag === "Open" && token.name === "img") return token
  return null
}

/** Returns the text of the paragraphs as it was typed, with its spaces. */
const readTypedText = (html: string): string => {
  let text = ""
  for (const token of tokenizeHtml(html))
    if (token._tag === "Text") text += decodeReferences(token.raw)
    else if (token._tag === "Open" && (token.name === "p" || token.name === "br") && text !== "") text += " "
  return text.replace(/[\t\n\f\r]+/g, " ")
}

const toParagraph = (text: string): string => (text === "" ? "" : `<p>${escapeText(text)}</p>`)

/** Returns the caption of an image's message: all of its text. */
export const getImageCaption = (html: string): string => readTypedText(html)

/** Sets the caption of an image's message; the images stay, an empty caption removes it. */
export const setImageCaption = (html: string, caption: string): string => {
  let images = ""
  for (const token of tokenizeHtml(html)) if (token._tag === "Open" && token.name === "img") images += html.slice(token.start, token.end)
  return images + toParagraph(caption)
}

/** Splits a video's message after its first paragraph, or after the text before the first paragraph. */
const splitVideoMessage = (html: string): { readonly first: string; readonly rest: string } => {
  const [, first = "", rest = ""] = /^(<p\b[^>]*>[^]*?<\/p>|[^]*?(?=<p\b|$))([^]*)$/i.exec(html.trim()) ?? []
  return { first, rest }
}

/** Returns the address in a video's message as the author typed it. */
export const getVideoAddress = (html: string): string => toPlainText(splitVideoMessage(html).first)

/** Returns the caption of a video's message. */
export const getVideoCaption = (html: string): string => readTypedText(splitVideoMessage(html).rest)

/** Returns the message for an address and a caption. */
export const toVideoMessage = (address: string, caption: string): string =>
  caption === "" ? escapeText(address) : `${address === "" ? "<p></p>" : escapeText(address)}${toParagraph(caption)}`
