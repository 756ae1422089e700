// A number or an amount of money: typed, or set on a slider.
import { useState } from "react"
import { currencies } from "../../../../../domain/questions/currency.ts"
import { numberLimits } from "../../../../../domain/questions/limits.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { AnswerProps } from "./Answer.tsx"
import classes from "./answer.module.css"
import { begin } from "./begin.ts"

export const NumberAnswer = ({ question, problem, onGive }: AnswerProps) => {
  const t = useWords()
  const [text, write] = useState("")
  if (question.type !== "numeric" && question.type !== "currency") return null
  const { least, most } = numberLimits(question.options ?? {})
  const slides = question.type === "numeric" && question.options?.hasSlider === true && least !== null && most !== null
  const common = { "aria-label": t("talk.answer"), "aria-describedby": problem, "aria-invalid": problem !== undefined }
  const shown = text === "" && slides ? String(least) : text
  return (
    <form
      className={classes["line"]}
      onSubmit={(event) => {
        event.preventDefault()
        onGive(shown)
      }}
    >
      {question.type === "currency" && <span className={classes["unit"]}>{currencies[question.options?.currency ?? 1]}</span>}
      {slides ? (
        <div className={classes["slider"]}>
          <input
            ref={begin}
            {...common}
            type="range"
            min={least}
            max={most}
            step={question.options?.stepSize ?? 1}
            value={shown}
            onChange={(event) => write(event.currentTarget.value)}
          />
          <output>{shown}</output>
          {question.options?.hasLabel && (
            <>
              <span>{question.options.lowerBoundLabel}</span>
              <span>{question.options.upperBoundLabel}</span>
            </>
          )}
        </div>
      ) : (
        <input
          ref={begin}
          {...common}
          inputMode="decimal"
          autoComplete="off"
          placeholder={question.placeholder || (least !== null && most !== null ? `${least} – ${most}` : "")}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
        />
      )}
      <button type="submit" className={classes["send"]}>
        {t("talk.send")}
      </button>
    </form>
  )
}
