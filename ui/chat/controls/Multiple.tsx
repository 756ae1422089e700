/** @jsxImportSource preact */
// Several choices: boxes to tick, and a button when it is enough.
import { picksBegun } from "../../../domain/questions/draft.ts"
import { choiceLimits } from "../../../domain/questions/limits.ts"
import { canPick, isEnough, withPick } from "../../../domain/questions/picking.ts"
import type { Choice } from "../../../domain/questions/question.ts"
import { useSpeech } from "../speaking.ts"
import { type Props, useBegun } from "./control.ts"
import { Form } from "./Form.tsx"
import { SearchedChoices } from "./SearchedChoices.tsx"

export const Multiple = (props: Props<"multiple">) => {
  const { question, label, problem, give } = props
  const [picked, setPicked] = useBegun(props, (draft) => picksBegun(question, draft))
  return (
    <Form label={label} canSend={isEnough(question, picked)} onSend={() => give(picked)}>
      <Hint question={question} />
      <SearchedChoices question={question} label={label}>
        {(choices: ReadonlyArray<Choice>) =>
          choices.map(({ uuid, value, translation }) => (
            <label key={uuid} class="choice tick">
              <input
                type="checkbox"
                checked={picked.includes(value)}
                disabled={!canPick(question, picked, value)}
                aria-describedby={problem}
                onChange={() => setPicked(withPick(question, picked, value))}
              />
              <span>{translation.content}</span>
            </label>
          ))
        }
      </SearchedChoices>
    </Form>
  )
}

const Hint = ({ question }: Pick<Props<"multiple">, "question">) => {
  const { words } = useSpeech()
  const { fewest, most } = choiceLimits(question)
  const count = question.choices?.length ?? 0
  if (most < count) return <p class="hint">{fewest > 1 ? words("give.between", { fewest, most }) : words("give.most", { most })}</p>
  return fewest > 1 ? <p class="hint">{words("give.fewest", { fewest })}</p> : null
}
