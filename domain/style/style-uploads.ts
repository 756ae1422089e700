// Images and fonts of a style: what may be uploaded, and what has to be before a style is saved (spec/3-community §5, §7, §9; decisions T10).

import { isDataUri, isUploadAddress } from "../assets/asset-address.ts"
import type { AssetHolder } from "../assets/asset-transfer.ts"
import { getOwnField } from "../json/json-value.ts"
import type { Style } from "./community-style.ts"
import { isFontFileName } from "./style-fonts.ts"
import { type StyledPage, type StyleKeyTable, styleTables } from "./style-keys.ts"
import type { Stylesheet } from "./stylesheet.ts"

/** Bytes of an image at most, and from how many on the author is warned (spec/3-community §5). */
export const maxImageBytes = 10_485_760
export const largeImageBytes = 1_153_433.6
/** Bytes in MB as they are told: never less than they are, so that none that is too many reads as if it were not. */
export const megabytes = (bytes: number): number => Math.ceil((bytes / 1_048_576) * 10) / 10

/** Data URIs up to so many characters are saved as they stand. */
export const maxInlineUriLength = 255

const images = ["image/jpeg", "image/png"] as const
/** The kinds of image that a key takes; the header's logo takes more. */
export const imageTypesOf = (name: string): ReadonlyArray<string> =>
  name === "header-logo_content" ? [...images, "image/svg+xml", "image/gif"] : images

/** What is wrong with an image that was picked, or null. `bytes` is its size. */
export const imageProblem = (name: string, { bytes, type }: { readonly bytes: number; readonly type: string }): ImageProblem | null => {
  if (bytes === 0) return "empty"
  if (!imageTypesOf(name).includes(type)) return "kind"
  if (bytes > maxImageBytes) return "too-big"
  return bytes > largeImageBytes ? "big" : null
}
/** `big` is a warning, the others refuse the image. */
export type ImageProblem = "empty" | "kind" | "too-big" | "big"

/** What is wrong with a font that was picked, or null. What is in it is seen when it is read. */
export const fontProblem = ({ name, bytes }: { readonly name: string; readonly bytes: number }): FontProblem | null => {
  if (!isFontFileName(name)) return "kind"
  if (bytes === 0) return "empty"
  return bytes > maxImageBytes ? "too-big" : null
}
export type FontProblem = Exclude<ImageProblem, "big">

/** A value that has to be uploaded before the style is saved; images and fonts go different ways. */
export type Upload = { readonly name: string; readonly kind: "image" | "font"; readonly uri: string }

/** [T10] The values that are uploaded first: long data URIs of images and contents, and those of font files whatever their length. */
export const pendingUploads = (sheet: Stylesheet): ReadonlyArray<Upload> =>
  Object.entries(sheet).flatMap(([name, uri]): ReadonlyArray<Upload> => {
    if (!uri.startsWith("data:")) return []
    if (name.endsWith("font-file")) return [{ name, kind: "font", uri }]
    return /(?:background-image|content)$/.test(name) && uri.length > maxInlineUriLength ? [{ name, kind: "image", uri }] : []
  })

/** The stylesheet with the addresses that uploads came to; addresses of keys that were not uploaded change nothing. */
export const applyUploads = (sheet: Stylesheet, addresses: Readonly<Record<string, string>>): Stylesheet => {
  const uploaded = pendingUploads(sheet).flatMap(({ name }) =>
    Object.hasOwn(addresses, name) ? [[name, addresses[name] ?? ""] as const] : [],
  )
  return { ...sheet, ...Object.fromEntries(uploaded) }
}

// The assets of a style: images, the logo, and the file of its font (spec/3-community §3, §7).

const isAsset = (portal: StyledPage, name: string, value: string): boolean => {
  const table: StyleKeyTable = styleTables[portal]
  const key = getOwnField<StyleKeyTable[string]>(table, name)
  const holdsFile = key?.kind === "image" || (key?.kind === "font" && key.form === "file")
  return holdsFile && (isUploadAddress(value) || isDataUri(value))
}

const portals = ["web", "stats"] as const satisfies ReadonlyArray<StyledPage>

export const styleAssets: AssetHolder<Style> = {
  maxAssetBytes: maxImageBytes,
  listAddresses: (style) => [
    ...new Set(
      portals.flatMap((portal) => Object.entries(style[portal]).flatMap(([name, value]) => (isAsset(portal, name, value) ? [value] : []))),
    ),
  ],
  replaceAddresses: (style, others) => {
    const sheetOf = (portal: StyledPage): Stylesheet =>
      Object.fromEntries(
        Object.entries(style[portal]).map(([name, value]) => [name, isAsset(portal, name, value) ? (others.get(value) ?? value) : value]),
      )
    return { ...style, web: sheetOf("web"), stats: sheetOf("stats") }
  },
}
