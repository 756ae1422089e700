// The score of a conversation: of the choices that were answered with, those that have one (spec/2-editor §3; decisions E4).
import type { Answered } from "../conditions/value.ts"

/** `average` is that of the answered questions that have a score, to two decimals; null where there is none. */
export type Score = { readonly total: number; readonly answered: number; readonly average: number | null }

export const scoreOf = (answers: Iterable<Answered>): Score => {
  let [total, answered] = [0, 0]
  for (const { score } of answers) {
    if (typeof score !== "number") continue
    total += score
    answered++
  }
  return { total, answered, average: answered === 0 ? null : Number((total / answered).toFixed(2)) }
}
