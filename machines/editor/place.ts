// Where in the draft an instruction stands, and where a new one comes.
import { lastOfRow } from "../../domain/script/closed-blocks.ts"
import type { EditorContext } from "./setup.ts"

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
