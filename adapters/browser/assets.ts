// Images on their way between the server's uploads and a script file on the person's disk.
import { type Asset, writeDataUri } from "../../domain/assets/data-uri.ts"

/** One of the product's own uploads as a data URI, or null where it cannot be had. */
export const uploadAsDataUri = async (address: string, signal?: AbortSignal): Promise<string | null> => {
  try {
    const response = await fetch(address, { signal: signal ?? null })
    if (!response.ok) return null
    const blob = await response.blob()
    return writeDataUri({ mediaType: blob.type.split(";")[0] ?? "", base64: base64Of(new Uint8Array(await blob.arrayBuffer())) })
  } catch {
    return null
  }
}

/** The bytes of a file that stood in a script. */
export const asBlob = ({ mediaType, base64 }: Asset): Blob => {
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
export const asDataUri = (bytes: ArrayBuffer, mediaType: string): string =>
  writeDataUri({ mediaType, base64: base64Of(new Uint8Array(bytes)) })

/** Whether the browser can show an image. */
export const isShowable = async (address: string): Promise<boolean> => {
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
export const isFont = async (content: ArrayBuffer): Promise<boolean> => {
  try {
    await new FontFace("tried", content).load()
    return true
  } catch {
    return false
  }
}
