// Findings as a person reads them: errors first, and those with one cause together.
import { type Finding, isError } from "./finding.ts"

/** Findings with one cause, in script order; `first` is the first of them. */
export type FindingGroup = { readonly first: Finding; readonly findings: ReadonlyArray<Finding> }

/** Keys of messages that many instructions can have for the same reason: an end before them, an unknown name, a language. */
const sharedCauses: ReadonlySet<string> = new Set(["condition.after-end", "condition.unknown", "finding.no-translation"])

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
