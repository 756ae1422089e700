// The undo history of an editing session: keystrokes in one field form one step, and a step stores only what it changed.

import { applyPatch, createPatch, invertPatch, isEmptyPatch, type ScriptPatch } from "../../domain/revisions/script-patch.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"

/** What a step did, as the undo and redo buttons name it. */
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
/** One step of the history. */
export type Step = {
  readonly kind: StepKind
  readonly delta: ScriptPatch
  /** The uuids of the instructions that were moved, added or removed; empty for other steps. */
  readonly about: ReadonlyArray<string>
}
/** Past and undone steps. Their number has no limit. */
export type History = {
  readonly past: ReadonlyArray<Step>
  readonly future: ReadonlyArray<Step>
  /** The field being typed in and the script before the typing began; the next keystroke there joins the same step. */
  readonly typing: { readonly field: string; readonly before: AuthoredScript } | null
}
type HistoryMove = { readonly history: History; readonly draft: AuthoredScript; readonly step: Step }

/** The history of a session without edits. */
export const emptyHistory: History = { past: [], future: [], typing: null }

/** Returns the history after an edit from `before` to `after`; `field` is the text field, null for a step of its own. */
export const recordStep = (
  history: History,
  kind: StepKind,
  before: AuthoredScript,
  after: AuthoredScript,
  field: string | null,
  about: ReadonlyArray<string> = [],
): History => {
  if (field !== null && history.typing?.field === field) {
    const step = { kind, delta: createPatch(history.typing.before, after), about }
    return {
      past: [...history.past.slice(0, -1), ...(isEmptyPatch(step.delta) ? [] : [step])],
      future: [],
      typing: isEmptyPatch(step.delta) ? null : history.typing,
    }
  }
  const delta = createPatch(before, after)
  if (isEmptyPatch(delta)) return history
  return { past: [...history.past, { kind, delta, about }], future: [], typing: field === null ? null : { field, before } }
}

/** The field name of an instruction's name. */
export const nameField = "label"

/** Ends the current typing step, except in a name: half a name is not a valid state to return to. */
export const endTyping = (history: History): History =>
  history.typing === null || history.typing.field.endsWith(` ${nameField}`) ? history : { ...history, typing: null }

/** Returns the draft and history one step back; null if there is no step. */
export const undo = ({ past, future }: History, draft: AuthoredScript): HistoryMove | null => {
  const step = past.at(-1)
  if (step === undefined) return null
  return {
    history: { past: past.slice(0, -1), future: [...future, step], typing: null },
    draft: applyPatch(invertPatch(step.delta), draft),
    step,
  }
}

/** Returns the draft and history one step forward; null if nothing was undone. */
export const redo = ({ past, future }: History, draft: AuthoredScript): HistoryMove | null => {
  const step = future.at(-1)
  if (step === undefined) return null
  return { history: { past: [...past, step], future: future.slice(0, -1), typing: null }, draft: applyPatch(step.delta, draft), step }
}
