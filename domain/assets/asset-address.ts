// Addresses of assets: data URIs (RFC 2397), in which script and style files embed them, and uploads (F11).
import { getOwnField } from "../json/json-value.ts"

/** A file: its media type, file extension, base64-encoded content and size in bytes. */
export type Asset = { readonly mediaType: string; readonly ending: string; readonly base64: string; readonly bytes: number }

/** Why a data URI is not accepted: it is not base64-encoded, or has an unsupported media type. */
export type DataUriProblem = "encoding" | "kind"

/** Media types of files that can be embedded, with their file extensions. */
const extensions: Readonly<Record<string, string>> = {
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

/** Alternative names that browsers use for some media types. */
const mediaTypeAliases: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/x-ms-bmp": "image/bmp",
  "application/font-woff": "font/woff",
  "application/x-font-woff": "font/woff",
  "application/x-font-ttf": "font/ttf",
  "application/x-font-otf": "font/otf",
  "application/vnd.ms-opentype": "font/otf",
}

/** Whether an address is a data URI (`data:…`, case-insensitive). `parseDataUri` tells whether it is readable. */
export const isDataUri = (address: string): boolean => /^data:/i.test(address)

/** Parses a data URI; returns the file, or why it is not accepted. */
export const parseDataUri = (uri: string): Asset | DataUriProblem => {
  const comma = uri.indexOf(",")
  const [declaredType = "", ...parameters] = uri.slice("data:".length, comma).toLowerCase().split(";")
  const base64 = uri.slice(comma + 1)
  if (comma === -1 || parameters.at(-1) !== "base64" || !isBase64(base64)) return "encoding"
  const mediaType = getOwnField(mediaTypeAliases, declaredType) ?? declaredType
  const extension = getOwnField(extensions, mediaType)
  return extension === undefined ? "kind" : { mediaType, ending: extension, base64, bytes: decodedBytes(base64) }
}

/** [F11] Returns the data URI of a file: `data:{media type};base64,{bytes}`. */
export const printDataUri = ({ mediaType, base64 }: Pick<Asset, "mediaType" | "base64">): string => `data:${mediaType};base64,${base64}`

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text)

const decodedBytes = (base64: string): number => (base64.length / 4) * 3 - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0)

/** Whether an address is one of the product's own uploads: under `/uploads/`, without path traversal. */
export const isUploadAddress = (address: string): boolean => /^\/uploads\/[\w.~%/-]+$/.test(address) && !/\.\.|%2e/i.test(address)

/** How an asset holder (a script or a style) refers to its assets. */
export type AssetHolder<Holder> = {
  /** Returns every asset address once, including data URIs. */
  readonly listAddresses: (holder: Holder) => ReadonlyArray<string>
  /** Returns the holder with those addresses replaced that the map contains. */
  readonly replaceAddresses: (holder: Holder, replacements: ReadonlyMap<string, string>) => Holder
  /** Maximum size of one asset in bytes. */
  readonly maxAssetBytes: number
}
