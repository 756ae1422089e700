// All quick fixes of a script at once, for the command line tool.
import { type Finding, getInstructionIndex } from "../findings/finding.ts"
import type { AuthoredScript } from "../script/script.ts"
import { findQuickFix } from "./quick-fix.ts"
import { scriptFindings } from "./script-rules.ts"

/** A fix can make another possible. More rounds than this mean that fixes undo each other. */
const maxRounds = 20

export type FixedScript = { readonly script: AuthoredScript; readonly fixed: ReadonlyArray<Finding> }

/**
 * Applies quick fixes to a script until no finding has one. `fixed` lists the findings that this resolved, with pointers relative to the
 * script; one fix may resolve several findings.
 */
export const fixScript = (script: AuthoredScript): FixedScript => {
  let fixed: ReadonlyArray<Finding> = []
  let current = script
  let findings = scriptFindings(current)
  for (let round = 0; round < maxRounds; round++) {
    const next = applyFixes(current, findings)
    if (next === current) break
    const nextFindings = scriptFindings(next)
    const left = new Set(nextFindings.map(identify))
    const solved = findings.filter((finding) => !left.has(identify(finding)))
    if (solved.length === 0) break
    fixed = [...fixed, ...solved]
    current = next
    findings = nextFindings
  }
  return { script: current, fixed }
}

const identify = ({ rule, pointer, key = "" }: Finding): string => `${rule} ${pointer} ${key}`

/** Applies at most one fix to each instruction, since its other findings may be about what the fix changed. */
const applyFixes = (script: AuthoredScript, findings: ReadonlyArray<Finding>): AuthoredScript => {
  const changed = new Set<number>()
  const instructions = [...script.instructions]
  for (const finding of findings) {
    const index = getInstructionIndex(finding)
    if (index === undefined || changed.has(index)) continue
    const fix = findQuickFix({ instructions }, index, finding)
    if (fix === null || fix === instructions[index]) continue
    changed.add(index)
    instructions[index] = fix
  }
  return changed.size === 0 ? script : { ...script, instructions }
}
