// The parts of an example that matter to its finding, as people read them.
import { getOwnField } from "../json/json-value.ts"
import type { Example } from "./finding.ts"

/** Returns the answers and the metadata that matter in an example, as in `mood = 4` and `metadata.team = "A"`; any others do as well. */
export const listExampleParts = ({ answers, metadata, needed }: Example): ReadonlyArray<string> => [
  ...needed.map((name) => `${name} = ${JSON.stringify(getOwnField(answers, name) ?? null)}`),
  ...Object.entries(metadata).map(([key, value]) => `metadata.${key} = ${JSON.stringify(value)}`),
]
