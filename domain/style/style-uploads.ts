// Images and fonts of a style: upload limits, what must be uploaded before saving, and the style's assets [T10].

import { type AssetHolder, isDataUri, isUploadAddress } from "../assets/asset-address.ts"
import { maxMessageImageBytes } from "../assets/upload-validation.ts"
import { getOwnField } from "../json/json-value.ts"
import type { Style } from "./community-style.ts"
import { isFontFileName } from "./style-fonts.ts"
import { type StyledPage, type StyleKeyTable, styleTables } from "./style-keys.ts"
import type { Stylesheet } from "./stylesheet.ts"

/** The maximum bytes of an image or font, and the size above which the author is warned. */
export const maxImageBytes = 10_485_760
export const largeImageBytes = 1_153_433.6
/** Returns bytes in MB, rounded up for display, so that a file that is too large never looks small enough. */
export const roundUpToMegabytes = (bytes: number): number => Math.ceil((bytes / 1_048_576) * 10) / 10

/** The maximum length of data URIs that are saved without uploading. */
export const maxInlineUriLength = 255

const imageTypes = ["image/jpeg", "image/png"] as const
/** Returns the image types for a key; the header's logo accepts more. */
export const listImageTypes = (name: string): ReadonlyArray<string> =>
  name === "header-logo_content" ? [...imageTypes, "image/svg+xml", "image/gif"] : imageTypes

/** Returns what is wrong with a picked image; null if nothing is. `bytes` is its size. */
export const imageProblem = (name: string, { bytes, type }: { readonly bytes: number; readonly type: string }): ImageProblem | null => {
  if (bytes === 0) return "empty"
  if (!listImageTypes(name).includes(type)) return "kind"
  if (bytes > maxImageBytes) return "too-big"
  return bytes > largeImageBytes ? "big" : null
}
/** `big` is a warning, the others are errors. */
export type ImageProblem = "empty" | "kind" | "too-big" | "big"

/** Returns what is wrong with a picked font by name and size; its content is checked when it is read. */
export const fontProblem = ({ name, bytes }: { readonly name: string; readonly bytes: number }): FontProblem | null => {
  if (!isFontFileName(name)) return "kind"
  if (bytes === 0) return "empty"
  return bytes > maxImageBytes ? "too-big" : null
}
export type FontProblem = Exclude<ImageProblem, "big">

/** A value that must be uploaded before the style is saved, as an image or a font. */
export type Upload = { readonly name: string; readonly kind: "image" | "font"; readonly uri: string }

/** [T10] Returns the values to upload: long data URIs of images and contents, and font files of any length. */
export const listPendingUploads = (sheet: Stylesheet): ReadonlyArray<Upload> =>
  Object.entries(sheet).flatMap(([name, uri]): ReadonlyArray<Upload> => {
    if (!uri.startsWith("data:")) return []
    if (name.endsWith("font-file")) return [{ name, kind: "font", uri }]
    return /(?:background-image|content)$/.test(name) && uri.length > maxInlineUriLength ? [{ name, kind: "image", uri }] : []
  })

/** Returns the stylesheet with the addresses of the uploads; addresses for other keys are ignored. */
export const applyUploads = (sheet: Stylesheet, addresses: Readonly<Record<string, string>>): Stylesheet => {
  const uploaded = listPendingUploads(sheet).flatMap(({ name }) =>
    Object.hasOwn(addresses, name) ? [[name, addresses[name] ?? ""] as const] : [],
  )
  return { ...sheet, ...Object.fromEntries(uploaded) }
}

const isAsset = (portal: StyledPage, name: string, value: string): boolean => {
  const table: StyleKeyTable = styleTables[portal]
  const key = getOwnField<StyleKeyTable[string]>(table, name)
  const holdsFile = key?.kind === "image" || (key?.kind === "font" && key.form === "file")
  return holdsFile && (isUploadAddress(value) || isDataUri(value))
}

const portals = ["web", "stats"] as const satisfies ReadonlyArray<StyledPage>

/** The assets of a style: images, the logo, and the font file. */
export const styleAssets: AssetHolder<Style> = {
  maxAssetBytes: maxImageBytes,
  listAddresses: (style) => [
    ...new Set(
      portals.flatMap((portal) => Object.entries(style[portal]).flatMap(([name, value]) => (isAsset(portal, name, value) ? [value] : []))),
    ),
  ],
  replaceAddresses: (style, addresses) => {
    const replaceInStylesheet = (portal: StyledPage): Stylesheet =>
      Object.fromEntries(
        Object.entries(style[portal]).map(([name, value]) => [
          name,
          isAsset(portal, name, value) ? (addresses.get(value) ?? value) : value,
        ]),
      )
    return { ...style, web: replaceInStylesheet("web"), stats: replaceInStylesheet("stats") }
  },
}

/** Returns the maximum size of an upload in bytes: style images and fonts may be larger than images of messages. */
export const maxUploadBytes = (key: string, kind: "image" | "font"): number => {
  const isStyleImage = portals.some((page) => {
    const table: StyleKeyTable = styleTables[page]
    return Object.hasOwn(table, key) && table[key]?.kind === "image"
  })
  return kind === "font" || isStyleImage ? maxImageBytes : maxMessageImageBytes
}
