// The authored part of a script, and the local draft of unsaved edits on the device.
import * as Schema from "effect/Schema"
import { indexByUuid } from "../editing/instruction-list.ts"
import { renumberInstructions } from "../recall/reference-renaming.ts"
import type { Instruction } from "../script/instruction.ts"
import { type AuthoredScript, AuthoredScriptSchema, ListedScript, ScriptId } from "../script/script.ts"
import { diffScripts } from "./script-diff.ts"
import { applyPatch, ScriptPatch } from "./script-patch.ts"

const isAuthoredField = (field: string): boolean =>
  Object.hasOwn(AuthoredScriptSchema.schema.fields, field) || !Object.hasOwn(ListedScript.schema.fields, field)

/**
 * Returns the part of a script that its author writes and a save sends: the fields of an authored script and unknown ones. Fields that the
 * server sets, such as `queue_config`, are left out.
 */
export const toAuthoredScript = (script: AuthoredScript): AuthoredScript => ({
  ...Object.fromEntries(Object.entries(script).filter(([field]) => isAuthoredField(field))),
  name: script.name,
  public_name: script.public_name,
  language: script.language,
  instructions: renumberInstructions(script.instructions),
})

/** Returns the UUIDs of deleted instructions, which a save sends as `markedForDelete`. */
export const listRemovedUuids = (before: AuthoredScript, now: AuthoredScript): ReadonlyArray<string> => {
  const remaining = new Set(now.instructions.map(({ uuid }) => uuid))
  return before.instructions.flatMap(({ uuid }) => (remaining.has(uuid) ? [] : [uuid]))
}

/** One person's unsaved edits: the revision they were made on, its content, and the patch. `at` is an ISO 8601 instant. */
export const LocalDraft = Schema.Struct({
  user: Schema.String,
  script: ScriptId,
  revision: Schema.Int,
  base: AuthoredScriptSchema,
  delta: ScriptPatch,
  at: Schema.String,
})
export type LocalDraft = typeof LocalDraft.Type

/** Returns the edited script. */
export const applyLocalDraft = ({ base, delta }: LocalDraft): AuthoredScript => applyPatch(delta, base)

/** Returns the unsaved changes: the instructions that were edited or moved, added, and deleted. */
export const listUnsavedChanges = (
  localDraft: LocalDraft,
): Readonly<Record<"changed" | "added" | "deleted", ReadonlyArray<Instruction>>> => {
  const draft = applyLocalDraft(localDraft)
  const { added, removed, moved, changed } = diffScripts(localDraft.base, draft)
  const [baseByUuid, draftByUuid] = [indexByUuid(localDraft.base), indexByUuid(draft)]
  const changedUuids = new Set([...changed.map(({ uuid }) => uuid), ...moved])
  return {
    changed: draft.instructions.filter(({ uuid }) => changedUuids.has(uuid)),
    added: added.flatMap((uuid) => draftByUuid.get(uuid) ?? []),
    deleted: removed.flatMap((uuid) => baseByUuid.get(uuid) ?? []),
  }
}

/** Whether the draft was stored on the device, or not, because it is full or has no storage. */
export type DraftStorageStatus = "kept" | "full" | "off"
