// Style files, version 1 (contract "Files", spec/3-community §3, §5).
import { type Finding, isError } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { type Digest, fileVersions, openEnvelope, sealFile, verifyChecksum } from "../files/file-envelope.ts"
import { toSafeFileName } from "../files/script-file.ts"
import { toJsonPointer } from "../json/json-parser.ts"
import { getOwnField } from "../json/json-value.ts"
import { decodeJson } from "../schema/schema-decoder.ts"
import { decodeStyle, encodeStyle, type Style } from "./community-style.ts"
import { type StyledPage, type StyleKeyTable, styleTables } from "./style-keys.ts"
import { StylePayload } from "./style-payload.ts"
import { isStyleValue } from "./stylesheet.ts"

// What is wrong with a value of a style (spec/3-community §3; decisions T4). Keys that are not known are a newer version's: they pass.

/** Rule `structure`: a value that its key cannot have; `at` points to the value. */
export const styleValueFindings = (portal: StyledPage, name: string, value: string, at: string): ReadonlyArray<Finding> => {
  const table: StyleKeyTable = styleTables[portal]
  const key = getOwnField(table, name)
  return key === undefined || isStyleValue(key, value)
    ? []
    : [createFinding("structure", at, `finding.style.${key.kind}`, { value: value.slice(0, 60) })]
}

/** Keys are `scope_property`: letters, digits and hyphens on both sides (spec/3-community §3). */
const keySyntax = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)+$/

/** A style as a file has it: payload and everything that is checked of it. */
export type OpenedStyle = { readonly ok: true; readonly style: Style } | { readonly ok: false; readonly findings: ReadonlyArray<Finding> }

/** The style in a file's text, or what is wrong with the file: not JSON, another version, another checksum, another structure. Warnings keep none out. */
export const openStyleFile = async (text: string, digest: Digest): Promise<OpenedStyle> => {
  const opened = openEnvelope(text, "style")
  if (!opened.ok) return opened
  const { payload } = opened.envelope
  const wrong = [...(await verifyChecksum(opened.envelope, digest)), ...checkStyle(payload, "/payload")].filter(isError)
  if (wrong.length > 0) return { ok: false, findings: wrong }
  const { value, findings } = decodeJson(StylePayload, payload, "/payload")
  return findings === undefined ? { ok: true, style: decodeStyle(value) } : { ok: false, findings }
}

/** The text of a style file. Resolves with undefined for a style that no file can hold (half a character in a text). */
export const sealStyleFile = (style: Style, digest: Digest): Promise<string | undefined> => sealFile(encodeStyle(style), "style", digest)

/** `{YYYYMMDD}_v1_{community slug}.json`; `day` is `YYYY-MM-DD`. */
export const styleFileName = (day: string, slug: string): string =>
  `${day.replaceAll("-", "")}_v${fileVersions.style}_${toSafeFileName(slug)}.json`

/** What is wrong with the payload of a style file, which `readJson` has read; `at` is where it stands in the file. */
export const checkStyle = (payload: unknown, at: string): ReadonlyArray<Finding> => {
  const { value, findings } = decodeJson(StylePayload, payload, at)
  if (findings !== undefined) return findings
  return (["web", "stats"] as const).flatMap((list) => {
    const seen = new Set<string>()
    return value[list].flatMap((entry, i) => {
      const place = at + toJsonPointer(list, i)
      return [...entryFindings(list, entry, place), ...againFindings(entry, seen, place)]
    })
  })
}

/** A key that an earlier entry has (`seen`, to which these are added): the last one counts. */
const againFindings = (entry: Readonly<Record<string, string>>, seen: Set<string>, at: string): ReadonlyArray<Finding> =>
  Object.keys(entry).flatMap((key) => {
    const isAgain = seen.has(key)
    seen.add(key)
    return isAgain ? [createFinding("structure", at + toJsonPointer(key), "finding.style-again")] : []
  })

const entryFindings = (portal: StyledPage, entry: Readonly<Record<string, string>>, at: string): ReadonlyArray<Finding> => {
  const keys = Object.keys(entry)
  const single = keys.length === 1 ? [] : [createFinding("structure", at, "finding.style-single", { count: keys.length })]
  const written = Object.entries(entry).flatMap(([key, value]) =>
    keySyntax.test(key)
      ? styleValueFindings(portal, key, value, at + toJsonPointer(key))
      : [createFinding("structure", at + toJsonPointer(key), "finding.style-key", { key })],
  )
  return [...single, ...written]
}
