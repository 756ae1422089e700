// A number or an amount of money, typed; one on a slider has a control of its own.
import { useState } from "react"
import { currencies } from "../../../../../domain/questions/currency.ts"
import { numberLimits } from "../../../../../domain/questions/limits.ts"
import type { Question } from "../../../../../domain/questions/question.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { AnswerProps } from "./Answer.tsx"
import classes from "./answer.module.css"
import { begin } from "./begin.ts"
import { SliderAnswer } from "./SliderAnswer.tsx"

export const NumberAnswer = (props: AnswerProps) => {
  const { question } = props
  if (question.type === "numeric")
    return question.options?.hasSlider ? <SliderAnswer {...props} question={question} /> : <Typed {...props} question={question} />
  return question.type === "currency" ? <Typed {...props} question={question} /> : null
}

type NumberQuestion = Extract<Question, { readonly type: "numeric" | "currency" }>

const Typed = ({ question, problem, onGive }: AnswerProps & { readonly question: NumberQuestion }) => {
  const t = useWords()
  const [text, write] = useState("")
  const { least, most } = numberLimits(question.options ?? {})
  return (
    <form
      className={classes["line"]}
      onSubmit={(event) => {
        event.preventDefault()
        onGive(text)
      }}
    >
      {question.type === "currency" && <span className={classes["unit"]}>{currencies[question.options?.currency ?? 1]}</span>}
      <input
        ref={begin}
        aria-label={t("talk.answer")}
        aria-describedby={problem}
        aria-invalid={problem !== undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder={question.placeholder || (least !== null && most !== null ? `${least} – ${most}` : "")}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <button type="submit" className={classes["send"]}>
        {t("talk.send")}
      </button>
    </form>
  )
}
