/** @jsxImportSource preact */
// A number or an amount of money to type. It is sent as it was typed: the server reads decimals after a comma too.

import { restoreSliderValue, restoreText } from "../../../domain/questions/answer-draft.ts"
import { numberLimits } from "../../../domain/questions/answer-limits.ts"
import { currencies, getSliderMidpoint, isSliderKey, sliderRange } from "../../../domain/questions/number-question.ts"
import type { Language } from "../../../domain/script/language.ts"
import { useChatTexts } from "../chat-texts.ts"
import { AnswerForm, type ControlPropsOf, rejectOversizedInput, useDraftValue } from "./AnswerForm.tsx"

export const NumberField = (props: ControlPropsOf<"numeric" | "currency">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words, language } = useChatTexts()
  const [text, setText] = useDraftValue(props, restoreText)
  const { least, most, decimals } = numberLimits(question.options ?? {})
  const isMoney = question.type === "currency"
  const range = least !== null && most !== null ? words("give.range", { least, most }) : null
  return (
    <AnswerForm label={labelId} canSend={text.trim() !== ""} onSend={() => onSubmit(text)} isLine>
      <div class="field amount">
        {isMoney && <span aria-hidden="true">{symbolOf(currencies[question.options?.currency ?? 1], language)}</span>}
        <input
          {...rejectOversizedInput(props)}
          type="text"
          inputMode={decimals === 0 ? "numeric" : "decimal"}
          autocomplete="off"
          enterkeyhint="send"
          placeholder={question.placeholder || words(isMoney ? "give.amount" : "give.number")}
          value={text}
          aria-labelledby={labelId}
          aria-describedby={[range === null ? "" : "range", problemId ?? ""].filter(Boolean).join(" ") || undefined}
          aria-invalid={problemId !== undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      {range !== null && (
        <p class="hint" id="range">
          {range}
        </p>
      )}
    </AnswerForm>
  )
}

const symbolOf = (currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency

// A number on a slider, with what its ends mean. It has to be set before it can be sent: where it stands at first is nobody's answer.

export const NumberSlider = (props: ControlPropsOf<"numeric">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words, language } = useChatTexts()
  const { hasLabel, lowerBoundLabel, upperBoundLabel } = question.options ?? {}
  const range = sliderRange(question.options ?? {})
  const { least, most, step } = range
  const [value, setValue] = useDraftValue(props, (draft) => restoreSliderValue(question, draft))
  const isSet = value !== null
  const stands = value ?? getSliderMidpoint(range)
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => setValue(currentTarget.valueAsNumber)
  const format = new Intl.NumberFormat(language)
  const filled = isSet && most > least ? ((stands - least) / (most - least)) * 100 : 0
  return (
    <AnswerForm label={labelId} canSend={isSet} onSend={() => onSubmit(value)}>
      <div class={isSet ? "slider" : "slider unset"}>
        <output aria-hidden="true">{isSet ? format.format(stands) : "–"}</output>
        <input
          type="range"
          min={least}
          max={most}
          step={step}
          value={stands}
          aria-labelledby={labelId}
          aria-describedby={["slider-ends", isSet ? "" : "slider-hint", problemId ?? ""].filter(Boolean).join(" ")}
          style={{ "--filled": `${filled}%` }}
          onInput={take}
          onClick={take}
          onKeyDown={(event) => isSliderKey(event.key) && take(event)}
        />
        <p class="ends" id="slider-ends">
          <bdi>{(hasLabel === true && lowerBoundLabel) || format.format(least)}</bdi>
          <bdi>{(hasLabel === true && upperBoundLabel) || format.format(most)}</bdi>
        </p>
        <p class="hint" id="slider-hint">
          {words("give.slider")}
        </p>
      </div>
    </AnswerForm>
  )
}
