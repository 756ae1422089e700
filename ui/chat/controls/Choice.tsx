/** @jsxImportSource preact */
// One choice of several: buttons that answer at once, with a search above them where it is asked for, or a list to open.
import { useState } from "preact/hooks"
import { isDropdown } from "../../../domain/questions/choice-search.ts"
import type { Choice as Offered } from "../../../domain/questions/question.ts"
import { useSpeech } from "../speaking.ts"
import type { Props } from "./control.ts"
import { Form } from "./Form.tsx"
import { SearchedChoices } from "./SearchedChoices.tsx"

export const Choice = (props: Props<"choice">) => {
  const { question, label, give } = props
  if (isDropdown(question.options ?? {})) return <Dropdown {...props} />
  return (
    <SearchedChoices question={question} label={label}>
      {(choices: ReadonlyArray<Offered>) =>
        choices.map((choice) => (
          <button key={choice.uuid} class="choice" type="button" onClick={() => give(choice.value)}>
            {choice.translation.content}
          </button>
        ))
      }
    </SearchedChoices>
  )
}

const Dropdown = ({ question, label, problem, give }: Props<"choice">) => {
  const { words } = useSpeech()
  const [value, setValue] = useState("")
  return (
    <Form label={label} canSend={value !== ""} onSend={() => give(Number(value))} isLine>
      <select
        class="field"
        aria-labelledby={label}
        aria-describedby={problem}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      >
        <option value="" disabled>
          {question.placeholder || words("give.choose")}
        </option>
        {(question.choices ?? []).map((choice) => (
          <option key={choice.uuid} value={choice.value}>
            {choice.translation.content}
          </option>
        ))}
      </select>
    </Form>
  )
}
