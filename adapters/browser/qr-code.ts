// QR codes, as what is to be drawn.
import { create } from "qrcode"

/** A square of `size` modules, its quiet border of four with it, and the dark ones as the path of a drawing. */
export type QrCode = { readonly size: number; readonly path: string }

/** Makes the code of a text; with medium correction, so that a print may be soiled. Throws where the text is beyond 2331 bytes. */
export const createQrCode = (text: string): QrCode => {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules
  let path = ""
  for (const [place, isDark] of data.entries())
    if (isDark) path += `M${(place % size) + quietZone} ${Math.floor(place / size) + quietZone}h1v1h-1z`
  return { size: size + 2 * quietZone, path }
}

/** The same as a drawing that stands by itself. */
export const qrCodeSvg = ({ size, path }: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`

/** Modules around a code that stay light (ISO/IEC 18004). */
const quietZone = 4
