// What a file is, by its first bytes: its name and what its sender calls it are not asked.
import { type StyledPage, type StyleKeyTable, styleTables } from "../style/style-keys.ts"
import { maxImageBytes } from "../style/style-uploads.ts"

export type FileKind = { readonly kind: "image" | "font"; readonly ending: UploadExtension }

/** The media types of uploads, by the ending that their names are given. */
export const mediaTypes = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  bmp: "image/bmp",
  webp: "image/webp",
  svg: "image/svg+xml",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
} as const satisfies Record<string, string>
export type UploadExtension = keyof typeof mediaTypes

/** Whether files with that ending (lower case, without its dot: `png`) are kept at all (decisions F11, F12). */
export const isUploadExtension = (ending: string): ending is UploadExtension => Object.hasOwn(mediaTypes, ending)

const signatures: ReadonlyArray<readonly [UploadExtension, ReadonlyArray<number | null>]> = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ["gif", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  // Between the letters stands the length.
  ["webp", [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ["bmp", [0x42, 0x4d, null, null, null, null, 0, 0, 0, 0]],
  ["woff", [0x77, 0x4f, 0x46, 0x46]],
  ["woff2", [0x77, 0x4f, 0x46, 0x32]],
  ["otf", [0x4f, 0x54, 0x54, 0x4f]],
  ["ttf", [0x00, 0x01, 0x00, 0x00]],
  ["ttf", [0x74, 0x72, 0x75, 0x65]],
]

/** The kind of a file, or null for what nothing here shows. What begins like a drawing (SVG) still has to be read as one. */
export const fileKindOf = (bytes: Uint8Array): FileKind | null => {
  const found = signatures.find(([, signature]) => signature.every((byte, i) => byte === null || bytes[i] === byte))
  if (found !== undefined) return { kind: mediaTypes[found[0]].startsWith("font/") ? "font" : "image", ending: found[0] }
  return beginsMarkup(bytes) ? { kind: "image", ending: "svg" } : null
}

/** Whether the first byte that is no white space and no byte order mark is `<`. */
const beginsMarkup = (bytes: Uint8Array): boolean => {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (at < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[at] ?? 0)) at++
  return bytes[at] === 0x3c
}

// How large an upload may be (spec/2-editor §9, spec/3-community §5).

/** Bytes of an image in a script's messages at most: 2 MB. */
export const maxMessageImageBytes = 2_097_152

const portals = ["web", "stats"] as const satisfies ReadonlyArray<StyledPage>

/** Bytes of an upload at most: images under a key of the style, and fonts, may be larger than those of messages. */
export const maxUploadBytes = (key: string, kind: "image" | "font"): number => {
  const isOfStyle = portals.some((portal) => {
    const table: StyleKeyTable = styleTables[portal]
    return Object.hasOwn(table, key) && table[key]?.kind === "image"
  })
  return kind === "font" || isOfStyle ? maxImageBytes : maxMessageImageBytes
}

// Images of a script's messages: what may be chosen (spec/2-editor §5 "Image upload").

/** "Accepted types: jpg, jpeg, png, svg, bmp, apng, gif" (spec/2-editor §5), as endings of file names. */
export const messageImageExtensions = ["jpg", "jpeg", "png", "svg", "bmp", "apng", "gif"] as const

/** What is wrong with a file that was chosen as a message's image, or null. `bytes` is its size. What is in it, the server sees. */
export const messageImageProblem = ({ name, bytes }: { readonly name: string; readonly bytes: number }): MessageImageProblem | null => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (!messageImageExtensions.some((one) => one === ending)) return "kind"
  if (bytes === 0) return "empty"
  return bytes > maxMessageImageBytes ? "too-big" : null
}
export type MessageImageProblem = "kind" | "empty" | "too-big"
