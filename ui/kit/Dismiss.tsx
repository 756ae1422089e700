// Takes a notice away. Whoever does so has the focus back where it was before it came to the notice; where that is gone, the dialog or the
// page around it has it.
import { Button, CloseButton } from "@mantine/core"
import { type FocusEvent, type MouseEvent, useRef } from "react"
import { useWords } from "./words.tsx"

type Props = {
  readonly onDismiss: () => void
  /** What it does, where that is more than taking the notice away. */
  readonly name?: string
  /** It shows its name, not a cross. */
  readonly worded?: boolean
}

export const Dismiss = ({ onDismiss, name, worded = false }: Props) => {
  const t = useWords()
  const origin = useRef<HTMLElement | null>(null)
  const props = {
    onFocus: ({ currentTarget, relatedTarget: from }: FocusEvent<HTMLElement>) => {
      // Whoever came through the notice itself came from where that is entered.
      if (from instanceof HTMLElement && !currentTarget.parentElement?.contains(from)) origin.current = from
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      const around = currentTarget.closest<HTMLElement>("[role=dialog]") ?? document.getElementById("content")
      const before = origin.current
      const next = before?.isConnected === true && !before.matches(":disabled") ? before : around
      onDismiss()
      next?.focus({ preventScroll: true })
    },
  }
  return worded ? (
    <Button variant="default" size="xs" {...props}>
      {name ?? t("dismiss")}
    </Button>
  ) : (
    <CloseButton aria-label={name ?? t("dismiss")} {...props} />
  )
}
