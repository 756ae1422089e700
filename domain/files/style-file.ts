// Style files of version 1: opening, sealing, checking [F4, F7, T4, T9].
import { type Finding, isError } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { getOwnField, toJsonPointer } from "../json/json-value.ts"
import { decodeJson } from "../schema/schema-decoder.ts"
import { decodeStyle, encodeStyle, type Style } from "../style/community-style.ts"
import { type StyledPage, type StyleKeyTable, styleTables } from "../style/style-keys.ts"
import { StylePayload } from "../style/style-payload-schema.ts"
import { isStyleValue } from "../style/stylesheet.ts"
import { toSafeFileName } from "../text/text-input.ts"
import { type Digest, fileVersions, openEnvelope, sealFile, verifyChecksum } from "./file-envelope.ts"

/** [T4] Checks a value by its key (rule `structure`); unknown keys of newer versions pass. `pointer` is that of the value. */
export const styleValueFindings = (portal: StyledPage, name: string, value: string, pointer: string): ReadonlyArray<Finding> => {
  const table: StyleKeyTable = styleTables[portal]
  const key = getOwnField(table, name)
  return key === undefined || isStyleValue(key, value)
    ? []
    : [createFinding("structure", pointer, `finding.style.${key.kind}`, { value: value.slice(0, 60) })]
}

/** Keys are `scope_property`: letters, digits and hyphens on both sides. */
export const styleKeySyntax = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)+$/

/** The style of a file, or the errors in it. */
export type OpenedStyle = { readonly ok: true; readonly style: Style } | { readonly ok: false; readonly findings: ReadonlyArray<Finding> }

/** Returns the style of a file, or its errors: not JSON, another version, a wrong checksum, a wrong structure. Warnings are ignored. */
export const openStyleFile = async (text: string, digest: Digest): Promise<OpenedStyle> => {
  const result = openEnvelope(text, "style")
  if (!result.ok) return result
  const { payload } = result.envelope
  const errors = [...(await verifyChecksum(result.envelope, digest)), ...checkStyle(payload, "/payload")].filter(isError)
  if (errors.length > 0) return { ok: false, findings: errors }
  const { value, findings } = decodeJson(StylePayload, payload, "/payload")
  return findings === undefined ? { ok: true, style: decodeStyle(value) } : { ok: false, findings }
}

/**
 * Returns the text of a style file; undefined if the style cannot be stored (a lone surrogate). `origin`: of the console that serves the JSON
 * Schema.
 */
export const sealStyleFile = (style: Style, digest: Digest, origin?: string): Promise<string | undefined> =>
  sealFile(encodeStyle(style), "style", digest, origin)

/** Returns `{YYYYMMDD}_v1_{community slug}.json`; `day` is `YYYY-MM-DD`. */
export const styleFileName = (day: string, slug: string): string =>
  `${day.replaceAll("-", "")}_v${fileVersions.style}_${toSafeFileName(slug)}.json`

/** Checks the parsed payload of a style file; `pointer` is that of the payload. */
export const checkStyle = (payload: unknown, pointer: string): ReadonlyArray<Finding> => {
  const { value, findings } = decodeJson(StylePayload, payload, pointer)
  if (findings !== undefined) return findings
  return (["web", "stats"] as const).flatMap((list) => {
    const seenKeys = new Set<string>()
    return value[list].flatMap((entry, i) => {
      const entryPointer = pointer + toJsonPointer(list, i)
      return [...entryFindings(list, entry, entryPointer), ...duplicateFindings(entry, seenKeys, entryPointer)]
    })
  })
}

/** [T9] Warns of keys in `seenKeys`, to which the keys of the entry are added: of a duplicate key the last value counts. */
const duplicateFindings = (entry: Readonly<Record<string, string>>, seenKeys: Set<string>, pointer: string): ReadonlyArray<Finding> =>
  Object.keys(entry).flatMap((key) => {
    const isDuplicate = seenKeys.has(key)
    seenKeys.add(key)
    return isDuplicate ? [createFinding("structure", pointer + toJsonPointer(key), "finding.style-again")] : []
  })

const entryFindings = (portal: StyledPage, entry: Readonly<Record<string, string>>, pointer: string): ReadonlyArray<Finding> => {
  const keys = Object.keys(entry)
  const countFindings = keys.length === 1 ? [] : [createFinding("structure", pointer, "finding.style-single", { count: keys.length })]
  const valueFindings = Object.entries(entry).flatMap(([key, value]) =>
    styleKeySyntax.test(key)
      ? styleValueFindings(portal, key, value, pointer + toJsonPointer(key))
      : [createFinding("structure", pointer + toJsonPointer(key), "finding.style-key", { key })],
  )
  return [...countFindings, ...valueFindings]
}
