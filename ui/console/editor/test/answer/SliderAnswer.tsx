// A number on a slider: it has to be set before it can be sent, as respondents have to (decisions Q11).
import { useState } from "react"
import type { Question } from "../../../../../domain/questions/question.ts"
import { setsSlider, sliderMiddle, sliderRange } from "../../../../../domain/questions/slider-place.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { AnswerProps } from "./Answer.tsx"
import classes from "./answer.module.css"
import { begin } from "./begin.ts"

type Props = AnswerProps & { readonly question: Extract<Question, { readonly type: "numeric" }> }

export const SliderAnswer = ({ question, problem, onGive }: Props) => {
  const t = useWords()
  const [set, write] = useState<number | null>(null)
  const range = sliderRange(question.options ?? {})
  const { hasLabel, lowerBoundLabel, upperBoundLabel } = question.options ?? {}
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => write(currentTarget.valueAsNumber)
  return (
    <form
      className={classes["line"]}
      onSubmit={(event) => {
        event.preventDefault()
        if (set !== null) onGive(set)
      }}
    >
      <div className={classes["slider"]}>
        <input
          ref={begin}
          aria-label={t("talk.answer")}
          aria-describedby={[hintId, problem].filter(Boolean).join(" ")}
          aria-invalid={problem !== undefined}
          type="range"
          min={range.least}
          max={range.most}
          step={range.step}
          value={set ?? sliderMiddle(range)}
          onChange={take}
          onClick={take}
          onKeyDown={(event) => setsSlider(event.key) && take(event)}
        />
        <output>{set ?? "–"}</output>
        {hasLabel && (
          <>
            <span>{lowerBoundLabel}</span>
            <span>{upperBoundLabel}</span>
          </>
        )}
        <small id={hintId}>{t("talk.slider")}</small>
      </div>
      <button type="submit" className={classes["send"]} disabled={set === null}>
        {t("talk.send")}
      </button>
    </form>
  )
}

const hintId = "answer-slider"
