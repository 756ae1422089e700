// How large an upload may be (spec/2-editor §9, spec/3-community §5).

import type { StyleTable } from "../style/key.ts"
import { type Portal, styleTables } from "../style/keys.ts"
import { mostImageBytes } from "../style/uploads.ts"

/** Bytes of an image in a script's messages at most: 2 MB. */
export const mostMessageImageBytes = 2_097_152

const portals = ["web", "stats"] as const satisfies ReadonlyArray<Portal>

/** Bytes of an upload at most: images under a key of the style, and fonts, may be larger than those of messages. */
export const mostUploadBytes = (key: string, kind: "image" | "font"): number => {
  const isOfStyle = portals.some((portal) => {
    const table: StyleTable = styleTables[portal]
    return Object.hasOwn(table, key) && table[key]?.kind === "image"
  })
  return kind === "font" || isOfStyle ? mostImageBytes : mostMessageImageBytes
}
