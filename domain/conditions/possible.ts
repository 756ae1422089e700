// Which answers an instruction can have had by the time a condition asks for it, as far as a script tells.
import type { Choice, Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale.ts"
import type { Instruction } from "../script/instruction.ts"
import { chosen, onScale } from "./answered.ts"
import type { Answered } from "./value.ts"

/** No answer at all is always possible beside these. Bounds are inclusive, null where there is none; so are decimal places. */
export type Possible =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "OneOf"; readonly answers: ReadonlyArray<Answered>; readonly isChoice: boolean }
  | { readonly _tag: "Several"; readonly choices: ReadonlyArray<Choice>; readonly fewest: number; readonly most: number }
  | { readonly _tag: "Number"; readonly minimum: number | null; readonly maximum: number | null; readonly places: number | null }
  | { readonly _tag: "Day"; readonly minimum: string | null; readonly maximum: string | null }
  | { readonly _tag: "Text" }
  | { readonly _tag: "Anything" }

export const nothingPossible: Possible = { _tag: "Nothing" }
export const anythingPossible: Possible = { _tag: "Anything" }

/** What an instruction that is shown can be answered with; one that asks nothing has no answer. */
export const possibleAnswers = ({ type, question }: Instruction): Possible => {
  if (type === "question") return question === null || question === undefined ? nothingPossible : possibleOf(question)
  return type === "action" || type === "score" ? anythingPossible : nothingPossible
}

const possibleOf = (question: Question): Possible => {
  switch (question.type) {
    case "choice":
      return { _tag: "OneOf", answers: (question.choices ?? []).map(chosen), isChoice: true }
    case "multiple": {
      const choices = question.choices ?? []
      const fewest = Math.max(1, question.options?.minimum ?? 1)
      const most = Math.min(choices.length, question.options?.maximum ?? choices.length)
      return { _tag: "Several", choices, ...(fewest <= most ? { fewest, most } : { fewest: 1, most: choices.length }) }
    }
    case "numeric":
    case "currency": {
      const { minimum = null, maximum = null, precision } = question.options ?? {}
      return { _tag: "Number", ...bounds(minimum, maximum), places: places(precision ?? null) }
    }
    case "nps":
    case "starRating":
    case "emoji":
      return { _tag: "OneOf", answers: scaleValues(question).map(onScale), isChoice: false }
    case "date": {
      const { minimum = null, maximum = null } = question.options ?? {}
      return { _tag: "Day", minimum: minimum === "" ? null : minimum, maximum: maximum === "" ? null : maximum }
    }
    case "open":
    case "email":
    case "file":
      return { _tag: "Text" }
  }
}

/** Bounds that cross are a fault of their own, which the question's check names: here they bound nothing. */
const bounds = (minimum: number | null, maximum: number | null) =>
  minimum !== null && maximum !== null && minimum > maximum ? { minimum: null, maximum: null } : { minimum, maximum }

/** Decimals that the question's check refuses are not relied on. */
const places = (precision: number | null): number | null => (precision !== null && [0, 1, 2].includes(precision) ? precision : null)
