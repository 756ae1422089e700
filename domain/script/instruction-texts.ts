// Every text of an instruction that respondents read, in every language: for searching, and for comparing revisions.
import { listChoiceTexts } from "../questions/choices.ts"
import type { Choice } from "../questions/question.ts"
import { getQuestionText, questionTextFields } from "../questions/question-texts.ts"
import type { ScoreRange } from "./action.ts"
import type { Instruction } from "./instruction.ts"
import { getScoreParams } from "./score-ranges.ts"

/**
 * A text of an instruction. A message is HTML, everything else is plain text. `field` is the name of a question's field, and `n` the number
 * of a range from 1. A `locale` of null stands for the language of the script.
 */
export type InstructionText =
  | { readonly of: "message"; readonly locale: string; readonly content: string }
  | { readonly of: "choice"; readonly choice: Choice; readonly locale: string; readonly content: string }
  | { readonly of: "field"; readonly field: string; readonly locale: string | null; readonly content: string }
  | { readonly of: "closing"; readonly locale: string | null; readonly content: string }
  | { readonly of: "rangeLabel"; readonly range: ScoreRange; readonly n: number; readonly locale: string; readonly content: string }
  | { readonly of: "range"; readonly range: ScoreRange; readonly n: number; readonly locale: string; readonly content: string }

/** Returns the texts of an instruction, also blank ones: message, choices, fields of the question, closing text, and score ranges. */
export const listInstructionTexts = (instruction: Instruction): ReadonlyArray<InstructionText> => {
  const { messages, question, action } = instruction
  return [
    ...messages.map(({ locale, content }) => ({ of: "message" as const, locale, content })),
    ...(question?.choices ?? []).flatMap((choice) =>
      listChoiceTexts(choice).map(({ locale, content }) => ({ of: "choice" as const, choice, locale, content })),
    ),
    ...(question
      ? questionTextFields.map((field) => ({ of: "field" as const, field, locale: null, content: getQuestionText(question, field) }))
      : []),
    ...(question?.translations ?? []).map(({ field, locale, content }) => ({ of: "field" as const, field, locale, content })),
    ...(action?.type === "end" ? listClosingTexts(action.params) : []),
    ...(getScoreParams(instruction)?.ranges ?? []).flatMap((range, index) =>
      (range.labels ?? []).map(({ locale, content }) => ({ of: "rangeLabel" as const, range, n: index + 1, locale, content })),
    ),
    ...(getScoreParams(instruction)?.ranges ?? []).flatMap((range, index) =>
      listChoiceTexts(range).map(({ locale, content }) => ({ of: "range" as const, range, n: index + 1, locale, content })),
    ),
  ]
}

type EndParams = Extract<NonNullable<Instruction["action"]>, { readonly type: "end" }>["params"]

const listClosingTexts = ({ message, translations }: EndParams): ReadonlyArray<InstructionText> => [
  { of: "closing", locale: null, content: message ?? "" },
  ...(translations ?? []).map(({ locale, content }) => ({ of: "closing" as const, locale, content })),
]
