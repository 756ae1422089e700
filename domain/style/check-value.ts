// What is wrong with a value of a style (spec/3-community §3; decisions T4). Keys that are not known are a newer version's: they pass.
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import { ownField } from "../own-field.ts"
import type { StyleTable } from "./key.ts"
import { type Portal, styleTables } from "./keys.ts"
import { isStyleValue } from "./value.ts"

/** Rule `structure`: a value that its key cannot have; `at` points to the value. */
export const valueFindings = (portal: Portal, name: string, value: string, at: string): ReadonlyArray<Finding> => {
  const table: StyleTable = styleTables[portal]
  const key = ownField(table, name)
  return key === undefined || isStyleValue(key, value)
    ? []
    : [found("structure", at, `finding.style.${key.kind}`, { value: value.slice(0, 60) })]
}
