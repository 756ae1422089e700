// Sanitizes uploaded SVGs.
import { sanitizeSvg } from "../../../domain/assets/svg-sanitizer.ts"

/** [F12] Returns an SVG rewritten with an allowlist; null if it is not a valid SVG. */
export type SanitizeSvg = (content: Buffer) => Promise<Buffer | null>

/** [F12] Sanitizes an SVG on this thread, in up to half a second. */
export const sanitizeSvgFile = (content: Buffer): Buffer | null => {
  const text = decodeUtf8(content)
  const sanitized = text === null ? null : sanitizeSvg(text)
  return sanitized === null ? null : Buffer.from(sanitized)
}

const decodeUtf8 = (content: Buffer): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content)
  } catch {
    return null // another encoding, or not text
  }
}
