// Undo and redo: the steps of an editing session, keystrokes in one field merged to one step. Plain data, without limit: a step holds what it
// changed and shares that with the scripts before and after it.

import type { Authored } from "../../domain/script/script.ts"
import { apply, type Delta, difference, inverse, isNothing } from "../../domain/script/script-patch.ts"

/** What a step did, as the buttons name it. */
export type Deed = "type" | "set" | "add" | "copy" | "delete" | "move" | "fix" | "translate" | "import" | "restore" | "merge" | "discard"
export type Step = {
  readonly deed: Deed
  readonly delta: Delta
  /** The instructions that were moved, added or taken away; none where the step did something else. */
  readonly about: ReadonlyArray<string>
}
export type History = {
  readonly past: ReadonlyArray<Step>
  readonly future: ReadonlyArray<Step>
  /** The field being typed in and the script before that began: the next keystroke there belongs to the same step. */
  readonly typing: { readonly field: string; readonly before: Authored } | null
}
type Turn = { readonly history: History; readonly draft: Authored; readonly step: Step }

export const nothingYet: History = { past: [], future: [], typing: null }

/** The history after an edit led from `before` to `now`; `field` is what was typed in, null where the edit is whole by itself. */
export const recorded = (
  history: History,
  deed: Deed,
  before: Authored,
  now: Authored,
  field: string | null,
  about: ReadonlyArray<string> = [],
): History => {
  if (field !== null && history.typing?.field === field) {
    const step = { deed, delta: difference(history.typing.before, now), about }
    return {
      past: [...history.past.slice(0, -1), ...(isNothing(step.delta) ? [] : [step])],
      future: [],
      typing: isNothing(step.delta) ? null : history.typing,
    }
  }
  const delta = difference(before, now)
  if (isNothing(delta)) return history
  return { past: [...history.past, { deed, delta, about }], future: [], typing: field === null ? null : { field, before } }
}

/** The field of an instruction's name. */
export const nameField = "label"

/** What is typed next is a step of its own. Not so with a name: half of it is no name that anything could be called by. */
export const paused = (history: History): History =>
  history.typing === null || history.typing.field.endsWith(` ${nameField}`) ? history : { ...history, typing: null }

/** One step back, or null where there is none. */
export const undone = ({ past, future }: History, draft: Authored): Turn | null => {
  const step = past.at(-1)
  if (step === undefined) return null
  return { history: { past: past.slice(0, -1), future: [...future, step], typing: null }, draft: apply(inverse(step.delta), draft), step }
}

/** One step forth again, or null where none was undone. */
export const redone = ({ past, future }: History, draft: Authored): Turn | null => {
  const step = future.at(-1)
  if (step === undefined) return null
  return { history: { past: [...past, step], future: future.slice(0, -1), typing: null }, draft: apply(step.delta, draft), step }
}
