// What restoring a version would do to the script as it is, for those who look at it (decisions V5).

import type { Usage } from "../recall/usages.ts"
import type { Instruction } from "./instruction.ts"
import { indexByUuid } from "./instruction-list.ts"
import { findLockViolations } from "./live-lock.ts"
import { toAuthoredScript } from "./local-draft.ts"
import type { AuthoredScript, Script } from "./script.ts"
import { type AffectedColumn, diffScripts, findAffectedColumns } from "./script-diff.ts"
import { areScriptsEqual } from "./script-patch.ts"

/** Fields beside the instructions that would be others: what they are now, and what they were. */
export type FieldChange = { readonly field: "name" | "public_name" | "language"; readonly now: string; readonly was: string }

export type RestorePreview = {
  readonly fields: ReadonlyArray<FieldChange>
  /** Instructions that would come back, and that would go. */
  readonly added: ReadonlyArray<Instruction>
  readonly removed: ReadonlyArray<Instruction>
  readonly moved: ReadonlyArray<Instruction>
  readonly changed: ReadonlyArray<{ readonly instruction: Instruction; readonly fields: ReadonlyArray<string> }>
  /** [V2] Questions whose answers would no longer mean what they mean now. */
  readonly affectedColumns: ReadonlyArray<AffectedColumn>
}

const named = ["name", "public_name", "language"] as const

/** [V5] From the script as it is now to what it said then. */
export const previewRestore = (now: AuthoredScript, earlier: AuthoredScript): RestorePreview => {
  const { added, removed, moved, changed } = diffScripts(now, earlier)
  const [is, was] = [indexByUuid(now), indexByUuid(earlier)]
  const of = (from: ReadonlyMap<string, Instruction>, uuids: ReadonlyArray<string>) => uuids.flatMap((uuid) => from.get(uuid) ?? [])
  return {
    fields: named.flatMap((field) => (now[field] === earlier[field] ? [] : [{ field, now: now[field], was: earlier[field] }])),
    added: of(was, added),
    removed: of(is, removed),
    moved: of(was, moved),
    changed: changed.flatMap(({ uuid, fields }) => of(was, [uuid]).map((instruction) => ({ instruction, fields }))),
    affectedColumns: findAffectedColumns(now, earlier),
  }
}

/** [V5] Whether a version can be restored: it says something else, and nothing else in what is locked. */
export const canRestore = (now: Script, earlier: AuthoredScript): boolean => {
  const authored = toAuthoredScript(now)
  return !isSameAsCurrent(now, earlier) && findLockViolations(authored, earlier, now.status, { allowChanges: false }).length === 0
}

/** Whether a version says just what the script says now. */
export const isSameAsCurrent = (now: Script, earlier: AuthoredScript): boolean => areScriptsEqual(toAuthoredScript(now), earlier)

// What an edit of a script could make wrong, counted: shown before one with conversations goes back to preparation (decisions V4).

/** What a script's respondents have by now: conversations that were begun, those of them that hold an answer, links not opened yet. */
export type ResponseCounts = { readonly conversations: number; readonly answered: number; readonly links: number }

/** That, and what hangs on the answers: columns of the export, conditions, recalls in texts, deliveries and payments. */
export type ChangeImpact = ResponseCounts & {
  readonly columns: number
  readonly conditions: number
  readonly recalls: number
  readonly actions: number
}

/** [V4] All that could be touched: what would be if every instruction went. */
export const computeChangeImpact = (script: AuthoredScript, holdings: ResponseCounts): ChangeImpact => {
  const all = findAffectedColumns(script, { ...script, instructions: [] })
  const uses = new Map(all.flatMap((it) => it.uses.map((use) => [getUsageKey(use), use.as] as const)))
  const as = (wished: "condition" | "recall" | "action") => [...uses.values()].filter((it) => it === wished).length
  return { ...holdings, columns: all.length, conditions: as("condition"), recalls: as("recall"), actions: as("action") }
}

/** [V4] Whether anybody has begun, or can begin: otherwise there is nothing to be warned of. */
export const hasResponses = ({ conversations, links }: ResponseCounts): boolean => conversations + links > 0

/** An instruction has one condition, and is one delivery whatever it names; it may have several texts. */
const getUsageKey = ({ uuid, as, pointer }: Usage): string => `${as} ${as === "recall" ? pointer : uuid}`
