// What one edit changed, small enough to keep thousands of: the steps of undo, and what the browser keeps of an unsaved script.
import * as Schema from "effect/Schema"
import { deepEqual } from "../json/json-equality.ts"
import { Instruction } from "./instruction.ts"
import { getInstructionName } from "./instruction-name.ts"
import { AuthoredScript } from "./script.ts"

/**
 * From one version of a script to another: the fields beside the instructions where they differ (as scripts without instructions),
 * and one run of instructions, beginning at `at`, that another run takes the place of. Where an instruction stands (its `order`) is
 * not part of it: that follows from its place.
 */
export const ScriptPatch = Schema.Struct({
  fields: Schema.NullOr(Schema.Struct({ before: AuthoredScript, after: AuthoredScript })),
  at: Schema.Int,
  removed: Schema.Array(Instruction),
  inserted: Schema.Array(Instruction),
})
export type ScriptPatch = typeof ScriptPatch.Type

/** What leads from `before` to `after`. Costs a look at each instruction's identity, not at its content, while they share structure. */
export const createPatch = (before: AuthoredScript, after: AuthoredScript): ScriptPatch => {
  const one = before.instructions
  const other = after.instructions
  const shorter = Math.min(one.length, other.length)
  let at = 0
  while (at < shorter && areInstructionsEqual(one[at], other[at])) at++
  let behind = 0
  while (behind < shorter - at && areInstructionsEqual(one[one.length - 1 - behind], other[other.length - 1 - behind])) behind++
  const fields = { before: withoutInstructions(before), after: withoutInstructions(after) }
  return {
    fields: deepEqual(fields.before, fields.after) ? null : fields,
    at,
    removed: one.slice(at, one.length - behind),
    inserted: other.slice(at, other.length - behind),
  }
}

/** The version that `delta` leads to from `script`. */
export const applyPatch = (delta: ScriptPatch, script: AuthoredScript): AuthoredScript => {
  const instructions = [
    ...script.instructions.slice(0, delta.at),
    ...delta.inserted,
    ...script.instructions.slice(delta.at + delta.removed.length),
  ]
  return { ...(delta.fields?.after ?? script), instructions: setOrder(instructions) }
}

/** The way back. */
export const invertPatch = ({ fields, at, removed, inserted }: ScriptPatch): ScriptPatch => ({
  fields: fields && { before: fields.after, after: fields.before },
  at,
  removed: inserted,
  inserted: removed,
})

/** Whether two versions of a script say the same. */
export const areScriptsEqual = (before: AuthoredScript, after: AuthoredScript): boolean =>
  before === after ||
  (before.instructions.length === after.instructions.length &&
    before.instructions.every((instruction, place) => areInstructionsEqual(instruction, after.instructions[place])) &&
    deepEqual(withoutInstructions(before), withoutInstructions(after)))

/** Whether nothing changes by it. */
export const isEmptyPatch = ({ fields, removed, inserted }: ScriptPatch): boolean =>
  fields === null && removed.length === 0 && inserted.length === 0

/** One delta for two that follow one another, `script` being where the first begins. */
export const composePatches = (script: AuthoredScript, first: ScriptPatch, second: ScriptPatch): ScriptPatch =>
  createPatch(script, applyPatch(second, applyPatch(first, script)))

/** The instructions with `order` 0…n-1 as they stand, whatever they name (`inSequence` follows that); those that have theirs already stay the same objects. */
export const setOrder = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<Instruction> =>
  instructions.map((instruction, order) => (instruction.order === order ? instruction : { ...instruction, order }))

/** Whether two instructions say the same, wherever they stand. Makes nothing anew: it runs over whole scripts between keystrokes. */
export const areInstructionsEqual = (one: Instruction | undefined, other: Instruction | undefined): boolean => {
  if (one === other) return true
  if (one === undefined || other === undefined) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => key === "order" || deepEqual(one[key], other[key]))
}

