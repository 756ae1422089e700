// What of a script its status lets an author do (decisions "Status and the live lock").
import { isViewOnly, type Lockable, lockBreaches, lockedParts } from "../../domain/script/lock.ts"
import { edit } from "./edits.ts"
import type { EditEvent, EditorEvent } from "./events.ts"
import type { EditorContext } from "./setup.ts"

/** Whether a part of the script is locked by its status (decisions "Status and the live lock"). */
export const isLockedPart = ({ saved, flags }: Pick<EditorContext, "saved" | "flags">, part: Lockable): boolean =>
  lockedParts(saved.status, flags).has(part)

/** Whether nothing at all may be edited. */
export const isUntouchable = ({ saved }: Pick<EditorContext, "saved">): boolean => isViewOnly(saved.status)

const writes: ReadonlySet<string> = new Set([
  "instruction.write",
  "choices.write",
  "options.write",
  "translation.type",
] satisfies ReadonlyArray<EditEvent["type"]>)

/** Whether a change of one instruction leaves alone what is locked in it. */
export const mayWrite = (context: EditorContext, event: EditorEvent): boolean => {
  if (!writes.has(event.type)) return false
  if (lockedParts(context.saved.status, context.flags).size === 0) return true
  const { draft: now, entries } = edit(context, event)
  if (now === undefined) return entries !== undefined
  return lockBreaches(context.draft, now, context.saved.status, context.flags).length === 0
}

/** Whether a file may take the place of all that is there: where nothing of it is locked. */
export const mayBeReplaced = ({ saved, flags }: Pick<EditorContext, "saved" | "flags">): boolean =>
  lockedParts(saved.status, flags).size === 0

/** A file that is picked takes the place of nothing only. */
export const isImportable = (context: EditorContext): boolean => context.draft.instructions.length === 0 && mayBeReplaced(context)
