// The control with which a question is answered: what is given goes to the engine, which reads or refuses it.
import type { ComponentType } from "react"
import type { Question } from "../../../../../domain/questions/question.ts"
import { useWords } from "../../../../kit/words.tsx"
import classes from "./answer.module.css"
import { ChoiceAnswer } from "./ChoiceAnswer.tsx"
import { FileAnswer } from "./FileAnswer.tsx"
import { MultipleAnswer } from "./MultipleAnswer.tsx"
import { NumberAnswer } from "./NumberAnswer.tsx"
import { ScaleAnswer } from "./ScaleAnswer.tsx"
import { TextAnswer } from "./TextAnswer.tsx"

export type AnswerProps = {
  readonly question: Question
  /** The id of what is wrong with the last answer, for those who are read to. */
  readonly problem: string | undefined
  readonly onGive: (given: unknown) => void
}

const controls = {
  choice: ChoiceAnswer,
  multiple: MultipleAnswer,
  open: TextAnswer,
  email: TextAnswer,
  date: TextAnswer,
  numeric: NumberAnswer,
  currency: NumberAnswer,
  nps: ScaleAnswer,
  starRating: ScaleAnswer,
  emoji: ScaleAnswer,
  file: FileAnswer,
} as const satisfies Record<Question["type"], ComponentType<AnswerProps>>

/** `said` is the problem with the last answer, in words; null where there is none. */
export const Answer = ({ said, ...props }: Omit<AnswerProps, "problem"> & { readonly said: string | null }) => {
  const t = useWords()
  const Control = controls[props.question.type]
  return (
    <div className={classes["answer"]}>
      <Control {...props} problem={said === null ? undefined : problemId} />
      {said !== null && (
        <p id={problemId} role="alert" className={classes["problem"]}>
          {said}
        </p>
      )}
      {props.question.skipable === true && (
        <button type="button" className={classes["skip"]} onClick={() => props.onGive(null)}>
          {t("talk.skip")}
        </button>
      )}
    </div>
  )
}

const problemId = "answer-problem"
