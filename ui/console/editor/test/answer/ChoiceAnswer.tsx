// One of several choices: a button each, or a list to choose from.
import { useState } from "react"
import { foundChoices, isDropdown } from "../../../../../domain/questions/choice-search.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { AnswerProps } from "./Answer.tsx"
import classes from "./answer.module.css"
import { begin } from "./begin.ts"
import { SearchField } from "./SearchField.tsx"

export const ChoiceAnswer = ({ question, problem, onGive }: AnswerProps) => {
  const t = useWords()
  const [sought, seek] = useState("")
  const [chosen, choose] = useState("")
  if (question.type !== "choice") return null
  const choices = foundChoices(question.choices ?? [], question.options ?? {}, question.options?.search ? sought : "")
  if (isDropdown(question.options ?? {}))
    return (
      <form
        className={classes["line"]}
        onSubmit={(event) => {
          event.preventDefault()
          onGive(chosen === "" ? null : chosen)
        }}
      >
        <select
          ref={begin}
          aria-label={t("talk.answer")}
          aria-describedby={problem}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
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
      {question.options?.search === true && <SearchField placeholder={question.placeholder} value={sought} onSeek={seek} />}
      <div className={classes["choices"]} data-columns={question.options?.columns ?? 1}>
        {choices.map(({ uuid, translation }, place) => (
          <button
            key={uuid}
            ref={place === 0 ? begin : undefined}
            type="button"
            className={classes["choice"]}
            dir="auto"
            onClick={() => onGive(uuid)}
          >
            {translation.content}
          </button>
        ))}
      </div>
    </>
  )
}
