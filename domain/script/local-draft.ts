// What an author has in hand: the authored part of a script, and what a browser keeps of it while it is not saved.
import * as Schema from "effect/Schema"
import { renumberInstructions } from "../recall/reference-renaming.ts"
import type { Instruction } from "./instruction.ts"
import { indexByUuid } from "./instruction-list.ts"
import { AuthoredScript, ListedScript, ScriptId } from "./script.ts"
import { diffScripts } from "./script-diff.ts"
import { applyPatch, ScriptPatch } from "./script-patch.ts"

const isAuthors = (field: string): boolean =>
  Object.hasOwn(AuthoredScript.schema.fields, field) || !Object.hasOwn(ListedScript.schema.fields, field)

/**
 * The part of a script that its author writes, a save sends and the server keeps: the fields of an authored script and those this version
 * does not know. What the server says of a script, `queue_config` among it, is left out (spec/2-editor §3).
 */
export const toAuthoredScript = (script: AuthoredScript): AuthoredScript => ({
  ...Object.fromEntries(Object.entries(script).filter(([field]) => isAuthors(field))),
  name: script.name,
  public_name: script.public_name,
  language: script.language,
  instructions: renumberInstructions(script.instructions),
})

/** The uuids of instructions that were in `before` and are no longer in `now`: what a save calls `markedForDelete`. */
export const listRemovedUuids = (before: AuthoredScript, now: AuthoredScript): ReadonlyArray<string> => {
  const there = new Set(now.instructions.map(({ uuid }) => uuid))
  return before.instructions.flatMap(({ uuid }) => (there.has(uuid) ? [] : [uuid]))
}

/** Edits of one person not yet saved: the revision they were made on, as it was, and what they make of it. `at` is an ISO 8601 instant. */
export const LocalDraft = Schema.Struct({
  user: Schema.String,
  script: ScriptId,
  revision: Schema.Int,
  base: AuthoredScript,
  delta: ScriptPatch,
  at: Schema.String,
})
export type LocalDraft = typeof LocalDraft.Type

/** The script as its author had it when it was kept. */
export const applyLocalDraft = ({ base, delta }: LocalDraft): AuthoredScript => applyPatch(delta, base)

/** What was done to a script and not saved: the instructions that were written in or moved, that were added, and that were deleted. */
export const listUnsavedChanges = (kept: LocalDraft): Readonly<Record<"changed" | "added" | "deleted", ReadonlyArray<Instruction>>> => {
  const draft = applyLocalDraft(kept)
  const { added, removed, moved, changed } = diffScripts(kept.base, draft)
  const [was, is] = [indexByUuid(kept.base), indexByUuid(draft)]
  const touched = new Set([...changed.map(({ uuid }) => uuid), ...moved])
  return {
    changed: draft.instructions.filter(({ uuid }) => touched.has(uuid)),
    added: added.flatMap((uuid) => is.get(uuid) ?? []),
    deleted: removed.flatMap((uuid) => was.get(uuid) ?? []),
  }
}

// What became of keeping on a device what the server does not have yet (design/reliability "Never lost").

/** Kept, or not, because there is no room or no storage at all. */
export type DraftStorageStatus = "kept" | "full" | "off"
