/** @jsxImportSource preact */
// A control that is sent when its answer is complete: by its button, or with Enter.
import type { ComponentChildren } from "preact"
import { Icon } from "../Icon.tsx"
import { useSpeech } from "../speaking.ts"

type Given = {
  readonly label: string
  readonly canSend: boolean
  readonly onSend: () => void
  readonly children: ComponentChildren
  /** A field to write in has its button beside it; everything else below. */
  readonly isLine?: boolean
}

export const Form = ({ label, canSend, onSend, children, isLine = false }: Given) => {
  const { words } = useSpeech()
  return (
    <form
      class={isLine ? "line-form" : "form"}
      noValidate
      aria-labelledby={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) onSend()
      }}
    >
      {children}
      {isLine ? (
        <button class="round send" type="submit" aria-label={words("give.send")} disabled={!canSend}>
          <Icon name="send" />
        </button>
      ) : (
        <button class="primary" type="submit" disabled={!canSend}>
          {words("give.send")}
        </button>
      )}
    </form>
  )
}
