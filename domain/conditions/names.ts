// Which instruction a name stands for (decisions "Instruction names"): without regard to case, and of several the first.
import type { Instruction } from "../script/instruction.ts"
import { nameKey, nameOf } from "../script/name.ts"

/** The places of instructions by the keys of their names. */
export type Places = ReadonlyMap<string, number>

export const placesOf = (instructions: ReadonlyArray<Pick<Instruction, "label" | "order">>): Places => {
  const places = new Map<string, number>()
  for (const [place, instruction] of instructions.entries()) {
    const key = nameKey(nameOf(instruction))
    if (!places.has(key)) places.set(key, place)
  }
  return places
}
