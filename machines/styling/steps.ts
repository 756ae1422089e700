// Undo and redo of a style, and how many edits it is from the one that is saved. Plain data, bounded.
import type { Style } from "../../domain/style/payload.ts"

export type Steps = {
  readonly past: ReadonlyArray<Style>
  readonly future: ReadonlyArray<Style>
  /** What was changed last and may be going on to change: a drag in a colour picker is one step. */
  readonly field: string | null
  /** Steps from the saved style to this one; below 0 where that was undone. */
  readonly fromSaved: number
  /** The same from the style that is on its way to the server; null where none is. */
  readonly fromSent: number | null
}

export const noSteps: Steps = { past: [], future: [], field: null, fromSaved: 0, fromSent: null }

/** So many steps can be undone; the oldest go first. */
export const stepsKept = 200

/** The steps after an edit of `before`; `field` says what is edited, null for an edit that is whole by itself. */
export const stepped = (steps: Steps, before: Style, field: string | null): Steps =>
  field !== null && field === steps.field
    ? { ...steps, future: [] }
    : { ...moved(steps, (from) => Math.abs(from) + 1), past: [...steps.past, before].slice(-stepsKept), future: [], field }

/** Where an edit takes the place of steps that were undone, what was saved among those is as far away as before. */
const moved = (steps: Steps, by: (from: number) => number): Steps => ({
  ...steps,
  fromSaved: by(steps.fromSaved),
  fromSent: steps.fromSent === null ? null : by(steps.fromSent),
  field: null,
})

/** What is edited next is a step of its own. */
export const paused = (steps: Steps): Steps => (steps.field === null ? steps : { ...steps, field: null })

type Turn = { readonly style: Style; readonly steps: Steps }

/** One step back, or null where there is none. */
export const undone = (steps: Steps, style: Style): Turn | null => {
  const before = steps.past.at(-1)
  if (before === undefined) return null
  return {
    style: before,
    steps: { ...moved(steps, (from) => from - 1), past: steps.past.slice(0, -1), future: [...steps.future, style] },
  }
}

/** One step forth again, or null where none was undone. */
export const redone = (steps: Steps, style: Style): Turn | null => {
  const after = steps.future.at(-1)
  if (after === undefined) return null
  return {
    style: after,
    steps: { ...moved(steps, (from) => from + 1), past: [...steps.past, style], future: steps.future.slice(0, -1) },
  }
}

/** The style as it is was sent: what is edited from now on is a step of its own. */
export const sentNow = (steps: Steps): Steps => ({ ...steps, field: null, fromSent: 0 })

/** What was sent did not arrive, or did. */
export const lost = (steps: Steps): Steps => ({ ...steps, fromSent: null })
export const arrived = (steps: Steps): Steps => ({ ...steps, fromSaved: steps.fromSent ?? steps.fromSaved, fromSent: null })

/** The steps with every style in them changed in the same way. */
export const mapped = (steps: Steps, change: (style: Style) => Style): Steps => ({
  ...steps,
  past: steps.past.map(change),
  future: steps.future.map(change),
})
