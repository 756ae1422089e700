// The video of an instruction: its message is the address, written as any text is (decisions I1), and how a respondent's page plays it (I11).
import { webAddress } from "../address.ts"
import { escapeText } from "./characters.ts"
import { plainText } from "./plain-text.ts"

/** The address that a video's message holds, as it was typed. */
export const videoIn = (html: string): string => plainText(html)

/** The message that holds this address. */
export const withVideo = (typed: string): string => escapeText(typed)

/** Those whose player can stand in a page, where it is served and what sets up no more than playing. */
export const videoHosts = { YouTube: "https://www.youtube-nocookie.com", Vimeo: "https://player.vimeo.com" } as const

/** [I11] `file`: the page plays it itself; `framed`: its host's player does, on demand; `elsewhere`: it can only be opened. */
export type Video =
  | { readonly type: "file"; readonly address: string }
  | { readonly type: "framed"; readonly address: string; readonly host: keyof typeof videoHosts; readonly player: string }
  | { readonly type: "elsewhere"; readonly address: string }

/** [I11] How an address is played; null for what is no address of the web. */
export const videoAt = (typed: string): Video | null => {
  const address = webAddress(typed)
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
