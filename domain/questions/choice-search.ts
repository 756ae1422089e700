// Which choices a respondent's search finds (spec/2-editor §3, `searchPattern`).
import { withoutAccents } from "../folded.ts"
import type { Choice, Question } from "./question.ts"

type Options = NonNullable<Extract<Question, { readonly type: "choice" | "multiple" }>["options"]>

/** Whether choices are a list to open: with a search field they stand below that. */
export const isDropdown = ({ dropdown, search }: Pick<Options, "dropdown" | "search">): boolean => dropdown === true && search !== true

/** The choices whose text has what was typed anywhere in it, or, with `start`, at its start; case and accents say nothing. */
export const foundChoices = (
  choices: ReadonlyArray<Choice>,
  { searchPattern }: Pick<Options, "searchPattern">,
  typed: string,
): ReadonlyArray<Choice> => {
  const wanted = plain(typed)
  if (wanted === "") return choices
  return choices.filter(({ translation }) => {
    const text = plain(translation.content)
    return searchPattern === "start" ? text.startsWith(wanted) : text.includes(wanted)
  })
}

const plain = (text: string): string => withoutAccents(text).trim()
