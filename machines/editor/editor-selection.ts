// [I14] The outline: positions of instructions, the selection, the marks and the collapsed blocks.
import { expandBlockAround, getLastIndexOfRow } from "../../domain/editing/editor-outline.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { EditorContext, MarkRequest } from "./editor-model.ts"

/** Returns the index of an instruction; undefined if it is not in the draft. */
export const findInstructionIndex = ({ draft }: Pick<EditorContext, "draft">, uuid: string | null): number | undefined => {
  const index = uuid === null ? -1 : draft.instructions.findIndex((instruction) => instruction.uuid === uuid)
  return index === -1 ? undefined : index
}

/** Returns the index after which a new instruction goes: that of the selected row, or the last one. */
export const insertionIndex = (context: Pick<EditorContext, "draft" | "selected" | "closed">): number => {
  const { instructions } = context.draft
  const index = findInstructionIndex(context, context.selected)
  return index === undefined ? instructions.length - 1 : getLastIndexOfRow(instructions, context.closed, index)
}

/** Returns the marks without these uuids. */
export const removeMarks = (marked: ReadonlySet<string>, removed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...marked].filter((uuid) => !removed.has(uuid)))

/** Returns the marks after a row is marked or unmarked, or after a range from the selected row to it is marked. */
export const toggleMark = (
  context: Pick<EditorContext, "draft" | "selected" | "marked">,
  { uuid, isRange, rows = new Set([uuid]), among }: MarkRequest,
): ReadonlySet<string> => {
  const [from, to] = [findInstructionIndex(context, context.selected), findInstructionIndex(context, uuid)]
  if (to === undefined) return context.marked
  if (!isRange || from === undefined)
    return context.marked.has(uuid) ? removeMarks(context.marked, rows) : new Set([...context.marked, ...rows])
  const indexes = [from, to, ...[...rows].flatMap((member) => findInstructionIndex(context, member) ?? [])]
  const range = context.draft.instructions.slice(Math.min(...indexes), Math.max(...indexes) + 1).map((instruction) => instruction.uuid)
  return new Set(among === undefined ? range : range.filter((member) => among.has(member)))
}

/** Returns the marks extended from one row to its neighbor; if both are marked already, `from` is unmarked instead. */
export const extendMarks = (
  { marked }: Pick<EditorContext, "marked">,
  from: ReadonlySet<string>,
  to: ReadonlySet<string>,
): ReadonlySet<string> =>
  [...from, ...to].every((uuid) => marked.has(uuid)) ? removeMarks(marked, from) : new Set([...marked, ...from, ...to])

/** Returns the marks of instructions that are still in the draft. */
export const pruneMarks = ({ instructions }: AuthoredScript, marked: ReadonlySet<string>): ReadonlySet<string> =>
  marked.size === 0 ? marked : new Set(instructions.flatMap(({ uuid }) => (marked.has(uuid) ? [uuid] : [])))

/** Returns the collapsed blocks after this one is collapsed or expanded. */
export const toggleBlock = ({ closed }: Pick<EditorContext, "closed">, uuid: string): ReadonlySet<string> =>
  closed.has(uuid) ? removeMarks(closed, new Set([uuid])) : new Set([...closed, uuid])

/** Returns the changes that select an instruction and make it visible, even inside a collapsed block. */
export const selectInstruction = ({ draft, closed }: Pick<EditorContext, "draft" | "closed">, uuid: string) => ({
  selected: uuid,
  closed: expandBlockAround(draft.instructions, closed, uuid),
  isPickerOpen: false,
})

/**
 * Returns `change` with the block around the selected instruction expanded, so that an edit never hides it. A block that
 * the author collapsed over it stays collapsed.
 */
export const revealSelection = (context: EditorContext, change: Partial<EditorContext>): Partial<EditorContext> => {
  if (context.closed.size === 0 || change.draft === undefined) return change
  const next = { ...context, ...change }
  const closed = expandBlockAround(next.draft.instructions, next.closed, next.selected)
  const wasHidden =
    next.selected === context.selected && expandBlockAround(context.draft.instructions, next.closed, next.selected) !== next.closed
  return wasHidden ? change : { ...change, closed }
}
