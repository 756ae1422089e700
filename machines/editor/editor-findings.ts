// Maps findings to instructions, even after the instructions have moved since the check, and applies quick fixes.

import { blocksGoingLive } from "../../domain/check/blocking-rules.ts"
import { findQuickFix } from "../../domain/check/quick-fix.ts"
import { type Finding, type FindingGroup, getInstructionIndex } from "../../domain/findings/finding.ts"
import { listChoicesInUse } from "../../domain/revisions/live-lock.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { EditorContext, Refusal } from "./editor-model.ts"

type Findings = ReadonlyArray<Finding>

/** Returns the findings of the check of `draft`, with those that only the server has if it refused this draft. */
export const addRefusalFindings = (findings: Findings, draft: AuthoredScript, refusal: Refusal | null): Findings => {
  if (refusal === null || refusal.draft !== draft) return findings
  const keys = new Set(findings.map(({ rule, pointer }) => `${rule} ${pointer}`))
  const missing = refusal.findings.filter(({ rule, pointer }) => !keys.has(`${rule} ${pointer}`))
  return missing.length === 0
    ? findings
    : [...findings, ...missing].toSorted((a, b) => (getInstructionIndex(a) ?? -1) - (getInstructionIndex(b) ?? -1))
}

/** Whether the findings are those of the current draft. */
export const isDraftChecked = ({ isChecked, checkedDraft, draft }: Pick<EditorContext, "isChecked" | "checkedDraft" | "draft">): boolean =>
  isChecked && checkedDraft === draft

/** [S9] Returns the findings with which the script could not go live: in a live script, respondents meet them after a save. */
export const listLiveErrors = ({ findings }: Pick<EditorContext, "findings">): Findings => findings.filter(blocksGoingLive)

const noFindings: Findings = []
const groupCache = new WeakMap<Findings, ReadonlyMap<string, Findings>>()

/** Returns the findings of one instruction, in order. */
export const findingsForInstruction = (context: Pick<EditorContext, "findings" | "checkedDraft">, uuid: string): Findings =>
  groupByInstruction(context).get(uuid) ?? noFindings

/** Returns the uuid of the instruction that a finding is about; null for a finding about the whole script. */
export const findingInstructionUuid = (
  { checkedDraft }: Pick<EditorContext, "checkedDraft">,
  { pointer }: Pick<Finding, "pointer">,
): string | null => {
  const index = getInstructionIndex({ pointer })
  return index === undefined ? null : (checkedDraft.instructions[index]?.uuid ?? null)
}

/** Returns the instructions that the last check could not decide everything about, in script order, each once. */
export const listUnprovenInstructions = ({
  checkedDraft,
  unproven,
}: {
  readonly checkedDraft: Pick<AuthoredScript, "instructions">
  readonly unproven: ReadonlyArray<string>
}): ReadonlyArray<Instruction> => {
  const indexes = new Set(unproven.flatMap((pointer) => getInstructionIndex({ pointer }) ?? []))
  return checkedDraft.instructions.filter((_, index) => indexes.has(index))
}

/** Returns the current index of the instruction that a finding is about; undefined if it is gone or there is none. */
export const currentInstructionIndex = (context: Pick<EditorContext, "draft" | "checkedDraft">, finding: Finding): number | undefined => {
  const uuid = findingInstructionUuid(context, finding)
  const before = getInstructionIndex(finding)
  if (uuid === null || before === undefined) return undefined
  const { instructions } = context.draft
  const index = instructions[before]?.uuid === uuid ? before : instructions.findIndex((instruction) => instruction.uuid === uuid)
  return index === -1 ? undefined : index
}

/** Returns the next index, in steps of `by`, of a finding about an instruction; -1 if there is none. */
export const nextLocatedFinding = (context: Pick<EditorContext, "checkedDraft">, findings: Findings, from: number, by: number): number => {
  for (let index = from + by; index >= 0 && index < findings.length; index += by) {
    const finding = findings[index]
    if (finding !== undefined && findingInstructionUuid(context, finding) !== null) return index
  }
  return -1
}

/** Returns the finding of a group to go to: the one after the selected instruction, or else the first. */
export const nextFindingOfGroup = (
  context: Pick<EditorContext, "checkedDraft" | "selected">,
  { first, findings }: FindingGroup,
): Finding => {
  const index = findings.findIndex((finding) => findingInstructionUuid(context, finding) === context.selected)
  return findings[index + 1] ?? first
}

/** Returns the pointer of a finding within its instruction, for example `/label`. */
export const pointerInInstruction = ({ pointer }: Finding): string => pointer.replace(/^\/instructions\/\d+/, "")

const groupByInstruction = (context: Pick<EditorContext, "findings" | "checkedDraft">): ReadonlyMap<string, Findings> => {
  const cached = groupCache.get(context.findings)
  if (cached !== undefined) return cached
  const groups = new Map<string, Array<Finding>>()
  for (const finding of context.findings) {
    const uuid = findingInstructionUuid(context, finding) ?? ""
    const list = groups.get(uuid)
    if (list) list.push(finding)
    else groups.set(uuid, [finding])
  }
  groupCache.set(context.findings, groups)
  return groups
}

/** Returns the instruction of a finding with its quick fix applied; null if there is no fix or the instruction is gone. */
export const applyQuickFix = (
  context: Pick<EditorContext, "draft" | "checkedDraft" | "savedScript" | "base">,
  finding: Finding,
): Instruction | null => {
  const index = currentInstructionIndex(context, finding)
  if (index === undefined) return null
  return findQuickFix(
    context.draft,
    index,
    finding,
    listChoicesInUse(context.savedScript.status, context.base, findingInstructionUuid(context, finding) ?? ""),
  )
}

const quickFixCache = new WeakMap<AuthoredScript, Map<Finding, boolean>>()

/** Whether a finding had a quick fix in the checked draft; cached, so that it is not computed at every keystroke. */
export const hasQuickFix = (
  { checkedDraft, savedScript, base }: Pick<EditorContext, "checkedDraft" | "savedScript" | "base">,
  finding: Finding,
): boolean => {
  const cache = quickFixCache.get(checkedDraft) ?? new Map<Finding, boolean>()
  quickFixCache.set(checkedDraft, cache)
  const cached = cache.get(finding)
  if (cached !== undefined) return cached
  const isFixable = applyQuickFix({ draft: checkedDraft, checkedDraft: checkedDraft, savedScript: savedScript, base }, finding) !== null
  cache.set(finding, isFixable)
  return isFixable
}
