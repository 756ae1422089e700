// What can be recalled in a text of an instruction, as the script stands in the editor.
import type { Completions } from "../../../domain/conditions/complete.ts"
import { completeRecall } from "../../../domain/recall/complete.ts"
import type { Markup } from "../../../domain/recall/recall.ts"
import { useEditor } from "./editing.tsx"
import { externalKeys } from "./external-keys.ts"

export type FindRecalls = (text: string, caret: number, markup?: Markup) => Completions

/** For the instruction at `place`. */
export const useRecalls = (place: number): FindRecalls => {
  const editor = useEditor()
  return (text, caret, markup = "plain") => {
    const { context } = editor.getSnapshot()
    return completeRecall(text, caret, { instructions: context.draft.instructions, place, crmKeys: externalKeys(context), markup })
  }
}
