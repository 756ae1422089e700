// Detects the type of an upload by its first bytes, never by its name, and limits its size (F11, F12).

export type FileKind = { readonly kind: "image" | "font"; readonly ending: UploadExtension }

/** The media types of uploads, by the file extension they are stored with. */
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

/** [F11, F12] Whether files with this extension (lowercase, without its dot: `png`) are accepted. */
export const isUploadExtension = (extension: string): extension is UploadExtension => Object.hasOwn(mediaTypes, extension)

const signatures: ReadonlyArray<readonly [UploadExtension, ReadonlyArray<number | null>]> = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ["gif", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  // The length of the file is between `RIFF` and `WEBP`.
  ["webp", [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ["bmp", [0x42, 0x4d, null, null, null, null, 0, 0, 0, 0]],
  ["woff", [0x77, 0x4f, 0x46, 0x46]],
  ["woff2", [0x77, 0x4f, 0x46, 0x32]],
  ["otf", [0x4f, 0x54, 0x54, 0x4f]],
  ["ttf", [0x00, 0x01, 0x00, 0x00]],
  ["ttf", [0x74, 0x72, 0x75, 0x65]],
]

/** How many bytes of the beginning of a file suffice to detect its type. */
export const fileKindBytes = 4096

/** Returns the type of a file, or null if it is not supported. A file detected as SVG still has to be sanitized. */
export const detectFileKind = (bytes: Uint8Array): FileKind | null => {
  const found = signatures.find(([, signature]) => signature.every((byte, i) => byte === null || bytes[i] === byte))
  if (found !== undefined) return { kind: mediaTypes[found[0]].startsWith("font/") ? "font" : "image", ending: found[0] }
  return beginsMarkup(bytes) ? { kind: "image", ending: "svg" } : null
}

/** Whether the first byte after a byte order mark and white space is `<`. */
const beginsMarkup = (bytes: Uint8Array): boolean => {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (at < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[at] ?? 0)) at++
  return bytes[at] === 0x3c
}

/** Maximum size of an image in a script's messages: 2 MB, in bytes. */
export const maxMessageImageBytes = 2_097_152

/** Accepted file extensions of message images. */
export const messageImageExtensions = ["jpg", "jpeg", "png", "svg", "bmp", "apng", "gif"] as const

/**
 * Returns the problem with a file chosen as a message's image, or null; `bytes` is its size. The server checks its
 * content.
 */
export const messageImageProblem = ({ name, bytes }: { readonly name: string; readonly bytes: number }): MessageImageProblem | null => {
  const fileExtension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (!messageImageExtensions.some((extension) => extension === fileExtension)) return "kind"
  if (bytes === 0) return "empty"
  return bytes > maxMessageImageBytes ? "too-big" : null
}
export type MessageImageProblem = "kind" | "empty" | "too-big"
