// Answer controls for numbers, texts, email addresses and dates in a test run.
import { type KeyboardEvent, useState } from "react"
import { getDateLimits, getNumberLimits } from "../../../../domain/questions/answer-limits.ts"
import { currencies } from "../../../../domain/questions/currencies.ts"
import { getSliderMidpoint, getSliderRange, isSliderKey } from "../../../../domain/questions/number-question.ts"
import type { Question } from "../../../../domain/questions/question.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { type AnswerProps, focusOnMount } from "./ChoiceAnswers.tsx"
import classes from "./TestAnswerControl.module.css"

type Props = AnswerProps & { readonly question: Extract<Question, { readonly type: "numeric" }> }

/** [Q11] A slider; as in real chats, it must be set before it can be sent. */
export const SliderAnswer = ({ question, problem, onAnswer }: Props) => {
  const t = useTranslate()
  const [value, setValue] = useState<number | null>(null)
  const range = getSliderRange(question.options ?? {})
  const { hasLabel, lowerBoundLabel, upperBoundLabel } = question.options ?? {}
  const updateValue = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => setValue(currentTarget.valueAsNumber)
  return (
    <form
      className={classes["line"]}
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== null) onAnswer(value)
      }}
    >
      <div className={classes["slider"]}>
        <input
          ref={focusOnMount}
          aria-label={t("talk.answer")}
          aria-describedby={[hintId, problem].filter(Boolean).join(" ")}
          aria-invalid={problem !== undefined}
          type="range"
          min={range.least}
          max={range.most}
          step={range.step}
          value={value ?? getSliderMidpoint(range)}
          onChange={updateValue}
          onClick={updateValue}
          onKeyDown={(event) => isSliderKey(event.key) && updateValue(event)}
        />
        <output>{value ?? "–"}</output>
        {hasLabel && (
          <>
            <span>{lowerBoundLabel}</span>
            <span>{upperBoundLabel}</span>
          </>
        )}
        <small id={hintId}>{t("talk.slider")}</small>
      </div>
      <button type="submit" className={classes["send"]} disabled={value === null}>
        {t("talk.send")}
      </button>
    </form>
  )
}

const hintId = "answer-slider"

export const NumberAnswer = (props: AnswerProps) => {
  const { question } = props
  if (question.type === "numeric")
    return question.options?.hasSlider ? <SliderAnswer {...props} question={question} /> : <NumberInput {...props} question={question} />
  return question.type === "currency" ? <NumberInput {...props} question={question} /> : null
}

type NumberQuestion = Extract<Question, { readonly type: "numeric" | "currency" }>

const NumberInput = ({ question, problem, onAnswer }: AnswerProps & { readonly question: NumberQuestion }) => {
  const t = useTranslate()
  const [text, setText] = useState("")
  const { least, most } = getNumberLimits(question.options ?? {})
  return (
    <form
      className={classes["line"]}
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(text)
      }}
    >
      {question.type === "currency" && <span className={classes["unit"]}>{currencies[question.options?.currency ?? 1]}</span>}
      <input
        ref={focusOnMount}
        aria-label={t("talk.answer")}
        aria-describedby={problem}
        aria-invalid={problem !== undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder={question.placeholder || (least !== null && most !== null ? `${least} – ${most}` : "")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className={classes["send"]}>
        {t("talk.send")}
      </button>
    </form>
  )
}

export const TextAnswer = ({ question, problem, onAnswer }: AnswerProps) => {
  const t = useTranslate()
  const [text, setText] = useState("")
  const common = {
    "aria-label": t("talk.answer"),
    "aria-describedby": problem,
    "aria-invalid": problem !== undefined,
    placeholder: question.placeholder ?? "",
    value: text,
    dir: "auto",
  } as const
  const isLong = question.type === "open" && question.options?.boxSize !== "singleline"
  return (
    <form
      className={classes["line"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(text)
      }}
    >
      {isLong ? (
        <textarea
          ref={focusOnMount}
          {...common}
          rows={3}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
      ) : (
        <input ref={focusOnMount} {...common} {...getInputProps(question)} onChange={(event) => setText(event.currentTarget.value)} />
      )}
      <button type="submit" className={classes["send"]}>
        {t("talk.send")}
      </button>
    </form>
  )
}

const getInputProps = (question: AnswerProps["question"]) => {
  if (question.type === "email") return { type: "email", autoComplete: "email" } as const
  if (question.type !== "date") return { type: "text", autoComplete: "off" } as const
  const { first, last } = getDateLimits(question.options ?? {})
  return { type: "date", min: first ?? undefined, max: last ?? undefined } as const
}

/** Enter sends the answer; Shift+Enter begins a new line. */
const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
