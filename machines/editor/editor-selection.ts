// What is marked in the outline, and which of its blocks are closed.
import { lastOfRow } from "../../domain/script/editor-outline.ts"
import type { Authored } from "../../domain/script/script.ts"
import type { Marking } from "./editor-model.ts"
import type { EditorContext } from "./editor-setup.ts"

// Where in the draft an instruction stands, and where a new one comes.

/** The place of an instruction; undefined where it is not, or no more, there. */
export const placeOf = ({ draft }: Pick<EditorContext, "draft">, uuid: string | null): number | undefined => {
  const place = uuid === null ? -1 : draft.instructions.findIndex((it) => it.uuid === uuid)
  return place === -1 ? undefined : place
}

/** The place behind which a new instruction comes: that of the selected one, or of the last of its closed block; else the end. */
export const placeBefore = (context: Pick<EditorContext, "draft" | "selected" | "closed">): number => {
  const { instructions } = context.draft
  const place = placeOf(context, context.selected)
  return place === undefined ? instructions.length - 1 : lastOfRow(instructions, context.closed, place)
}

/** The marks without these. */
export const without = (marked: ReadonlySet<string>, gone: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...marked].filter((uuid) => !gone.has(uuid)))

/** The marks once one more is set or taken; `upTo` marks all from the selected one on, or all of those that are `among` them. */
export const remarked = (
  context: Pick<EditorContext, "draft" | "selected" | "marked">,
  { uuid, upTo, rows = new Set([uuid]), among }: Marking,
): ReadonlySet<string> => {
  const [from, to] = [placeOf(context, context.selected), placeOf(context, uuid)]
  if (to === undefined) return context.marked
  if (!upTo || from === undefined) return context.marked.has(uuid) ? without(context.marked, rows) : new Set([...context.marked, ...rows])
  const ends = [from, to, ...[...rows].flatMap((one) => placeOf(context, one) ?? [])]
  const between = context.draft.instructions.slice(Math.min(...ends), Math.max(...ends) + 1).map((it) => it.uuid)
  return new Set(among === undefined ? between : between.filter((one) => among.has(one)))
}

/** The marks once they reach from a row to its neighbour; where they reached further already, they draw back from it. */
export const stretched = (
  { marked }: Pick<EditorContext, "marked">,
  from: ReadonlySet<string>,
  to: ReadonlySet<string>,
): ReadonlySet<string> => ([...from, ...to].every((one) => marked.has(one)) ? without(marked, from) : new Set([...marked, ...from, ...to]))

/** The marks of what is in the draft. */
export const stillIn = ({ instructions }: Authored, marked: ReadonlySet<string>): ReadonlySet<string> =>
  marked.size === 0 ? marked : new Set(instructions.flatMap(({ uuid }) => (marked.has(uuid) ? [uuid] : [])))

/** The closed blocks once this one is closed, or opened again. */
export const folded = ({ closed }: Pick<EditorContext, "closed">, uuid: string): ReadonlySet<string> =>
  closed.has(uuid) ? without(closed, new Set([uuid])) : new Set([...closed, uuid])
