/** @jsxImportSource preact */
// Controls for texts, email addresses and dates.
import { countCodePoints } from "../../../domain/questions/answer-bounds.ts"
import { restoreDate, restoreText } from "../../../domain/questions/answer-draft.ts"
import { getDateLimits, getTextLengthLimits } from "../../../domain/questions/answer-limits.ts"
import { useChatTexts } from "../chat-texts.ts"
import { AnswerForm, type ControlPropsOf, rejectOversizedInput, useDraftValue } from "./AnswerForm.tsx"

/** The number of remaining characters is shown from this number on. */
const remainingShownFrom = 100

export const TextField = (props: ControlPropsOf<"open" | "email">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words } = useChatTexts()
  const [text, setText] = useDraftValue(props, restoreText)
  const isEmail = question.type === "email"
  const maxLength = question.type === "email" ? null : getTextLengthLimits(question.options ?? {}).most
  const remaining = maxLength === null ? null : maxLength - countCodePoints(text)
  const send = () => onSubmit(text)
  const fieldProps = {
    ...rejectOversizedInput(props),
    class: "field",
    placeholder: question.placeholder || words(isEmail ? "give.email" : "give.write"),
    value: text,
    "aria-labelledby": labelId,
    "aria-describedby": problemId,
    "aria-invalid": problemId !== undefined,
    onInput: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => setText(value),
  }
  return (
    <AnswerForm label={labelId} canSend={text.trim() !== "" && (remaining === null || remaining >= 0)} onSend={send} isLine>
      {isEmail ? (
        <input {...fieldProps} type="email" dir="ltr" inputMode="email" autocomplete="email" enterkeyhint="send" />
      ) : question.options?.boxSize === "singleline" ? (
        <input {...fieldProps} type="text" dir="auto" autocomplete="off" enterkeyhint="send" />
      ) : (
        <textarea {...fieldProps} dir="auto" rows={2} />
      )}
      {remaining !== null && remaining <= remainingShownFrom && (
        <output class={remaining < 0 ? "left problem" : "left"}>
          {remaining < 0 ? words("give.over", { count: -remaining }) : words("give.left", { count: remaining })}
        </output>
      )}
    </AnswerForm>
  )
}

/** A date, typed or picked in the browser's own calendar. */
export const DateField = (props: ControlPropsOf<"date">) => {
  const { question, labelId, problemId, onSubmit } = props
  const [day, setDay] = useDraftValue(props, restoreDate)
  const { first, last } = getDateLimits(question.options ?? {})
  return (
    <AnswerForm label={labelId} canSend={day !== ""} onSend={() => onSubmit(day)} isLine>
      <input
        class="field"
        type="date"
        min={first ?? undefined}
        max={last ?? "9999-12-31"}
        value={day}
        aria-labelledby={labelId}
        aria-describedby={problemId}
        aria-invalid={problemId !== undefined}
        onInput={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </AnswerForm>
  )
}
