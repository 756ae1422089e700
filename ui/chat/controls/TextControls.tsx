/** @jsxImportSource preact */
// Controls for texts, email addresses and dates.
import { useState } from "preact/hooks"
import { restoreDate, restoreText } from "../../../domain/questions/answer-draft.ts"
import { getDateLimits, getTextLengthLimits } from "../../../domain/questions/answer-limits.ts"
import { countCodePoints, isNearMaximum } from "../../../domain/text/text-input.ts"
import { useChatTexts } from "../chat-texts.ts"
import { AnswerForm, type ControlPropsOf, rejectOversizedInput, useDraftValue } from "./AnswerForm.tsx"

export const TextField = (props: ControlPropsOf<"open" | "email">) => {
  const { question, labelId, problemId, onSubmit } = props
  const { words } = useChatTexts()
  const [text, setText] = useDraftValue(props, restoreText)
  const isEmail = question.type === "email"
  const maxLength = question.type === "email" ? null : getTextLengthLimits(question.options ?? {}).most
  const length = countCodePoints(text)
  const remaining = maxLength === null ? null : maxLength - length
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
      {maxLength !== null && remaining !== null && isNearMaximum(length, maxLength) && (
        <output class={remaining < 0 ? "left problem" : "left"}>
          {remaining < 0 ? words("give.over", { count: -remaining }) : words("give.left", { count: remaining })}
        </output>
      )}
    </AnswerForm>
  )
}

/** A date, typed or picked in the browser's own calendar. */
export const DateField = (props: ControlPropsOf<"date">) => {
  const { question, labelId, problemId, onSubmit, onReject } = props
  const [isImpossible, setImpossible] = useState(false)
  const [day, setDay] = useDraftValue(props, restoreDate)
  const { first, last } = getDateLimits(question.options ?? {})
  return (
    <AnswerForm
      label={labelId}
      canSend={day !== "" || isImpossible}
      onSend={() => (isImpossible ? onReject({ key: "answer.no-such-day", values: {} }) : onSubmit(day))}
      isLine
    >
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
        // 31-02-2026 leaves the value blank, without an input event.
        onKeyUp={({ currentTarget }) => setImpossible(currentTarget.validity.badInput)}
      />
    </AnswerForm>
  )
}
