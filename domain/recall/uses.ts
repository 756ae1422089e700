// Where an instruction is referred to: what its author is shown before it is deleted (decisions C12).

import type { Reference } from "../conditions/condition.ts"
import { parse } from "../conditions/parse.ts"
import type { Instruction } from "../script/instruction.ts"
import { nameKey, nameOf } from "../script/name.ts"
import { pieces } from "./recall.ts"
import { recallTexts } from "./texts.ts"

/** One text that refers to an instruction: whose it is, where (an RFC 6901 pointer into the authored script), and in what way. */
export type Use = { readonly uuid: string; readonly pointer: string; readonly as: "condition" | "recall" | "action" }

/** Every place that refers to the instruction `uuid`, by place: conditions, recalls, and actions that take something from it. */
export const usesOf = (instructions: ReadonlyArray<Instruction>, uuid: string): ReadonlyArray<Use> => {
  const used = instructions.find((instruction) => instruction.uuid === uuid)
  if (used === undefined) return []
  const key = nameKey(nameOf(used))
  return instructions.flatMap((instruction, place) =>
    usesIn(instruction, used, key).map(({ path, as }) => ({ uuid: instruction.uuid, pointer: `/instructions/${place}${path}`, as })),
  )
}

const usesIn = (
  instruction: Instruction,
  used: Instruction,
  key: string,
): ReadonlyArray<{ readonly path: string; readonly as: Use["as"] }> => [
  ...(isInCondition(instruction.condition ?? "", key) ? [{ path: "/condition", as: "condition" as const }] : []),
  ...recallTexts(instruction).flatMap(({ path, text, markup }) =>
    pieces(text, markup).some((piece) => piece._tag === "Recall" && names(piece.reference, key)) ? [{ path, as: "recall" as const }] : [],
  ),
  ...takenBy(instruction, used),
]

const isInCondition = (text: string, key: string): boolean => {
  if (text.trim() === "") return false
  const parsed = parse(text)
  return parsed._tag === "Parsed" && parsed.mentions.some(({ reference }) => names(reference, key))
}

const names = (reference: Reference, key: string): boolean =>
  (reference._tag === "Answer" || reference._tag === "Action") && nameKey(reference.name) === key

/** A payment takes its amount from an instruction, sending to an API the answers of chosen questions; both name them by uuid. */
const takenBy = ({ action }: Instruction, used: Instruction): ReadonlyArray<{ readonly path: string; readonly as: "action" }> => {
  const ids = [used.uuid, used.question?.uuid]
  if (action?.type === "payment") return ids.includes(action.params.amount ?? "") ? [{ path: "/action/params/amount", as: "action" }] : []
  if (action?.type !== "send2api") return []
  const at = (action.params.questions ?? []).findIndex((id) => ids.includes(id))
  return at === -1 ? [] : [{ path: `/action/params/questions/${at}`, as: "action" }]
}
