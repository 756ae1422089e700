// A drawing (SVG) as it is kept: written anew, with nothing in it that could do more than be looked at (reliability).
import { sanitiseSvg } from "../../../domain/assets/svg/sanitise.ts"

/** Null for what is no drawing. */
export const cleanDrawing = (content: Buffer): Buffer | null => {
  const text = textOf(content)
  const drawing = text === null ? null : sanitiseSvg(text)
  return drawing === null ? null : Buffer.from(drawing)
}

const textOf = (content: Buffer): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content)
  } catch {
    return null // in another encoding, or no text at all
  }
}
