/** @jsxImportSource preact */
// Several choices: boxes to tick, and a button when it is enough.
import { picksBegun } from "../../../domain/questions/draft.ts"
import { choiceLimits } from "../../../domain/questions/limits.ts"
import { canPick, isEnough, withPick } from "../../../domain/questions/picking.ts"
import type { Choice } from "../../../domain/questions/question.ts"
import { type Speech, useSpeech } from "../speaking.ts"
import { wordedIn } from "../worded-in.ts"
import { type Props, useBegun } from "./control.ts"
import { Form } from "./Form.tsx"
import { SearchedChoices } from "./SearchedChoices.tsx"

export const Multiple = (props: Props<"multiple">) => {
  const { question, label, problem, give } = props
  const speech = useSpeech()
  const hint = howMany(question, speech)
  const [picked, setPicked] = useBegun(props, (draft) => picksBegun(question, draft))
  return (
    <Form label={label} canSend={isEnough(question, picked)} onSend={() => give(picked)}>
      {hint !== null && (
        <p class="hint" id="how-many">
          {hint}
        </p>
      )}
      <SearchedChoices question={question} label={label} hint={hint === null ? undefined : "how-many"}>
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
              <span {...wordedIn(translation.locale, speech.language)}>{translation.content}</span>
            </label>
          ))
        }
      </SearchedChoices>
    </Form>
  )
}

/** How many are to be chosen, where that is not left open. */
const howMany = (question: Props<"multiple">["question"], { words }: Speech): string | null => {
  const { fewest, most } = choiceLimits(question)
  const count = question.choices?.length ?? 0
  if (most < count) return fewest > 1 ? words("give.between", { fewest, most }) : words("give.most", { most })
  return fewest > 1 ? words("give.fewest", { fewest }) : null
}
