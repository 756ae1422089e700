// What can be recalled in a text of an instruction, as the script stands in the editor.
import type { Completions } from "../../../domain/conditions/complete.ts"
import { completeRecall, completeRecallInJson } from "../../../domain/recall/complete.ts"
import type { Markup } from "../../../domain/recall/recall.ts"
import { type EditorActor, useEditor } from "./editing.tsx"
import { externalKeys } from "./external-keys.ts"

export type FindRecalls = (text: string, caret: number, markup?: Markup) => Completions

/** For the JSON that the instruction at `place` sends. */
export const useRecallsInJson = (place: number): FindRecalls => {
  const editor = useEditor()
  return (text, caret) => completeRecallInJson(text, caret, { ...seen(editor), place })
}

/** For the instruction at `place`. */
export const useRecalls = (place: number): FindRecalls => {
  const editor = useEditor()
  return (text, caret, markup = "plain") => completeRecall(text, caret, { ...seen(editor), place, markup })
}

const seen = (editor: EditorActor) => {
  const { context } = editor.getSnapshot()
  return { instructions: context.draft.instructions, crmKeys: externalKeys(context) }
}
