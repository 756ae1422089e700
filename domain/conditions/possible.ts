// Which answers an instruction can have had by the time a condition asks for it, as far as a script tells.
import { choiceLimits, dayLimits, numberLimits, singles } from "../questions/limits.ts"
import type { Choice, Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale.ts"
import type { Instruction } from "../script/instruction.ts"
import { chosen, onScale } from "./answered.ts"
import type { Answered } from "./value.ts"

/**
 * No answer at all is always possible beside these. Bounds are inclusive, null where there is none. `recalls`: texts of choices recall
 * what was answered before, so that they are not known here.
 */
export type Possible =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "OneOf"; readonly answers: ReadonlyArray<Answered>; readonly isChoice: boolean; readonly recalls: boolean }
  | {
      readonly _tag: "Several"
      readonly choices: ReadonlyArray<Choice>
      readonly fewest: number
      readonly most: number
      readonly recalls: boolean
    }
  | { readonly _tag: "Number"; readonly least: number | null; readonly most: number | null; readonly decimals: number }
  | { readonly _tag: "Day"; readonly first: string | null; readonly last: string | null }
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
      return {
        _tag: "OneOf",
        answers: (question.choices ?? []).map((choice) => chosen(choice, question.options)),
        isChoice: true,
        recalls: recalls(question),
      }
    case "multiple": {
      const { fewest, most } = choiceLimits(question)
      return {
        _tag: "Several",
        choices: question.choices ?? [],
        fewest: singles(question).length > 0 ? 1 : fewest,
        most,
        recalls: recalls(question),
      }
    }
    case "numeric":
    case "currency":
      return { _tag: "Number", ...numberLimits(question.options ?? {}) }
    case "nps":
    case "starRating":
    case "emoji":
      return { _tag: "OneOf", answers: scaleValues(question).map(onScale), isChoice: false, recalls: false }
    case "date":
      return { _tag: "Day", ...dayLimits(question.options ?? {}) }
    case "file":
      return anythingPossible
    case "open":
    case "email":
      return { _tag: "Text" }
  }
}

const recalls = ({ choices }: Question): boolean => (choices ?? []).some(({ translation }) => translation.content.includes("{{"))
