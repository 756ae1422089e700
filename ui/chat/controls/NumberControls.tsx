/** @jsxImportSource preact */
// Controls for numbers and amounts: a text field and a slider. Typed numbers are sent as text: the server parses decimal commas too [E1].

import { restoreSliderValue, restoreText } from "../../../domain/questions/answer-draft.ts"
import { getNumberLimits } from "../../../domain/questions/answer-limits.ts"
import { findCurrency } from "../../../domain/questions/currencies.ts"
import { getSliderMidpoint, getSliderRange, isSliderKey } from "../../../domain/questions/number-question.ts"
import type { Language } from "../../../domain/text/language.ts"
import { useChatTexts } from "../chat-texts.ts"
import { AnswerForm, type ControlPropsOf, rejectOversizedInput, useDraftValue } from "./AnswerForm.tsx"

export const NumberField = (props: ControlPropsOf<"numeric" | "currency">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words, language } = useChatTexts()
  const [text, setText] = useDraftValue(props, restoreText)
  const { least: min, most: max, decimals } = getNumberLimits(question.options ?? {})
  const isMoney = question.type === "currency"
  const currency = question.type === "currency" ? findCurrency(question.options?.currency) : null
  const range = min !== null && max !== null ? words("give.range", { least: min, most: max }) : null
  return (
    <AnswerForm label={labelId} canSend={text.trim() !== ""} onSend={() => onSubmit(text)} isLine>
      <div class="field amount">
        {currency !== null && <span aria-hidden="true">{getCurrencySymbol(currency, language)}</span>}
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

const getCurrencySymbol = (currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency

/** A slider with labeled ends. It must be set before it can be sent: its initial position is not an answer [Q11]. */
export const NumberSlider = (props: ControlPropsOf<"numeric">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words, language } = useChatTexts()
  const { hasLabel, lowerBoundLabel, upperBoundLabel } = question.options ?? {}
  const range = getSliderRange(question.options ?? {})
  const { least: min, most: max, step } = range
  const [value, setValue] = useDraftValue(props, (draft) => restoreSliderValue(question, draft))
  const isSet = value !== null
  const shownValue = value ?? getSliderMidpoint(range)
  const updateValue = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => setValue(currentTarget.valueAsNumber)
  const format = new Intl.NumberFormat(language)
  const filledPercent = isSet && max > min ? ((shownValue - min) / (max - min)) * 100 : 0
  return (
    <AnswerForm label={labelId} canSend={isSet} onSend={() => onSubmit(value)}>
      <div class={isSet ? "slider" : "slider unset"}>
        <output aria-hidden="true">{isSet ? format.format(shownValue) : "–"}</output>
        <input
          type="range"
          min={min}
          max={max}
          step={step}
          value={shownValue}
          aria-labelledby={labelId}
          aria-describedby={["slider-ends", isSet ? "" : "slider-hint", problemId ?? ""].filter(Boolean).join(" ")}
          style={{ "--filled": `${filledPercent}%` }}
          onInput={updateValue}
          onClick={updateValue}
          onKeyDown={(event) => isSliderKey(event.key) && updateValue(event)}
        />
        <p class="ends" id="slider-ends">
          <bdi>{(hasLabel === true && lowerBoundLabel) || format.format(min)}</bdi>
          <bdi>{(hasLabel === true && upperBoundLabel) || format.format(max)}</bdi>
        </p>
        <p class="hint" id="slider-hint">
          {words("give.slider")}
        </p>
      </div>
    </AnswerForm>
  )
}
