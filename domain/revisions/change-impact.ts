// Compares two versions of a script, as for restoring an earlier revision, and counts what editing a script could invalidate [V4, V5].

import { indexByUuid } from "../editing/instruction-list.ts"
import type { Usage } from "../recall/usages.ts"
import type { Instruction } from "../script/instruction.ts"
import type { AuthoredScript, Script } from "../script/script.ts"
import { findLockViolations } from "./live-lock.ts"
import { toAuthoredScript } from "./local-draft.ts"
import { type AffectedColumn, diffScripts, findAffectedColumns } from "./script-diff.ts"
import { formatFieldValue } from "./script-merge.ts"
import { areScriptsEqual } from "./script-patch.ts"

/** A field of the script whose text differs. */
export type FieldChange = {
  readonly field: "name" | "public_name" | "public_name_translations" | "language"
  readonly before: string
  readonly after: string
}

/** What differs between two versions of a script. */
export type ScriptComparison = {
  readonly fields: ReadonlyArray<FieldChange>
  /** Instructions that only the later version has, and that only the earlier one has. */
  readonly added: ReadonlyArray<Instruction>
  readonly removed: ReadonlyArray<Instruction>
  readonly moved: ReadonlyArray<Instruction>
  readonly changed: ReadonlyArray<{ readonly instruction: Instruction; readonly fields: ReadonlyArray<string> }>
  /** [V2] Questions whose existing answers change their meaning. */
  readonly affectedColumns: ReadonlyArray<AffectedColumn>
}

const comparedFields = ["name", "public_name", "public_name_translations", "language"] as const

const getFieldText = (script: AuthoredScript, field: FieldChange["field"]): string => formatFieldValue(script[field])

const namedFields = ["type", "label", "condition", "typing_delay", "messages", "question", "action"] as const

/** Returns the catalog key of an instruction's field, or null if only the stored data have a name for the field. */
export const getFieldKey = (field: string): `versions.part.${(typeof namedFields)[number]}` | null => {
  const named = namedFields.find((it) => it === field)
  return named === undefined ? null : `versions.part.${named}`
}

/** [V5] Returns what changes if one version of a script becomes another. Restoring turns the current version into an earlier one. */
export const compareScripts = (before: AuthoredScript, after: AuthoredScript): ScriptComparison => {
  const { added, removed, moved, changed } = diffScripts(before, after)
  const [beforeByUuid, afterByUuid] = [indexByUuid(before), indexByUuid(after)]
  const pickInstructions = (byUuid: ReadonlyMap<string, Instruction>, uuids: ReadonlyArray<string>) =>
    uuids.flatMap((uuid) => byUuid.get(uuid) ?? [])
  return {
    fields: comparedFields.flatMap((field) => {
      const [previous, next] = [getFieldText(before, field), getFieldText(after, field)]
      return previous === next ? [] : [{ field, before: previous, after: next }]
    }),
    added: pickInstructions(afterByUuid, added),
    removed: pickInstructions(beforeByUuid, removed),
    moved: pickInstructions(afterByUuid, moved),
    changed: changed.flatMap(({ uuid, fields }) => pickInstructions(afterByUuid, [uuid]).map((instruction) => ({ instruction, fields }))),
    affectedColumns: findAffectedColumns(before, after),
  }
}

/** [V5] Returns whether an earlier revision can be restored: it differs, but not in locked parts. */
export const canRestore = (current: Script, earlier: AuthoredScript): boolean => {
  const authored = toAuthoredScript(current)
  return !isSameAsCurrent(current, earlier) && findLockViolations(authored, earlier, current.status, { allowChanges: false }).length === 0
}

/** Returns whether an earlier revision equals the current script. */
export const isSameAsCurrent = (current: Script, earlier: AuthoredScript): boolean => areScriptsEqual(toAuthoredScript(current), earlier)

/** What respondents have: conversations that were begun, those with an answer, and links that were not opened yet. */
export type ResponseCounts = { readonly conversations: number; readonly answered: number; readonly links: number }

/** These counts, and what depends on the answers: export columns, conditions, recalls, deliveries and payments. */
export type ChangeImpact = ResponseCounts & {
  readonly columns: number
  readonly conditions: number
  readonly recalls: number
  readonly actions: number
}

/** [V4] Counts all that could be affected, as if every instruction were deleted. */
export const computeChangeImpact = (script: AuthoredScript, responses: ResponseCounts): ChangeImpact => {
  const columns = findAffectedColumns(script, { ...script, instructions: [] })
  const usages = new Map(columns.flatMap((column) => column.uses.map((usage) => [getUsageKey(usage), usage.as] as const)))
  const countUsages = (kind: "condition" | "recall" | "action") => [...usages.values()].filter((usageKind) => usageKind === kind).length
  return {
    ...responses,
    columns: columns.length,
    conditions: countUsages("condition"),
    recalls: countUsages("recall"),
    actions: countUsages("action"),
  }
}

/** [V4] Returns whether a respondent has begun or can begin; otherwise no warning is needed. */
export const hasResponses = ({ conversations, links }: ResponseCounts): boolean => conversations + links > 0

/** Counts a condition or a delivery once per instruction, but each text with recalls. */
const getUsageKey = ({ uuid, as, pointer }: Usage): string => `${as} ${as === "recall" ? pointer : uuid}`
