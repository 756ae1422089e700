// What is marked in the outline, and which of its blocks are closed.
import { getLastIndexOfRow } from "../../domain/script/editor-outline.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { MarkRequest } from "./editor-model.ts"
import type { EditorContext } from "./editor-setup.ts"

// Where in the draft an instruction stands, and where a new one comes.

/** The place of an instruction; undefined where it is not, or no more, there. */
export const findPlace = ({ draft }: Pick<EditorContext, "draft">, uuid: string | null): number | undefined => {
  const place = uuid === null ? -1 : draft.instructions.findIndex((it) => it.uuid === uuid)
  return place === -1 ? undefined : place
}

/** The place behind which a new instruction comes: that of the selected one, or of the last of its closed block; else the end. */
export const insertionPlace = (context: Pick<EditorContext, "draft" | "selected" | "closed">): number => {
  const { instructions } = context.draft
  const place = findPlace(context, context.selected)
  return place === undefined ? instructions.length - 1 : getLastIndexOfRow(instructions, context.closed, place)
}

/** The marks without these. */
export const removeMarks = (marked: ReadonlySet<string>, gone: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...marked].filter((uuid) => !gone.has(uuid)))

/** The marks once one more is set or taken; `upTo` marks all from the selected one on, or all of those that are `among` them. */
export const toggleMark = (
  context: Pick<EditorContext, "draft" | "selected" | "marked">,
  { uuid, isRange, rows = new Set([uuid]), among }: MarkRequest,
): ReadonlySet<string> => {
  const [from, to] = [findPlace(context, context.selected), findPlace(context, uuid)]
  if (to === undefined) return context.marked
  if (!isRange || from === undefined)
    return context.marked.has(uuid) ? removeMarks(context.marked, rows) : new Set([...context.marked, ...rows])
  const ends = [from, to, ...[...rows].flatMap((one) => findPlace(context, one) ?? [])]
  const between = context.draft.instructions.slice(Math.min(...ends), Math.max(...ends) + 1).map((it) => it.uuid)
  return new Set(among === undefined ? between : between.filter((one) => among.has(one)))
}

/** The marks once they reach from a row to its neighbour; where they reached further already, they draw back from it. */
export const extendMarks = (
  { marked }: Pick<EditorContext, "marked">,
  from: ReadonlySet<string>,
  to: ReadonlySet<string>,
): ReadonlySet<string> =>
  [...from, ...to].every((one) => marked.has(one)) ? removeMarks(marked, from) : new Set([...marked, ...from, ...to])

/** The marks of what is in the draft. */
export const pruneMarks = ({ instructions }: AuthoredScript, marked: ReadonlySet<string>): ReadonlySet<string> =>
  marked.size === 0 ? marked : new Set(instructions.flatMap(({ uuid }) => (marked.has(uuid) ? [uuid] : [])))

/** The closed blocks once this one is closed, or opened again. */
export const toggleBlock = ({ closed }: Pick<EditorContext, "closed">, uuid: string): ReadonlySet<string> =>
  closed.has(uuid) ? removeMarks(closed, new Set([uuid])) : new Set([...closed, uuid])
