// Script patches: the change made by one edit, small enough to store thousands of them (undo history, local drafts).

import * as Schema from "effect/Schema"
import { deepEqual } from "../json/json-value.ts"
import { areInstructionsEqual, type Instruction, InstructionSchema, setOrder } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { type AuthoredScript, AuthoredScriptSchema } from "../script/script.ts"

/**
 * The change from one version of a script to another: the fields besides the instructions if they differ (as scripts without
 * instructions), and one run of instructions from the index `at` that replaces another. `order` is ignored, since it follows from the index.
 */
export const ScriptPatch = Schema.Struct({
  fields: Schema.NullOr(Schema.Struct({ before: AuthoredScriptSchema, after: AuthoredScriptSchema })),
  at: Schema.Int,
  removed: Schema.Array(InstructionSchema),
  inserted: Schema.Array(InstructionSchema),
})
export type ScriptPatch = typeof ScriptPatch.Type

/** Returns the patch from `before` to `after`. Compares instructions by identity first, so it is fast while versions share structure. */
export const createPatch = (before: AuthoredScript, after: AuthoredScript): ScriptPatch => {
  const previous = before.instructions
  const next = after.instructions
  const maxCommon = Math.min(previous.length, next.length)
  let at = 0
  while (at < maxCommon && areInstructionsEqual(previous[at], next[at])) at++
  let commonEnd = 0
  while (commonEnd < maxCommon - at && areInstructionsEqual(previous[previous.length - 1 - commonEnd], next[next.length - 1 - commonEnd]))
    commonEnd++
  const fields = { before: withoutInstructions(before), after: withoutInstructions(after) }
  return {
    fields: deepEqual(fields.before, fields.after) ? null : fields,
    at,
    removed: previous.slice(at, previous.length - commonEnd),
    inserted: next.slice(at, next.length - commonEnd),
  }
}

/** Returns the script after the patch. */
export const applyPatch = (patch: ScriptPatch, script: AuthoredScript): AuthoredScript => {
  const instructions = [
    ...script.instructions.slice(0, patch.at),
    ...patch.inserted,
    ...script.instructions.slice(patch.at + patch.removed.length),
  ]
  return { ...(patch.fields?.after ?? script), instructions: setOrder(instructions) }
}

/** Returns the reverse patch. */
export const invertPatch = ({ fields, at, removed, inserted }: ScriptPatch): ScriptPatch => ({
  fields: fields && { before: fields.after, after: fields.before },
  at,
  removed: inserted,
  inserted: removed,
})

/** Returns whether two versions of a script are equal. */
export const areScriptsEqual = (before: AuthoredScript, after: AuthoredScript): boolean =>
  before === after ||
  (before.instructions.length === after.instructions.length &&
    before.instructions.every((instruction, index) => areInstructionsEqual(instruction, after.instructions[index])) &&
    deepEqual(withoutInstructions(before), withoutInstructions(after)))

/** Returns whether a patch changes nothing. */
export const isEmptyPatch = ({ fields, removed, inserted }: ScriptPatch): boolean =>
  fields === null && removed.length === 0 && inserted.length === 0

/** Combines two consecutive patches; `script` is the version before the first. */
export const composePatches = (script: AuthoredScript, first: ScriptPatch, second: ScriptPatch): ScriptPatch =>
  createPatch(script, applyPatch(second, applyPatch(first, script)))

/** The part of a script or instruction that an edit changed. */
export type ChangedPart = "title" | "public-title" | "language" | "name" | "condition" | "delay" | "text" | "choices" | "settings"
/** `part` is null for several parts or a whole instruction; `name` is that of the one instruction, null for the script itself; `count` if several. */
export type UndoLabel =
  | { readonly part: ChangedPart | null; readonly name: string | null }
  | { readonly part: null; readonly count: number }

/** `about`: the UUIDs that were moved, added or deleted, as opposed to what changed along with them. Empty if the patch itself shows it. */
type UndoStep = { readonly delta: ScriptPatch; readonly about: ReadonlyArray<string> }

/** Returns the label of an undo step; null if it changed several instructions indirectly, or script fields and instructions. */
export const describeUndoStep = ({ delta, about }: UndoStep): UndoLabel | null => {
  const { fields, removed, inserted } = delta
  const instructions = about.flatMap((uuid) => [...inserted, ...removed].find((instruction) => instruction.uuid === uuid) ?? [])
  const [single] = instructions
  if (single !== undefined)
    return instructions.length === 1 ? { part: null, name: getInstructionName(single) } : { part: null, count: instructions.length }
  const removedByUuid = new Map(removed.map((instruction) => [instruction.uuid, instruction]))
  const insertedUuids = new Set(inserted.map(({ uuid }) => uuid))
  const changes = [
    ...inserted.flatMap((current) =>
      areEqualIgnoringOrder(removedByUuid.get(current.uuid), current) ? [] : [{ was: removedByUuid.get(current.uuid), now: current }],
    ),
    ...removed.flatMap((previous) => (insertedUuids.has(previous.uuid) ? [] : [{ was: previous, now: undefined }])),
  ]
  // A changed language relabels all texts, and a changed name its references; importing a file changes the language and more.
  if (fields !== null) {
    const part = getChangedField(fields)
    const onlyRelabelsTexts =
      part === "language" && changes.every(({ was: previous, now: current }) => previous !== undefined && current !== undefined)
    return onlyRelabelsTexts || changes.length === 0 ? { part, name: null } : null
  }
  const renamed = changes.filter(
    ({ was: previous, now: current }) =>
      previous !== undefined && current !== undefined && (previous.label ?? "") !== (current.label ?? ""),
  )
  const [change, ...others] = renamed.length === 1 ? renamed : changes
  const instruction = change?.now ?? change?.was
  if (change === undefined || instruction === undefined || others.length > 0) return null
  return {
    part: change.was === undefined || change.now === undefined ? null : getChangedPart(change.was, change.now),
    name: getInstructionName(instruction),
  }
}

const areEqualIgnoringOrder = (previous: Instruction | undefined, current: Instruction): boolean =>
  previous !== undefined && deepEqual({ ...previous, order: 0 }, { ...current, order: 0 })

const getChangedField = ({ before, after }: NonNullable<ScriptPatch["fields"]>): ChangedPart | null => {
  if (before.language !== after.language) return "language"
  const [title, publicTitle] = [before.name !== after.name, !deepEqual(getTitleTexts(before), getTitleTexts(after))]
  return title === publicTitle ? null : title ? "title" : "public-title"
}

const getTitleTexts = ({ public_name, public_name_translations = null }: AuthoredScript) => [public_name, public_name_translations]

/** A changed text also changes the reading delay. */
const getChangedPart = (previous: Instruction, current: Instruction): ChangedPart | null => {
  if ((previous.label ?? "") !== (current.label ?? "")) return "name"
  const differs = (field: keyof Instruction): boolean => !deepEqual(previous[field], current[field])
  const parts: ReadonlyArray<ChangedPart> = [
    ...(differs("condition") ? (["condition"] as const) : []),
    ...(differs("messages") ? (["text"] as const) : differs("typing_delay") ? (["delay"] as const) : []),
    ...(differs("question")
      ? [deepEqual(previous.question?.choices, current.question?.choices) ? ("settings" as const) : ("choices" as const)]
      : []),
    ...(differs("action") ? (["settings"] as const) : []),
  ]
  return parts.length === 1 ? (parts[0] ?? null) : null
}

const withoutInstructions = (script: AuthoredScript): AuthoredScript => ({ ...script, instructions: [] })
