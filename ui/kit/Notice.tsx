// A message that stands in the page: what happened, and what to do. Read out when it appears.

import { Button, CloseButton } from "@mantine/core"
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react"
import { type FocusEvent, type MouseEvent, type PropsWithChildren, useRef } from "react"
import { useTranslate } from "./i18n.tsx"
import classes from "./Notice.module.css"

type Tone = "bad" | "warning" | "good" | "quiet"
type Props = PropsWithChildren<{ readonly tone: Tone; readonly title?: string | undefined; readonly id?: string }>

const icons = {
  bad: IconAlertTriangle,
  warning: IconAlertTriangle,
  good: IconCircleCheck,
  quiet: IconInfoCircle,
} as const satisfies Record<Tone, unknown>

export const Notice = ({ tone, title, id, children }: Props) => {
  const Icon = icons[tone]
  return (
    <div id={id} className={classes["notice"]} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <Icon size={18} aria-hidden="true" className={classes["icon"]} />
      <div>
        {title !== undefined && <p className={classes["title"]}>{title}</p>}
        {children}
      </div>
    </div>
  )
}

// Takes a notice away. Whoever does so has the focus back where it was before it came to the notice; where that is gone, the dialog or the
// page around it has it.

type DismissProps = {
  readonly onDismiss: () => void
  /** What it does, where that is more than taking the notice away. */
  readonly name?: string
  /** It shows its name, not a cross. */
  readonly worded?: boolean
}

export const DismissButton = ({ onDismiss, name, worded = false }: DismissProps) => {
  const t = useTranslate()
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

// How long one has to wait after too many tries. It counts down in silence: only its coming is read out.

export const Countdown = ({ seconds }: { readonly seconds: number }) => {
  const t = useTranslate()
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")]
  if (seconds <= 0) return <p>{t("failure.too-soon.over")}</p>
  return (
    <p role="timer">
      {minutes === 0 ? t("failure.too-soon.seconds", { seconds }) : t("failure.too-soon.minutes", { time: `${minutes}:${rest}` })}
    </p>
  )
}
