// Which findings are about which instruction, whatever has moved since they were found.
import type { Finding } from "../../domain/check/finding.ts"
import { findQuickFix } from "../../domain/check/quick-fix.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { listChoicesInUse } from "../../domain/script/live-lock.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { EditorContext } from "./editor-setup.ts"

type Findings = ReadonlyArray<Finding>

const none: Findings = []
const grouped = new WeakMap<Findings, ReadonlyMap<string, Findings>>()

/** The findings of one instruction, by place in it. */
export const findingsForInstruction = (context: Pick<EditorContext, "findings" | "checkedDraft">, uuid: string): Findings =>
  groupByInstruction(context).get(uuid) ?? none

/** The uuid of the instruction that a finding is about; null for one about the script as a whole. */
export const findingInstructionUuid = (
  { checkedDraft }: Pick<EditorContext, "checkedDraft">,
  { pointer }: Pick<Finding, "pointer">,
): string | null => {
  const place = findingPlace({ pointer })
  return place === null ? null : (checkedDraft.instructions[place]?.uuid ?? null)
}

const findingPlace = ({ pointer }: Pick<Finding, "pointer">): number | null => {
  const place = /^\/instructions\/(\d+)/.exec(pointer)?.[1]
  return place === undefined ? null : Number(place)
}

/** The place in the draft of the instruction that a finding is about: where it was when it was checked, or wherever it was put since. */
export const currentPlace = (context: Pick<EditorContext, "draft" | "checkedDraft">, finding: Finding): number | undefined => {
  const uuid = findingInstructionUuid(context, finding)
  const before = findingPlace(finding)
  if (uuid === null || before === null) return undefined
  const { instructions } = context.draft
  const place = instructions[before]?.uuid === uuid ? before : instructions.findIndex((it) => it.uuid === uuid)
  return place === -1 ? undefined : place
}

/** The next place by steps of `by` of a finding that leads to an instruction; -1 where there is none. */
export const nextLocatedFinding = (context: Pick<EditorContext, "checkedDraft">, findings: Findings, from: number, by: number): number => {
  for (let place = from + by; place >= 0 && place < findings.length; place += by) {
    const finding = findings[place]
    if (finding !== undefined && findingInstructionUuid(context, finding) !== null) return place
  }
  return -1
}

/** What of its instruction a finding is about, `/label` for example. */
export const pointerInInstruction = ({ pointer }: Finding): string => pointer.replace(/^\/instructions\/\d+/, "")

const groupByInstruction = (context: Pick<EditorContext, "findings" | "checkedDraft">): ReadonlyMap<string, Findings> => {
  const known = grouped.get(context.findings)
  if (known !== undefined) return known
  const made = new Map<string, Array<Finding>>()
  for (const finding of context.findings) {
    const uuid = findingInstructionUuid(context, finding) ?? ""
    const list = made.get(uuid)
    if (list) list.push(finding)
    else made.set(uuid, [finding])
  }
  grouped.set(context.findings, made)
  return made
}

// Findings that can be mended by themselves: what comes of it, and whether it can be.

/** The instruction that a finding is about once it is mended; null where there is no obvious way, or it is gone. */
export const applyQuickFix = (
  context: Pick<EditorContext, "draft" | "checkedDraft" | "savedScript" | "base">,
  finding: Finding,
): Instruction | null => {
  const place = currentPlace(context, finding)
  if (place === undefined) return null
  return findQuickFix(
    context.draft,
    place,
    finding,
    listChoicesInUse(context.savedScript.status, context.base, findingInstructionUuid(context, finding) ?? ""),
  )
}

const quickFixCache = new WeakMap<AuthoredScript, Map<Finding, boolean>>()

/** Whether there was an obvious way in the script in which it was found: asked once, not at each keystroke since. */
export const hasQuickFix = (
  { checkedDraft, savedScript, base }: Pick<EditorContext, "checkedDraft" | "savedScript" | "base">,
  finding: Finding,
): boolean => {
  const told = quickFixCache.get(checkedDraft) ?? new Map<Finding, boolean>()
  quickFixCache.set(checkedDraft, told)
  const known = told.get(finding)
  if (known !== undefined) return known
  const isFixable = applyQuickFix({ draft: checkedDraft, checkedDraft: checkedDraft, savedScript: savedScript, base }, finding) !== null
  told.set(finding, isFixable)
  return isFixable
}
