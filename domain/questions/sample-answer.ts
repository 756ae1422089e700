// A valid answer to any question, for previews and for conversations that show what a script does.

import { getChoiceLimits, getTextLengthLimits, listExclusiveChoices } from "./answer-limits.ts"
import type { Question } from "./question.ts"
import { listScaleValues } from "./scale-question.ts"

type SampleAnswer = number | string | ReadonlyArray<number> | null

/** Returns a valid answer to the question, the same one each time; null if it has none. */
export const createSampleAnswer = (question: Question): SampleAnswer => {
  switch (question.type) {
    case "choice":
      return question.choices?.[0]?.value ?? null
    case "multiple":
      return pickChoices(question)
    case "open": {
      const { min, most } = getTextLengthLimits(question.options ?? {})
      return createText(min, most)
    }
    case "email":
      return "respondent@example.org"
    case "numeric":
    case "currency":
      return question.options?.minimum ?? Math.min(1, question.options?.maximum ?? 1)
    case "starRating":
    case "emoji":
    case "nps":
      return listScaleValues(question).at(-1) ?? null
    case "date":
      return question.options?.minimum || question.options?.maximum || "2024-02-29"
    case "file":
      return `https://example.org/answer.${question.options?.extensions?.[0] ?? "png"}`
  }
}

/** As few choices as permitted; an exclusive one only if there are not enough others. */
const pickChoices = (question: Extract<Question, { readonly type: "multiple" }>): ReadonlyArray<number> => {
  const exclusive = listExclusiveChoices(question)
  const { fewest } = getChoiceLimits(question)
  const combined = (question.choices ?? []).filter((choice) => !exclusive.includes(choice)).slice(0, fewest)
  return (combined.length < fewest ? exclusive.slice(0, 1) : combined).map(({ value }) => value)
}

const sample = "An answer in the respondent's own words."

/** A text of `minLength` to `maxLength` characters. */
const createText = (minLength: number, maxLength: number): string =>
  sample.repeat(Math.ceil(minLength / sample.length)).slice(0, Math.min(maxLength, Math.max(minLength, sample.length)))
