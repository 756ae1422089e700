// Answer controls for single and multiple choice questions in a test run.

import { useState } from "react"
import { getChoiceLimits } from "../../../../domain/questions/answer-limits.ts"
import { togglePick } from "../../../../domain/questions/choice-question.ts"
import { isDropdown, searchChoices } from "../../../../domain/questions/choices.ts"
import type { Question } from "../../../../domain/questions/question.ts"
import type { Language } from "../../../../domain/text/language.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import classes from "./TestAnswerControl.module.css"

/** Ref callback that focuses the first control of an answer, so that a test needs no pointer. */
export const focusOnMount = (control: HTMLElement | null): void => control?.focus({ preventScroll: true })

type Props = { readonly placeholder: string | null | undefined; readonly value: string; readonly onSearch: (text: string) => void }

export const ChoiceSearchField = ({ placeholder, value, onSearch }: Props) => {
  const t = useTranslate()
  return (
    <input
      type="search"
      className={classes["search"]}
      aria-label={t("talk.search")}
      placeholder={placeholder || t("talk.search")}
      value={value}
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
  )
}

export const ChoiceAnswer = ({ question, problem, onAnswer }: AnswerProps) => {
  const t = useTranslate()
  const [query, setQuery] = useState("")
  const [chosen, setChosen] = useState("")
  if (question.type !== "choice") return null
  const choices = searchChoices(question.choices ?? [], question.options ?? {}, question.options?.search ? query : "")
  if (isDropdown(question.options ?? {}))
    return (
      <form
        className={classes["line"]}
        onSubmit={(event) => {
          event.preventDefault()
          onAnswer(chosen === "" ? null : chosen)
        }}
      >
        <select
          ref={focusOnMount}
          aria-label={t("talk.answer")}
          aria-describedby={problem}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <option value="">{question.placeholder || t("talk.choose")}</option>
          {choices.map(({ uuid, translation }) => (
            <option key={uuid} value={uuid}>
              {translation.content}
            </option>
          ))}
        </select>
        <button type="submit" className={classes["send"]}>
          {t("talk.send")}
        </button>
      </form>
    )
  return (
    <>
      {question.options?.search === true && <ChoiceSearchField placeholder={question.placeholder} value={query} onSearch={setQuery} />}
      <div className={classes["choices"]} data-columns={question.options?.columns ?? 1}>
        {choices.map(({ uuid, translation }, index) => (
          <button
            key={uuid}
            ref={index === 0 ? focusOnMount : undefined}
            type="button"
            className={classes["choice"]}
            dir="auto"
            onClick={() => onAnswer(uuid)}
          >
            {translation.content}
          </button>
        ))}
      </div>
    </>
  )
}

export const MultipleAnswer = ({ question, problem, onAnswer }: AnswerProps) => {
  const t = useTranslate()
  const [query, setQuery] = useState("")
  const [values, setValues] = useState<ReadonlyArray<number>>([])
  if (question.type !== "multiple") return null
  const { fewest, most } = getChoiceLimits(question)
  const choices = searchChoices(question.choices ?? [], question.options ?? {}, question.options?.search ? query : "")
  return (
    <form
      className={classes["several"]}
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(values)
      }}
    >
      {question.options?.search === true && <ChoiceSearchField placeholder={question.placeholder} value={query} onSearch={setQuery} />}
      <fieldset className={classes["choices"]} data-columns={question.options?.columns ?? 1} aria-describedby={problem}>
        <legend>{t("talk.several", { fewest, most })}</legend>
        {choices.map(({ uuid, value, translation }, index) => (
          <label key={uuid} className={classes["choice"]} dir="auto">
            <input
              ref={index === 0 ? focusOnMount : undefined}
              type="checkbox"
              checked={values.includes(value)}
              onChange={() => setValues(togglePick(question, values, value))}
            />
            {translation.content}
          </label>
        ))}
      </fieldset>
      <button type="submit" className={classes["send"]}>
        {t("talk.send")}
      </button>
    </form>
  )
}

export type AnswerProps = {
  readonly question: Question
  /** The language of the test. */
  readonly language: Language
  /** The id of the error message about the last answer, for screen readers. */
  readonly problem: string | undefined
  readonly onAnswer: (answer: unknown) => void
}
