// Style files, version 1 (contract "Files", spec/3-community §3, §5).
import * as Schema from "effect/Schema"
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import { pointerTo } from "../json.ts"
import { open } from "../open.ts"
import { readAs } from "../structure.ts"

/** Two lists, each of single-key objects. */
const StylePayload = open({
  web: Schema.Array(Schema.Record(Schema.String, Schema.String)),
  stats: Schema.Array(Schema.Record(Schema.String, Schema.String)),
})

/** Keys are `scope_property`: letters, digits and hyphens on both sides (spec/3-community §3). */
const keySyntax = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)+$/

/** What is wrong with the payload of a style file; `at` is where it stands in the file. */
export const checkStyle = (payload: unknown, at: string): ReadonlyArray<Finding> => {
  const { value, findings } = readAs(StylePayload, payload, at)
  if (findings !== undefined) return findings
  return (["web", "stats"] as const).flatMap((list) => value[list].flatMap((entry, i) => entryFindings(entry, at + pointerTo(list, i))))
}

const entryFindings = (entry: Readonly<Record<string, string>>, at: string): ReadonlyArray<Finding> => {
  const keys = Object.keys(entry)
  const single = keys.length === 1 ? [] : [found("structure", at, "finding.style-single", { count: keys.length })]
  const written = keys.flatMap((key) =>
    keySyntax.test(key) ? [] : [found("structure", at + pointerTo(key), "finding.style-key", { key })],
  )
  return [...single, ...written]
}
