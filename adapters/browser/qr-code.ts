// QR codes as SVG paths.
import { create } from "qrcode"

/** A square of `size` modules including the quiet zone of four; `path` is the SVG path of the dark modules. */
export type QrCode = { readonly size: number; readonly path: string }

/** Creates the QR code of a text, with medium error correction for soiled prints. Throws if the text exceeds 2331 bytes. */
export const createQrCode = (text: string): QrCode => {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules
  let path = ""
  for (const [index, isDark] of data.entries())
    if (isDark) path += `M${(index % size) + quietZone} ${Math.floor(index / size) + quietZone}h1v1h-1z`
  return { size: size + 2 * quietZone, path }
}

/** Returns a QR code as a complete SVG file. */
export const buildQrCodeSvg = ({ size, path }: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`

/** Width in modules of the light margin around a code (ISO/IEC 18004). */
const quietZone = 4
