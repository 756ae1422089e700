// What every edit does: it replaces the draft, records a step of the undo history, and keeps references intact.
import { updateReferences } from "../../domain/recall/reference-renaming.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { EditorContext } from "./editor-model.ts"
import { recordStep, type StepKind } from "./undo-history.ts"

/** The context changes of an edit. */
export type Change = Partial<EditorContext>

/** Replaces the draft. `field` names the text field being typed in; null for an edit that is a step of its own. */
export const recordEdit = (context: EditorContext, kind: StepKind, draft: AuthoredScript, field: string | null = null): Change => ({
  draft,
  history: recordStep(context.history, kind, context.draft, draft, field),
})

export type Instructions = ReadonlyArray<Instruction>

/**
 * [C12] The draft with other instructions; conditions and recalls follow the instructions they refer to in `before`. If
 * that changed any text, `draftEpoch` increases so that open fields reload.
 */
export const renameReferences = (
  context: EditorContext,
  before: Instructions,
  after: Instructions,
): { readonly draft: AuthoredScript; readonly draftEpoch: number } => {
  const instructions = updateReferences(before, after)
  return { draft: { ...context.draft, instructions }, draftEpoch: context.draftEpoch + (instructions === after ? 0 : 1) }
}
