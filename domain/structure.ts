// What keeps a value from having the shape a Schema asks for, as findings with pointers (contract "Command line tool").
import * as Schema from "effect/Schema"
import type { Finding } from "./finding.ts"

/** An RFC 6901 JSON pointer to a place. */
export const pointerTo = (...path: ReadonlyArray<PropertyKey>): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

type Read<A> = { readonly value: A; readonly findings?: never } | { readonly value?: never; readonly findings: ReadonlyArray<Finding> }

/** The value in the Schema's shape, or a finding `structure` for each place that is not; `at` is where the value stands in its file. */
export const readAs = <A>(schema: Schema.Codec<A, unknown>, value: unknown, at = ""): Read<A> => {
  const result = Schema.toStandardSchemaV1(schema, { parseOptions: { errors: "all" } })["~standard"].validate(value)
  if (result instanceof Promise) return { findings: [{ pointer: at, severity: "error", rule: "structure", message: "cannot be read" }] }
  if (result.issues === undefined) return { value: result.value }
  return {
    findings: result.issues.map(({ path, message }) => ({
      pointer: at + pointerTo(...(path ?? []).map((part) => (typeof part === "object" ? part.key : part))),
      severity: "error" as const,
      rule: "structure" as const,
      message,
    })),
  }
}
