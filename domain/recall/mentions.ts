// What an instruction refers to: in its condition and in the recalls of its texts.
import type { Reference } from "../conditions/condition.ts"
import { parse } from "../conditions/parse.ts"
import type { Instruction } from "../script/instruction.ts"
import { pieces } from "./recall.ts"
import { recallTexts } from "./texts.ts"

/** Each reference as often as it stands; a condition that cannot be read refers to nothing. */
export const mentionsOf = (instruction: Instruction): ReadonlyArray<Reference> => {
  const condition = instruction.condition ?? ""
  const parsed = condition.trim() === "" ? null : parse(condition)
  return [
    ...(parsed?._tag === "Parsed" ? parsed.mentions.map(({ reference }) => reference) : []),
    ...recallTexts(instruction).flatMap(({ text, markup }) =>
      text.includes("{{") ? pieces(text, markup).flatMap((piece) => (piece._tag === "Recall" ? [piece.reference] : [])) : [],
    ),
  ]
}
