// The texts of an instruction with their recalls. They are cached per instruction object, because an edit does not replace the other instructions.

import type { Instruction } from "../script/instruction.ts"
import { splitRecalls, type TextSegment } from "./recall.ts"
import { listRecallTexts, type RecallText } from "./texts-with-recalls.ts"

/** A text that contains `{{`, split into its segments. */
export type SplitText = Pick<RecallText, "path"> & { readonly segments: ReadonlyArray<TextSegment> }

const splitTexts = new WeakMap<Instruction, ReadonlyArray<SplitText>>()

/** Returns every text of an instruction that contains `{{`, split into its segments. */
export const listSplitTexts = (instruction: Instruction): ReadonlyArray<SplitText> => {
  const known = splitTexts.get(instruction)
  if (known !== undefined) return known
  const texts = listRecallTexts(instruction).map(({ path, text, markup }) => ({ path, segments: splitRecalls(text, markup) }))
  splitTexts.set(instruction, texts)
  return texts
}
