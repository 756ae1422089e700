/** @jsxImportSource preact */
// A number on a slider, with what its ends mean. It has to be set before it can be sent: where it stands at first is nobody's answer.
import { numberBegun } from "../../../domain/questions/draft.ts"
import { setsSlider, sliderMiddle, sliderRange } from "../../../domain/questions/slider-place.ts"
import { useSpeech } from "../speaking.ts"
import { type Props, useBegun } from "./control.ts"
import { Form } from "./Form.tsx"

export const Slider = (props: Props<"numeric">) => {
  const { question, label, problem, give } = props
  const { words, language } = useSpeech()
  const { hasLabel, lowerBoundLabel, upperBoundLabel } = question.options ?? {}
  const range = sliderRange(question.options ?? {})
  const { least, most, step } = range
  const [value, setValue] = useBegun(props, (draft) => numberBegun(question, draft))
  const isSet = value !== null
  const stands = value ?? sliderMiddle(range)
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => setValue(currentTarget.valueAsNumber)
  const format = new Intl.NumberFormat(language)
  const filled = isSet && most > least ? ((stands - least) / (most - least)) * 100 : 0
  return (
    <Form label={label} canSend={isSet} onSend={() => give(value)}>
      <div class={isSet ? "slider" : "slider unset"}>
        <output aria-hidden="true">{isSet ? format.format(stands) : "–"}</output>
        <input
          type="range"
          min={least}
          max={most}
          step={step}
          value={stands}
          aria-labelledby={label}
          aria-describedby={["slider-ends", isSet ? "" : "slider-hint", problem ?? ""].filter(Boolean).join(" ")}
          style={{ "--filled": `${filled}%` }}
          onInput={take}
          onClick={take}
          onKeyDown={(event) => setsSlider(event.key) && take(event)}
        />
        <p class="ends" id="slider-ends">
          <bdi>{(hasLabel === true && lowerBoundLabel) || format.format(least)}</bdi>
          <bdi>{(hasLabel === true && upperBoundLabel) || format.format(most)}</bdi>
        </p>
        <p class="hint" id="slider-hint">
          {words("give.slider")}
        </p>
      </div>
    </Form>
  )
}
