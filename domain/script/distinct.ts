// Instructions out of a file of which two go by one uuid: what is done with one would be done with both (decisions F7).
import type { Instruction } from "./instruction.ts"

type List = ReadonlyArray<Instruction>

/**
 * [F7] The list with a uuid of its own for each instruction, and for each choice of a question, that has one which stands for another
 * before it. What is named by such a uuid is the first that has it. Where none has, the list is the same object.
 */
export const distinct = (list: List, fresh: () => string): List => {
  const owned = own(list, fresh)
  const next = owned.map((it) => {
    const choices = it.question?.choices
    if (!it.question || !choices) return it
    const owning = own(choices, fresh)
    return owning === choices ? it : { ...it, question: { ...it.question, choices: owning } }
  })
  return next.every((it, place) => it === list[place]) ? list : next
}

const own = <It extends { readonly uuid: string }>(list: ReadonlyArray<It>, fresh: () => string): ReadonlyArray<It> => {
  const seen = new Set<string>()
  const next = list.map((it) => {
    const isTaken = seen.has(it.uuid)
    seen.add(it.uuid)
    return isTaken ? { ...it, uuid: fresh() } : it
  })
  return next.every((it, place) => it === list[place]) ? list : next
}
