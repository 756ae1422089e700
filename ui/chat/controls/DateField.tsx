/** @jsxImportSource preact */
// A day, typed or picked in the browser's own calendar.
import { useState } from "preact/hooks"
import { dayLimits } from "../../../domain/questions/limits.ts"
import type { Props } from "./control.ts"
import { Form } from "./Form.tsx"

export const DateField = ({ question, label, problem, give }: Props<"date">) => {
  const [day, setDay] = useState("")
  const { first, last } = dayLimits(question.options ?? {})
  return (
    <Form label={label} canSend={day !== ""} onSend={() => give(day)} isLine>
      <input
        class="field"
        type="date"
        min={first ?? undefined}
        max={last ?? "9999-12-31"}
        value={day}
        aria-labelledby={label}
        aria-describedby={problem}
        aria-invalid={problem !== undefined}
        onInput={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </Form>
  )
}
