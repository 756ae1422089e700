// Several choices: a tick each, then sent together.
import { useState } from "react"
import { foundChoices } from "../../../../../domain/questions/choice-search.ts"
import { choiceLimits } from "../../../../../domain/questions/limits.ts"
import { withPick } from "../../../../../domain/questions/picking.ts"
import { useWords } from "../../../../kit/words.tsx"
import type { AnswerProps } from "./Answer.tsx"
import classes from "./answer.module.css"
import { begin } from "./begin.ts"
import { SearchField } from "./SearchField.tsx"

export const MultipleAnswer = ({ question, problem, onGive }: AnswerProps) => {
  const t = useWords()
  const [sought, seek] = useState("")
  const [values, pick] = useState<ReadonlyArray<number>>([])
  if (question.type !== "multiple") return null
  const { fewest, most } = choiceLimits(question)
  const choices = foundChoices(question.choices ?? [], question.options ?? {}, question.options?.search ? sought : "")
  return (
    <form
      className={classes["several"]}
      onSubmit={(event) => {
        event.preventDefault()
        onGive(values)
      }}
    >
      {question.options?.search === true && <SearchField placeholder={question.placeholder} value={sought} onSeek={seek} />}
      <fieldset className={classes["choices"]} data-columns={question.options?.columns ?? 1} aria-describedby={problem}>
        <legend>{t("talk.several", { fewest, most })}</legend>
        {choices.map(({ uuid, value, translation }, place) => (
          <label key={uuid} className={classes["choice"]} dir="auto">
            <input
              ref={place === 0 ? begin : undefined}
              type="checkbox"
              checked={values.includes(value)}
              onChange={() => pick(withPick(question, values, value))}
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
