// Files within a text: data URIs (RFC 2397) in base64, the form in which script and style files carry their assets (contract "Files").
import { getOwnField } from "../json/json-value.ts"

/** A file: its media type, the ending of its name, its bytes in base64 and their number. */
export type Asset = { readonly mediaType: string; readonly ending: string; readonly base64: string; readonly bytes: number }

/** What keeps a data URI from being a file: no base64 in it, or a type that nothing here shows. */
export type DataUriProblem = "encoding" | "kind"

/** The endings of the files that may be carried, by media type (spec/2-editor §5, spec/3-community §5). */
const endings: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "image/bmp": "bmp",
  "image/apng": "apng",
  "image/gif": "gif",
  "image/webp": "webp",
  "font/woff": "woff",
  "font/woff2": "woff2",
  "font/ttf": "ttf",
  "font/otf": "otf",
}

/** Other names that browsers have for some of them. */
const aliases: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/x-ms-bmp": "image/bmp",
  "application/font-woff": "font/woff",
  "application/x-font-woff": "font/woff",
  "application/x-font-ttf": "font/ttf",
  "application/x-font-otf": "font/otf",
  "application/vnd.ms-opentype": "font/otf",
}

/** Whether an address holds a file itself (`data:…`, in any case); whether the file can be read, `readDataUri` tells. */
export const isDataUri = (address: string): boolean => /^data:/i.test(address)

/** The file in a data URI, or what keeps it from being one. */
export const parseDataUri = (uri: string): Asset | DataUriProblem => {
  const comma = uri.indexOf(",")
  const [type = "", ...parameters] = uri.slice("data:".length, comma).toLowerCase().split(";")
  const base64 = uri.slice(comma + 1)
  if (comma === -1 || parameters.at(-1) !== "base64" || !isBase64(base64)) return "encoding"
  const named = getOwnField(aliases, type) ?? type
  const ending = getOwnField(endings, named)
  return ending === undefined ? "kind" : { mediaType: named, ending, base64, bytes: bytesIn(base64) }
}

/** [F11] The address that holds a file itself: `data:{media type};base64,{bytes}`. */
export const printDataUri = ({ mediaType, base64 }: Pick<Asset, "mediaType" | "base64">): string => `data:${mediaType};base64,${base64}`

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)

const bytesIn = (base64: string): number => (base64.length / 4) * 3 - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0)

// The addresses of what communities have uploaded (contract "HTTP API").

/** Whether an address is that of one of the product's own uploads: below `/uploads/`, with no way out of there. */
export const isUploadAddress = (address: string): boolean => /^\/uploads\/[\w.~%/-]+$/.test(address) && !/\.\.|%2e/i.test(address)
