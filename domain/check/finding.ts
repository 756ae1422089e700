// What a check has to say about one place of a script or style file. Checks return findings; they never throw them.
import * as Schema from "effect/Schema"

/** The rules a finding can name; stable, in the order of the contract. */
export const rules = [
  "unreadable",
  "not-json",
  "unknown-version",
  "checksum-mismatch",
  "structure",
  "name-syntax",
  "name-not-unique",
  "typing-delay",
  "empty-instruction",
  "choice-value",
  "choice-bounds",
  "numeric-bounds",
  "slider-step",
  "currency-bounds",
  "open-bounds",
  "file-buttons",
  "file-label-length",
  "redirect-url",
  "redirect-only-metadata",
  "stop-message-length",
  "endpoint-url",
  "condition-syntax",
  "condition-unknown-reference",
  "condition-forward-reference",
  "condition-never-true",
  "unreachable-instruction",
  "duplicate-choice-value",
  "order-gap",
  "missing-translation",
] as const
/** The name of a rule, as findings carry it (contract "Command line tool"). */
export const Rule = Schema.Literals(rules)
export type Rule = typeof Rule.Type

/**
 * `pointer` is an RFC 6901 JSON pointer into the file (`/payload/instructions/3/label`); "" is the whole. `message` is English;
 * `key` and `values` say it in the languages of the catalogue.
 */
export const Finding = Schema.Struct({
  pointer: Schema.String,
  severity: Schema.Literals(["error", "warning"]),
  rule: Rule,
  message: Schema.String,
  key: Schema.optionalKey(Schema.String),
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
})
export type Finding = typeof Finding.Type

/** Whether a finding is one that keeps a script from going live, and a file from being in order. */
export const isError = ({ severity }: Pick<Finding, "severity">): boolean => severity === "error"

/** Characters of a pointer that a sentence can take. */
const maxPointerLength = 120

/** Where in its file a finding is about, for a sentence: `/` for all of it; of what is nested deep the beginning, with an ellipsis. */
export const formatFindingLocation = ({ pointer }: Pick<Finding, "pointer">): string => {
  if (pointer === "") return "/"
  const characters = Array.from(pointer)
  return characters.length > maxPointerLength ? `${characters.slice(0, maxPointerLength).join("")}…` : pointer
}

// Where in a script a finding is.

/** The place (0…n-1) of the instruction that a finding is about; undefined where it is about the script as a whole. */
export const getInstructionIndex = ({ pointer }: Pick<Finding, "pointer">): number | undefined => {
  const place = /^(?:\/payload)?\/instructions\/(\d+)/.exec(pointer)?.[1]
  return place === undefined ? undefined : Number(place)
}
