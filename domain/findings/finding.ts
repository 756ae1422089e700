// Findings of a check: rule, severity, location and message, and groups of them with one cause. Checks return findings; they never throw
// them. Violations are the problems with the fields of a form.
import * as Schema from "effect/Schema"

/** The rule ids. They are stable, and part of the command line tool's output. */
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
  "empty-script",
  "choice-value",
  "choice-bounds",
  "score-ranges",
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
  "condition-always-true",
  "sum-repeated-term",
  "unreachable-instruction",
  "ends-without-end",
  "recall-may-be-empty",
  "needs-may-be-missing",
  "score-gap",
  "duplicate-choice-value",
  "order-gap",
  "missing-translation",
] as const
/** The id of a rule. */
export const Rule = Schema.Literals(rules)
export type Rule = typeof Rule.Type

/**
 * Answers by the names of their instructions, and metadata, which lead to what a finding says. They are complete: a respondent who gives
 * them gets there. `needed` names those that matter; any others do as well.
 */
export const Example = Schema.Struct({
  answers: Schema.Record(Schema.String, Schema.Unknown),
  metadata: Schema.Record(Schema.String, Schema.Unknown),
  needed: Schema.Array(Schema.String),
})
export type Example = typeof Example.Type

/**
 * A finding. `pointer` is an RFC 6901 JSON pointer into the file (`/payload/instructions/3/label`), "" for the whole
 * file. `message` is English; `key` and `values` identify the translatable message. `because` lists the conditions that
 * are the reason together, with their pointers. `example` shows the finding: the engine has played it.
 */
export const Finding = Schema.Struct({
  pointer: Schema.String,
  severity: Schema.Literals(["error", "warning"]),
  rule: Rule,
  message: Schema.String,
  key: Schema.optionalKey(Schema.String),
  values: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))),
  because: Schema.optionalKey(Schema.Array(Schema.Struct({ pointer: Schema.String, condition: Schema.String }))),
  example: Schema.optionalKey(Example),
})
export type Finding = typeof Finding.Type

/** A problem with one field. `message` is a catalog key or a text to display unchanged. */
export const Violation = Schema.Struct({ field: Schema.String, message: Schema.String })
export type Violation = typeof Violation.Type

/** Whether a finding prevents a script from going live, or makes a file invalid. */
export const isError = ({ severity }: Pick<Finding, "severity">): boolean => severity === "error"

/** Maximum length of a pointer in a sentence, in characters. */
const maxPointerLength = 120

/**
 * Returns the location of a finding for use in a sentence: `/` for the whole file; a long pointer is cut with an
 * ellipsis.
 */
export const formatFindingLocation = ({ pointer }: Pick<Finding, "pointer">): string => {
  if (pointer === "") return "/"
  const characters = Array.from(pointer)
  return characters.length > maxPointerLength ? `${characters.slice(0, maxPointerLength).join("")}…` : pointer
}

/** Returns the index of the instruction that a finding is about; undefined if it is about the script as a whole. */
export const getInstructionIndex = ({ pointer }: Pick<Finding, "pointer">): number | undefined => {
  const index = /^(?:\/payload)?\/instructions\/(\d+)/.exec(pointer)?.[1]
  return index === undefined ? undefined : Number(index)
}

/** Findings with one cause, in script order; `first` is the first of them. */
export type FindingGroup = { readonly first: Finding; readonly findings: ReadonlyArray<Finding> }

/** Keys of messages that many instructions can have for the same reason: an end before them, an unknown or later name, an unknown choice, a language. */
const sharedCauses: ReadonlySet<string> = new Set([
  "condition.after-end",
  "condition.after-ends",
  "condition.forward",
  "condition.no-choice",
  "condition.no-choice.nearest",
  "condition.unknown",
  "condition.unknown.nearest",
  "finding.no-translation",
])

/** Returns how many instructions the findings of a group are about, apart from the first one's. */
export const countOtherInstructions = ({ first, findings }: FindingGroup): number => {
  const indexes = new Set(findings.map(getInstructionIndex))
  indexes.delete(getInstructionIndex(first))
  return indexes.size
}

/** Groups the findings that have one cause: those whose message names the same one. Errors come first, otherwise the order stays. */
export const groupFindings = (findings: ReadonlyArray<Finding>): ReadonlyArray<FindingGroup> => {
  const groups = new Map<unknown, Array<Finding>>()
  for (const finding of findings) {
    const isShared = finding.key !== undefined && sharedCauses.has(finding.key)
    const cause = isShared ? `${finding.severity} ${finding.message}` : finding
    const group = groups.get(cause)
    if (group) group.push(finding)
    else groups.set(cause, [finding])
  }
  return [...groups.values()]
    .flatMap((group) => (group[0] === undefined ? [] : [{ first: group[0], findings: group }]))
    .toSorted((a, b) => Number(isError(b.first)) - Number(isError(a.first)))
}
