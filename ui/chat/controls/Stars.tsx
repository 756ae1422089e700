/** @jsxImportSource preact */
// Stars, whole or by halves. Each half is a radio button of its own: arrow keys, tapping and reading out come with it.
import { placeBegun } from "../../../domain/questions/draft.ts"
import { scaleValues, stars } from "../../../domain/questions/scale.ts"
import { useSpeech } from "../speaking.ts"
import { type Props, useBegun } from "./control.ts"
import { Form } from "./Form.tsx"

export const Stars = (props: Props<"starRating">) => {
  const { question, label, problem, give } = props
  const { words, star } = useSpeech()
  const [given, setGiven] = useBegun(props, (draft) => placeBegun(question, draft) ?? 0)
  const values = scaleValues(question)
  return (
    <Form label={label} canSend={given > 0} onSend={() => give(given)}>
      <fieldset class="stars" aria-labelledby={label} aria-describedby={problem}>
        {Array.from({ length: stars }, (_, i) => (
          <span key={i} class="star">
            <span class="star-off" aria-hidden="true">
              {star}
            </span>
            <span class="star-on" aria-hidden="true" style={{ inlineSize: `${Math.min(1, Math.max(0, given - i)) * 100}%` }}>
              <span>{star}</span>
            </span>
            <span class="star-places">
              {values
                .filter((value) => Math.ceil(value) === i + 1)
                .map((value) => (
                  <input
                    key={value}
                    type="radio"
                    name={question.uuid}
                    aria-label={words("give.stars", { value, most: stars })}
                    checked={given === value}
                    onChange={() => setGiven(value)}
                  />
                ))}
            </span>
          </span>
        ))}
      </fieldset>
    </Form>
  )
}
