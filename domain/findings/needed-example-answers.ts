// The parts of an example that matter to its finding.
import { getOwnField } from "../json/json-value.ts"
import type { Example } from "./finding.ts"

/** An answer by the name of its instruction, or a value of the metadata as `metadata.key`; null for a skipped question. */
export type ExamplePart = { readonly name: string; readonly value: unknown }

/** Returns the answers and the metadata that matter in an example; any others do as well. */
export const listExampleParts = ({ answers, metadata, needed }: Example): ReadonlyArray<ExamplePart> => [
  ...needed.map((name) => ({ name, value: getOwnField(answers, name) ?? null })),
  ...Object.entries(metadata).map(([key, value]) => ({ name: `metadata.${key}`, value })),
]