const withoutInstructions = (script: AuthoredScript): AuthoredScript => ({ ...script, instructions: [] })

// What a step of undo is about, as an author would call it: which text or setting, and of which instruction.

export type ChangedPart = "title" | "public-title" | "language" | "name" | "condition" | "delay" | "text" | "choices" | "settings"
/** `part` is null where it is the whole, or several parts; `name` that of the one instruction; null for the script's own. `count` where it is known that several are meant. */
export type UndoLabel =
  | { readonly part: ChangedPart | null; readonly name: string | null }
  | { readonly part: null; readonly count: number }

/** `about`: what was moved, added or taken away; its neighbours make room, and conditions follow. Empty where what the step changed says it. */
type Step = { readonly delta: ScriptPatch; readonly about: ReadonlyArray<string> }

/** Null where a step is about several instructions that nobody chose, or about the script and instructions. */
export const describeUndoStep = ({ delta, about }: Step): UndoLabel | null => {
  const { fields, removed, inserted } = delta
  const meant = about.flatMap((uuid) => [...inserted, ...removed].find((it) => it.uuid === uuid) ?? [])
  const [single] = meant
  if (single !== undefined)
    return meant.length === 1 ? { part: null, name: getInstructionName(single) } : { part: null, count: meant.length }
  const before = new Map(removed.map((it) => [it.uuid, it]))
  const after = new Set(inserted.map(({ uuid }) => uuid))
  const touched = [
    ...inserted.flatMap((now) => (areEqualIgnoringOrder(before.get(now.uuid), now) ? [] : [{ was: before.get(now.uuid), now }])),
    ...removed.flatMap((was) => (after.has(was.uuid) ? [] : [{ was, now: undefined }])),
  ]
  // Where the script's language changes, its texts go along; where a name does, what refers to it. A file brings a language and more.
  if (fields !== null) {
    const part = fieldChanged(fields)
    const isOfTexts = part === "language" && touched.every(({ was, now }) => was !== undefined && now !== undefined)
    return isOfTexts || touched.length === 0 ? { part, name: null } : null
  }
  const renamed = touched.filter(({ was, now }) => was !== undefined && now !== undefined && (was.label ?? "") !== (now.label ?? ""))
  const [one, ...others] = renamed.length === 1 ? renamed : touched
  const named = one?.now ?? one?.was
  if (one === undefined || named === undefined || others.length > 0) return null
  return { part: one.was === undefined || one.now === undefined ? null : partChanged(one.was, one.now), name: getInstructionName(named) }
}

const areEqualIgnoringOrder = (was: Instruction | undefined, now: Instruction): boolean =>
  was !== undefined && deepEqual({ ...was, order: 0 }, { ...now, order: 0 })

const fieldChanged = ({ before, after }: NonNullable<ScriptPatch["fields"]>): ChangedPart | null => {
  if (before.language !== after.language) return "language"
  const [title, publicTitle] = [before.name !== after.name, before.public_name !== after.public_name]
  return title === publicTitle ? null : title ? "title" : "public-title"
}

/** The reading delay goes along with the text. */
const partChanged = (was: Instruction, now: Instruction): ChangedPart | null => {
  if ((was.label ?? "") !== (now.label ?? "")) return "name"
  const differs = (field: keyof Instruction): boolean => !deepEqual(was[field], now[field])
  const parts: ReadonlyArray<ChangedPart> = [
    ...(differs("condition") ? (["condition"] as const) : []),
    ...(differs("messages") ? (["text"] as const) : differs("typing_delay") ? (["delay"] as const) : []),
    ...(differs("question")
      ? [deepEqual(was.question?.choices, now.question?.choices) ? ("settings" as const) : ("choices" as const)]
      : []),
    ...(differs("action") ? (["settings"] as const) : []),
  ]
  return parts.length === 1 ? (parts[0] ?? null) : null
}
