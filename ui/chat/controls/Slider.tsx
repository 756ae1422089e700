/** @jsxImportSource preact */
// A number on a slider, with what its ends mean.
import { numberBegun } from "../../../domain/questions/draft.ts"
import { numberLimits } from "../../../domain/questions/limits.ts"
import { useSpeech } from "../speaking.ts"
import { type Props, useBegun } from "./control.ts"
import { Form } from "./Form.tsx"

export const Slider = (props: Props<"numeric">) => {
  const { question, label, problem, give } = props
  const { language } = useSpeech()
  const { stepSize, hasLabel, lowerBoundLabel, upperBoundLabel } = question.options ?? {}
  const { decimals, ...limits } = numberLimits(question.options ?? {})
  const [least, most] = [limits.least ?? 0, limits.most ?? 100]
  const step = stepSize ?? 1
  const [value, setValue] = useBegun(props, (draft) => numberBegun({ least, most, decimals, step }, draft))
  const format = new Intl.NumberFormat(language)
  const filled = most > least ? ((value - least) / (most - least)) * 100 : 0
  return (
    <Form label={label} canSend onSend={() => give(value)}>
      <div class="slider">
        <output aria-hidden="true">{format.format(value)}</output>
        <input
          type="range"
          min={least}
          max={most}
          step={step}
          value={value}
          aria-labelledby={label}
          aria-describedby={["slider-ends", problem ?? ""].join(" ").trim()}
          style={{ "--filled": `${filled}%` }}
          onInput={({ currentTarget }) => setValue(currentTarget.valueAsNumber)}
        />
        <p class="ends" id="slider-ends">
          <span>{(hasLabel === true && lowerBoundLabel) || format.format(least)}</span>
          <span>{(hasLabel === true && upperBoundLabel) || format.format(most)}</span>
        </p>
      </div>
    </Form>
  )
}
