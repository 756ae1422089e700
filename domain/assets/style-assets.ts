// The assets of a style: images, the logo, and the file of its font (spec/3-community §3, §7).

import { ownField } from "../own-field.ts"
import type { StyleTable } from "../style/key.ts"
import { type Portal, styleTables } from "../style/keys.ts"
import type { Style } from "../style/payload.ts"
import type { Stylesheet } from "../style/stylesheet.ts"
import { mostImageBytes } from "../style/uploads.ts"
import { type Carrier } from "./carry.ts"
import { isDataUri } from "./data-uri.ts"
import { isUpload } from "./upload-address.ts"

const isAsset = (portal: Portal, name: string, value: string): boolean => {
  const table: StyleTable = styleTables[portal]
  const key = ownField<StyleTable[string]>(table, name)
  const holdsFile = key?.kind === "image" || (key?.kind === "font" && key.form === "file")
  return holdsFile && (isUpload(value) || isDataUri(value))
}

const portals = ["web", "stats"] as const satisfies ReadonlyArray<Portal>

export const styleAssets: Carrier<Style> = {
  mostBytes: mostImageBytes,
  addresses: (style) => [
    ...new Set(
      portals.flatMap((portal) => Object.entries(style[portal]).flatMap(([name, value]) => (isAsset(portal, name, value) ? [value] : []))),
    ),
  ],
  readdressed: (style, others) => {
    const sheetOf = (portal: Portal): Stylesheet =>
      Object.fromEntries(
        Object.entries(style[portal]).map(([name, value]) => [name, isAsset(portal, name, value) ? (others.get(value) ?? value) : value]),
      )
    return { ...style, web: sheetOf("web"), stats: sheetOf("stats") }
  },
}
