// Days as answers (spec/3-community §9; decisions Q5, E1).
import { readDate } from "../questions/date.ts"
import { dayLimits } from "../questions/limits.ts"
import type { Question } from "../questions/question.ts"
import { type Read, wrong } from "./answer-read.ts"

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** Reads a date in any of the forms that can be typed; it is kept as `YYYY-MM-DD`. */
export const readDay = (options: DateOptions, given: unknown): Read => {
  const day = typeof given === "string" ? readDate(given) : undefined
  if (day === undefined) return wrong("answer.date")
  const { first, last } = dayLimits(options)
  if (first !== null && day < first) return wrong("answer.early", { first })
  return last !== null && day > last ? wrong("answer.late", { last }) : { ok: true, value: day }
}
