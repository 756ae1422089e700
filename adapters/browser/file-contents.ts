// Images on their way between the server's uploads and a script file on the person's disk.
import { type Asset, printDataUri } from "../../domain/assets/asset-address.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"

/** One of the product's own uploads as a data URI, or null where it cannot be had. */
export const fetchAsDataUri = async (address: string, signal?: AbortSignal): Promise<string | null> => {
  try {
    const response = await fetch(address, { signal: signal ?? null })
    if (!response.ok) return null
    const blob = await response.blob()
    return printDataUri({ mediaType: blob.type.split(";")[0] ?? "", base64: base64Of(new Uint8Array(await blob.arrayBuffer())) })
  } catch {
    return null
  }
}

/** The bytes of a file that stood in a script. */
export const assetToBlob = ({ mediaType, base64 }: Asset): Blob => {
  const letters = atob(base64)
  return new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))], { type: mediaType })
}

/** In parts, because a call takes only so many arguments. */
const base64Of = (bytes: Uint8Array): string => {
  let letters = ""
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(letters)
}

/** A file as a data URI. */
export const toDataUri = (bytes: ArrayBuffer, mediaType: string): string =>
  printDataUri({ mediaType, base64: base64Of(new Uint8Array(bytes)) })

/** Whether the browser can show an image. */
export const canShowImage = async (address: string): Promise<boolean> => {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return true
  } catch {
    return false
  }
}

/** Whether the browser can write with a font. */
export const canLoadFont = async (content: ArrayBuffer): Promise<boolean> => {
  try {
    await new FontFace("tried", content).load()
    return true
  } catch {
    return false
  }
}

// SHA-256 as the browser computes it. Browsers offer it on https and localhost only (stack.md pitfall 13).

/** Null where this page may not compute it. */
export const sha256: Digest | null = globalThis.crypto.subtle
  ? async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  : null

// Unpacking as the browser does it; brotli, which few browsers unpack for a page, by a library that comes when it is needed.

/** The bytes that were packed, or null where they are damaged. */
export const decompress = async (packed: Uint8Array, how: "deflate" | "brotli"): Promise<Uint8Array | null> => {
  try {
    return how === "brotli" ? await unbrotlied(packed) : await inflated(packed)
  } catch {
    return null
  }
}

const inflated = async (packed: Uint8Array): Promise<Uint8Array> => {
  const stream = new Blob([Uint8Array.from(packed)]).stream().pipeThrough(new DecompressionStream("deflate"))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const unbrotlied = async (packed: Uint8Array): Promise<Uint8Array> => {
  const { decompress } = await import("brotli/decompress")
  return decompress(packed)
}
