/** @jsxImportSource preact */
// A number or an amount of money to type. It is sent as it was typed: the server reads decimals after a comma too.
import { currencies } from "../../../domain/questions/currency.ts"
import { textBegun } from "../../../domain/questions/draft.ts"
import { numberLimits } from "../../../domain/questions/limits.ts"
import type { Language } from "../../../domain/script/language.ts"
import { useSpeech } from "../speaking.ts"
import { type Props, refusingVast, useBegun } from "./control.ts"
import { Form } from "./Form.tsx"

export const NumberField = (props: Props<"numeric" | "currency">) => {
  const { question, label, problem, give } = props
  const { words, language } = useSpeech()
  const [text, setText] = useBegun(props, textBegun)
  const { least, most, decimals } = numberLimits(question.options ?? {})
  const isMoney = question.type === "currency"
  const range = least !== null && most !== null ? words("give.range", { least, most }) : null
  return (
    <Form label={label} canSend={text.trim() !== ""} onSend={() => give(text)} isLine>
      <div class="field amount">
        {isMoney && <span aria-hidden="true">{symbolOf(currencies[question.options?.currency ?? 1], language)}</span>}
        <input
          {...refusingVast(props)}
          type="text"
          inputMode={decimals === 0 ? "numeric" : "decimal"}
          autocomplete="off"
          enterkeyhint="send"
          placeholder={question.placeholder || words(isMoney ? "give.amount" : "give.number")}
          value={text}
          aria-labelledby={label}
          aria-describedby={[range === null ? "" : "range", problem ?? ""].filter(Boolean).join(" ") || undefined}
          aria-invalid={problem !== undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      {range !== null && (
        <p class="hint" id="range">
          {range}
        </p>
      )}
    </Form>
  )
}

const symbolOf = (currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency
