/** @jsxImportSource preact */
// A day, typed or picked in the browser's own calendar.
import { dayBegun } from "../../../domain/questions/draft.ts"
import { dayLimits } from "../../../domain/questions/limits.ts"
import { type Props, useBegun } from "./control.ts"
import { Form } from "./Form.tsx"

export const DateField = (props: Props<"date">) => {
  const { question, label, problem, give } = props
  const [day, setDay] = useBegun(props, dayBegun)
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
