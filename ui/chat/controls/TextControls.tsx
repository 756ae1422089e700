/** @jsxImportSource preact */
// A text to write: one line or several, or an email address.
import { countCodePoints } from "../../../domain/questions/answer-bounds.ts"
import { restoreDate, restoreText } from "../../../domain/questions/answer-draft.ts"
import { dateLimits, textLengthLimits } from "../../../domain/questions/answer-limits.ts"
import { useChatTexts } from "../chat-texts.ts"
import { AnswerForm, type ControlPropsOf, rejectOversizedInput, useDraftValue } from "./AnswerForm.tsx"

/** From so many characters before the longest text on, it is said how many are left. */
const tellFrom = 100

export const TextField = (props: ControlPropsOf<"open" | "email">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words } = useChatTexts()
  const [text, setText] = useDraftValue(props, restoreText)
  const isEmail = question.type === "email"
  const most = question.type === "email" ? null : textLengthLimits(question.options ?? {}).most
  const left = most === null ? null : most - countCodePoints(text)
  const send = () => onSubmit(text)
  const field = {
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
    <AnswerForm label={labelId} canSend={text.trim() !== "" && (left === null || left >= 0)} onSend={send} isLine>
      {isEmail ? (
        <input {...field} type="email" dir="ltr" inputMode="email" autocomplete="email" enterkeyhint="send" />
      ) : question.options?.boxSize === "singleline" ? (
        <input {...field} type="text" dir="auto" autocomplete="off" enterkeyhint="send" />
      ) : (
        <textarea {...field} dir="auto" rows={2} />
      )}
      {left !== null && left <= tellFrom && (
        <output class={left < 0 ? "left problem" : "left"}>
          {left < 0 ? words("give.over", { count: -left }) : words("give.left", { count: left })}
        </output>
      )}
    </AnswerForm>
  )
}

// A day, typed or picked in the browser's own calendar.

export const DateField = (props: ControlPropsOf<"date">) => {
  const { question, labelId, problemId, onSubmit } = props
  const [day, setDay] = useDraftValue(props, restoreDate)
  const { first, last } = dateLimits(question.options ?? {})
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
