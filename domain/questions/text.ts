// Texts as answers: how short and how long an open answer may be (spec/2-editor §5, §9).
import type { Finding } from "../finding.ts"
import { boundsFindings, wholeFindings } from "./bounds.ts"
import { isDropdown } from "./choice-search.ts"
import type { Question } from "./question.ts"

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/** "Open answer: minimum length at least 1 … defaults 1 and 1024" (spec/2-editor §5). */
export const openLengths = { least: 1, minimum: 1, maximum: 1024 } as const
/** [E1] Characters of the longest text that can be given as an answer, whatever its question says: more is not sent, and not taken. */
export const longestText = 65_000
/** "Placeholder and URL-like inputs at most 1024" (spec/2-editor §5), in code points. */
export const longestPlaceholder = 1024

/** [Q10] Whether respondents can come to see a question's placeholder: in an empty box, in a list to open, in the search among choices. */
export const showsPlaceholder = (question: Question): boolean => {
  switch (question.type) {
    case "open":
    case "email":
    case "currency":
      return true
    case "numeric":
      return question.options?.hasSlider !== true
    case "choice":
      return isDropdown(question.options ?? {}) || question.options?.search === true
    case "multiple":
      return question.options?.search === true
    default:
      return false
  }
}

/** Rule `open-bounds`; `at` points to the options. */
export const openFindings = (options: OpenOptions, at: string): ReadonlyArray<Finding> => [
  ...boundsFindings("open-bounds", options, openLengths.least, at),
  ...wholeFindings("open-bounds", options, at),
]
