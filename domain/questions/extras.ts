// What a question of choices makes of its choices beside their texts: which of it is used (spec/2-editor §3; decisions E3, E4).
import type { ChoiceQuestion } from "./multiple.ts"
import type { Question } from "./question.ts"

/** Switches of a question, each with what it uses of every choice. */
export const extras = { singles: "single", fixated: "fixed", scores: "score", amounts: "amount" } as const
export type Extra = keyof typeof extras

/** Whether a question uses it: as it was switched, else where a choice has something of it. */
export const uses = ({ options, choices }: ChoiceQuestion, extra: Extra): boolean =>
  options?.[extra] ?? (choices ?? []).some((choice) => isSet(choice[extras[extra]]))

/** Whether an instruction asks for what counts in a score. */
export const isScored = ({ question }: { readonly question?: Question | null | undefined }): boolean =>
  (question?.type === "choice" || question?.type === "multiple") && uses(question, "scores")

/** What a kind of question can use: only where several are chosen can one exclude the others, and only what is mixed can stay in place. */
export const offers = ({ type, options }: ChoiceQuestion): ReadonlyArray<Extra> => [
  ...(type === "multiple" ? (["singles"] as const) : []),
  ...(options?.randomize === true ? (["fixated"] as const) : []),
  "scores",
  "amounts",
]

const isSet = (value: boolean | number | null | undefined): boolean => typeof value === "number" || value === true

/** Into how many columns an author can put the choices of a question. */
export const columnCounts = [1, 2, 3, 4] as const

/** The charts in which live statistics can show the answers; a question without one leaves it to them. */
export const chartTypes = ["bar", "pie"] as const
