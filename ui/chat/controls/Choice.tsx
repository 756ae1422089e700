/** @jsxImportSource preact */
// One choice of several: buttons that answer at once, with a search above them where it is asked for, or a list to open.
import { isDropdown } from "../../../domain/questions/choice-search.ts"
import { choiceBegun } from "../../../domain/questions/draft.ts"
import type { Choice as Offered } from "../../../domain/questions/question.ts"
import { useSpeech } from "../speaking.ts"
import { wordedIn } from "../worded-in.ts"
import { type Props, useBegun } from "./control.ts"
import { Form } from "./Form.tsx"
import { SearchedChoices } from "./SearchedChoices.tsx"

export const Choice = (props: Props<"choice">) => {
  const { question, label, give } = props
  const { language } = useSpeech()
  if (isDropdown(question.options ?? {})) return <Dropdown {...props} />
  return (
    <SearchedChoices question={question} label={label}>
      {(choices: ReadonlyArray<Offered>) =>
        choices.map((choice) => (
          <button key={choice.uuid} class="choice" type="button" onClick={() => give(choice.value)}>
            <span {...wordedIn(choice.translation.locale, language)}>{choice.translation.content}</span>
          </button>
        ))
      }
    </SearchedChoices>
  )
}

const Dropdown = (props: Props<"choice">) => {
  const { question, label, problem, give } = props
  const { words, language } = useSpeech()
  const [value, setValue] = useBegun(props, (draft) => choiceBegun(question, draft))
  return (
    <Form label={label} canSend={value !== null} onSend={() => give(value)} isLine>
      <select
        class="field"
        aria-labelledby={label}
        aria-describedby={problem}
        value={value ?? ""}
        onChange={({ currentTarget }) => setValue(Number(currentTarget.value))}
      >
        <option value="" disabled>
          {question.placeholder || words("give.choose")}
        </option>
        {(question.choices ?? []).map((choice) => (
          <option key={choice.uuid} value={choice.value} {...wordedIn(choice.translation.locale, language)}>
            {choice.translation.content}
          </option>
        ))}
      </select>
    </Form>
  )
}
