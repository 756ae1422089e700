// An answer that is written: in own words, an email address, a day.
import { type KeyboardEvent, useState } from "react"
import { dayLimits } from "../../../../../domain/questions/limits.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { AnswerProps } from "./Answer.tsx"
import classes from "./answer.module.css"
import { begin } from "./begin.ts"

export const TextAnswer = ({ question, problem, onGive }: AnswerProps) => {
  const t = useWords()
  const [text, write] = useState("")
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
        onGive(text)
      }}
    >
      {isLong ? (
        <textarea ref={begin} {...common} rows={3} onChange={(event) => write(event.currentTarget.value)} onKeyDown={sendOnEnter} />
      ) : (
        <input ref={begin} {...common} {...kindOf(question)} onChange={(event) => write(event.currentTarget.value)} />
      )}
      <button type="submit" className={classes["send"]}>
        {t("talk.send")}
      </button>
    </form>
  )
}

const kindOf = (question: AnswerProps["question"]) => {
  if (question.type === "email") return { type: "email", autoComplete: "email" } as const
  if (question.type !== "date") return { type: "text", autoComplete: "off" } as const
  const { first, last } = dayLimits(question.options ?? {})
  return { type: "date", min: first ?? undefined, max: last ?? undefined } as const
}

/** Enter sends, with Shift it begins a line. */
const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
