// Undo and redo: the steps of an editing session, keystrokes in one field merged to one step. Plain data, without limit: a step holds what it
// changed and shares that with the scripts before and after it.

import type { AuthoredScript } from "../../domain/script/script.ts"
import { applyPatch, createPatch, invertPatch, isEmptyPatch, type ScriptPatch } from "../../domain/script/script-patch.ts"

/** What a step did, as the buttons name it. */
export type StepKind =
  | "type"
  | "set"
  | "add"
  | "copy"
  | "delete"
  | "move"
  | "fix"
  | "translate"
  | "import"
  | "restore"
  | "merge"
  | "discard"
export type Step = {
  readonly deed: StepKind
  readonly delta: ScriptPatch
  /** The instructions that were moved, added or taken away; none where the step did something else. */
  readonly about: ReadonlyArray<string>
}
export type History = {
  readonly past: ReadonlyArray<Step>
  readonly future: ReadonlyArray<Step>
  /** The field being typed in and the script before that began: the next keystroke there belongs to the same step. */
  readonly typing: { readonly field: string; readonly before: AuthoredScript } | null
}
type HistoryMove = { readonly history: History; readonly draft: AuthoredScript; readonly step: Step }

export const emptyHistory: History = { past: [], future: [], typing: null }

/** The history after an edit led from `before` to `now`; `field` is what was typed in, null where the edit is whole by itself. */
export const recordStep = (
  history: History,
  deed: StepKind,
  before: AuthoredScript,
  now: AuthoredScript,
  field: string | null,
  about: ReadonlyArray<string> = [],
): History => {
  if (field !== null && history.typing?.field === field) {
    const step = { deed, delta: createPatch(history.typing.before, now), about }
    return {
      past: [...history.past.slice(0, -1), ...(isEmptyPatch(step.delta) ? [] : [step])],
      future: [],
      typing: isEmptyPatch(step.delta) ? null : history.typing,
    }
  }
  const delta = createPatch(before, now)
  if (isEmptyPatch(delta)) return history
  return { past: [...history.past, { deed, delta, about }], future: [], typing: field === null ? null : { field, before } }
}

/** The field of an instruction's name. */
export const nameField = "label"

/** What is typed next is a step of its own. Not so with a name: half of it is no name that anything could be called by. */
export const endTyping = (history: History): History =>
  history.typing === null || history.typing.field.endsWith(` ${nameField}`) ? history : { ...history, typing: null }

/** One step back, or null where there is none. */
export const undo = ({ past, future }: History, draft: AuthoredScript): HistoryMove | null => {
  const step = past.at(-1)
  if (step === undefined) return null
  return {
    history: { past: past.slice(0, -1), future: [...future, step], typing: null },
    draft: applyPatch(invertPatch(step.delta), draft),
    step,
  }
}

/** One step forth again, or null where none was undone. */
export const redo = ({ past, future }: History, draft: AuthoredScript): HistoryMove | null => {
  const step = future.at(-1)
  if (step === undefined) return null
  return { history: { past: [...past, step], future: future.slice(0, -1), typing: null }, draft: applyPatch(step.delta, draft), step }
}
