// Undo and redo of a style, and how many edits it is from the one that is saved. Plain data, bounded.
import type { Style } from "../../domain/style/payload.ts"

export type Steps = {
  readonly past: ReadonlyArray<Style>
  readonly future: ReadonlyArray<Style>
  /** What was changed last and may be going on to change: a drag in a colour picker is one step. */
  readonly field: string | null
  /** Steps from the saved style to this one; below 0 where that was undone. */
  readonly fromSaved: number
}

export const noSteps: Steps = { past: [], future: [], field: null, fromSaved: 0 }

/** So many steps can be undone; the oldest go first. */
export const stepsKept = 200

/** The steps after an edit of `before`; `field` says what is edited, null for an edit that is whole by itself. */
export const stepped = (steps: Steps, before: Style, field: string | null): Steps =>
  field !== null && field === steps.field
    ? { ...steps, future: [] }
    : { past: [...steps.past, before].slice(-stepsKept), future: [], field, fromSaved: Math.abs(steps.fromSaved) + 1 }

/** What is edited next is a step of its own. */
export const paused = (steps: Steps): Steps => (steps.field === null ? steps : { ...steps, field: null })

type Turn = { readonly style: Style; readonly steps: Steps }

/** One step back, or null where there is none. */
export const undone = ({ past, future, fromSaved }: Steps, style: Style): Turn | null => {
  const before = past.at(-1)
  return before === undefined
    ? null
    : { style: before, steps: { past: past.slice(0, -1), future: [...future, style], field: null, fromSaved: fromSaved - 1 } }
}

/** One step forth again, or null where none was undone. */
export const redone = ({ past, future, fromSaved }: Steps, style: Style): Turn | null => {
  const after = future.at(-1)
  return after === undefined
    ? null
    : { style: after, steps: { past: [...past, style], future: future.slice(0, -1), field: null, fromSaved: fromSaved + 1 } }
}

/** The steps as they are from a style that has just been sent to be saved. */
export const sentNow = (steps: Steps): Steps => ({ ...steps, field: null, fromSaved: 0 })

/** The steps with every style in them changed in the same way. */
export const mapped = (steps: Steps, change: (style: Style) => Style): Steps => ({
  ...steps,
  past: steps.past.map(change),
  future: steps.future.map(change),
})
