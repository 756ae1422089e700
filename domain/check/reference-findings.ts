// Findings about wrong references, in conditions and recalls, with the nearest name.
import type { ReferenceIssue } from "../conditions/condition-analysis.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { nearestName } from "../text/name-search.ts"
import { truncateQuote } from "../text/quote.ts"

/** Returns the nearest existing name to an unknown name, or null. */
export type SuggestName = (name: string) => string | null

/** Limits the searches: each one compares with all names, which would take long in a script with many unknown names. */
const maxSuggestions = 200

/** Creates a suggester that caches its results and gives up after `maxSuggestions` different names. */
export const createNameSuggester = (instructions: ReadonlyArray<Instruction>): SuggestName => {
  const names = instructions.map(getInstructionName)
  const suggestions = new Map<string, string | null>()
  return (name) => {
    const cached = suggestions.get(name)
    if (cached !== undefined || suggestions.size >= maxSuggestions) return cached ?? null
    const nearest = nearestName(name, names)
    suggestions.set(name, nearest)
    return nearest
  }
}

/** Returns the finding of a wrong reference; `pointer` is that of the text that contains it. */
export const referenceIssueFinding = ({ _tag, name }: ReferenceIssue, pointer: string, suggest: SuggestName): Finding => {
  const shown = truncateQuote(name)
  if (_tag === "Forward") return createFinding("condition-forward-reference", pointer, "condition.forward", { name: shown })
  if (_tag === "Itself") return createFinding("condition-forward-reference", pointer, "condition.itself", { name: shown })
  const nearest = suggest(name)
  return nearest === null
    ? createFinding("condition-unknown-reference", pointer, "condition.unknown", { name: shown })
    : createFinding("condition-unknown-reference", pointer, "condition.unknown.nearest", { name: shown, nearest })
}

/** Removes findings with the same message. */
export const uniqueByMessage = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [finding.message, finding])).values(),
]
