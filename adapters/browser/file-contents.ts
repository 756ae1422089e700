// Contents of files: data URIs, whether the browser can show an image or font, SHA-256 and decompression.
import { type Asset, printDataUri } from "../../domain/assets/asset-address.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"

/** Fetches one of the server's uploads as a data URI; null if it cannot be fetched. */
export const fetchAsDataUri = async (address: string, signal?: AbortSignal): Promise<string | null> => {
  try {
    const response = await fetch(address, { signal: signal ?? null })
    if (!response.ok) return null
    const blob = await response.blob()
    return printDataUri({ mediaType: blob.type.split(";")[0] ?? "", base64: encodeBase64(new Uint8Array(await blob.arrayBuffer())) })
  } catch {
    return null
  }
}

/** Returns an asset that was embedded in a script as a blob. */
export const assetToBlob = ({ mediaType, base64 }: Asset): Blob => {
  const binary = atob(base64)
  return new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))], { type: mediaType })
}

/** Works in chunks, because the number of arguments of a call is limited. */
const encodeBase64 = (bytes: Uint8Array): string => {
  let binary = ""
  for (let offset = 0; offset < bytes.length; offset += 8192) binary += String.fromCharCode(...bytes.subarray(offset, offset + 8192))
  return btoa(binary)
}

export const toDataUri = (bytes: ArrayBuffer, mediaType: string): string =>
  printDataUri({ mediaType, base64: encodeBase64(new Uint8Array(bytes)) })

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

export const canLoadFont = async (content: ArrayBuffer): Promise<boolean> => {
  try {
    await new FontFace("tried", content).load()
    return true
  } catch {
    return false
  }
}

/** SHA-256 of a text, or null on plain http: browsers offer WebCrypto on https and localhost only. */
export const sha256: Digest | null = globalThis.crypto.subtle
  ? async (text) => new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
  : null

/** Returns the decompressed bytes, or null if they are damaged. Brotli needs a library, as few browsers offer it to pages. */
export const decompress = async (compressed: Uint8Array, format: "deflate" | "brotli"): Promise<Uint8Array | null> => {
  try {
    return format === "brotli" ? await decompressBrotli(compressed) : await inflate(compressed)
  } catch {
    return null
  }
}

const inflate = async (compressed: Uint8Array): Promise<Uint8Array> => {
  const stream = new Blob([Uint8Array.from(compressed)]).stream().pipeThrough(new DecompressionStream("deflate"))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const decompressBrotli = async (compressed: Uint8Array): Promise<Uint8Array> => {
  const { decompress } = await import("brotli/decompress")
  return decompress(compressed)
}
