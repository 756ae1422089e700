// Findings that can be mended by themselves: what comes of it, and whether it can be.
import type { Finding } from "../../domain/finding.ts"
import { answeredWith } from "../../domain/script/answered.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { quickFix } from "../../domain/script/quick-fix.ts"
import type { Authored } from "../../domain/script/script.ts"
import { aboutWhich, placeNow } from "./findings.ts"
import type { EditorContext } from "./setup.ts"

/** The instruction that a finding is about once it is mended; null where there is no obvious way, or it is gone. */
export const mended = (context: Pick<EditorContext, "draft" | "checked" | "saved" | "base">, finding: Finding): Instruction | null => {
  const place = placeNow(context, finding)
  if (place === undefined) return null
  return quickFix(context.draft, place, finding, answeredWith(context.saved.status, context.base, aboutWhich(context, finding) ?? ""))
}

const fixable = new WeakMap<Authored, Map<Finding, boolean>>()

/** Whether there was an obvious way in the script in which it was found: asked once, not at each keystroke since. */
export const isMendable = ({ checked, saved, base }: Pick<EditorContext, "checked" | "saved" | "base">, finding: Finding): boolean => {
  const told = fixable.get(checked) ?? new Map<Finding, boolean>()
  fixable.set(checked, told)
  const known = told.get(finding)
  if (known !== undefined) return known
  const isFixable = mended({ draft: checked, checked, saved, base }, finding) !== null
  told.set(finding, isFixable)
  return isFixable
}
