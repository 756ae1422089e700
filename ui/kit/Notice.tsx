// Notice in the page: what happened, and what to do. Screen readers announce it when it appears.

import { Button, CloseButton } from "@mantine/core"
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react"
import { type FocusEvent, type MouseEvent, type PropsWithChildren, type ReactNode, useRef } from "react"
import { useTranslate } from "./i18n.tsx"
import classes from "./Notice.module.css"

type Tone = "bad" | "warning" | "good" | "quiet"
type Props = PropsWithChildren<{ readonly tone: Tone; readonly title?: string | undefined; readonly id?: string }>

export const noticeIcons = {
  bad: IconAlertTriangle,
  warning: IconAlertTriangle,
  good: IconCircleCheck,
  quiet: IconInfoCircle,
} as const satisfies Record<Tone, unknown>

export const Notice = ({ tone, title, id, children }: Props) => {
  const Icon = noticeIcons[tone]
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

type DismissProps = {
  readonly onDismiss: () => void
  /** Label, if the button does more than close the notice. */
  readonly name?: string
  /** Shows the label as text instead of a cross. */
  readonly worded?: boolean
}

/**
 * Props of a button that removes the notice around it: the focus returns to where it was before, or to the surrounding dialog or page if that
 * element is gone.
 */
export const useDismissal = (onDismiss: () => void) => {
  const origin = useRef<HTMLElement | null>(null)
  return {
    onFocus: ({ currentTarget, relatedTarget: previous }: FocusEvent<HTMLElement>) => {
      // Focus moves within the notice keep the origin from before the notice was entered.
      if (previous instanceof HTMLElement && !currentTarget.parentElement?.contains(previous)) origin.current = previous
    },
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      const container = currentTarget.closest<HTMLElement>("[role=dialog]") ?? document.getElementById("content")
      const originElement = origin.current
      const focusTarget = originElement?.isConnected === true && !originElement.matches(":disabled") ? originElement : container
      onDismiss()
      focusTarget?.focus({ preventScroll: true })
    },
  }
}

/** Closes a notice. */
export const DismissButton = ({ onDismiss, name, worded = false }: DismissProps) => {
  const t = useTranslate()
  const props = useDismissal(onDismiss)
  return worded ? (
    <Button variant="default" size="xs" {...props}>
      {name ?? t("dismiss")}
    </Button>
  ) : (
    <CloseButton aria-label={name ?? t("dismiss")} {...props} />
  )
}

/** The waiting time after too many attempts. Screen readers announce its appearance only, not every second. */
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

/** The notice at the end of a form, where it moves nothing; it is scrolled into view when it appears. */
export const FormNotice = ({ children }: { readonly children: ReactNode }) => <div ref={revealAlerts}>{children}</div>

const revealAlerts = (element: HTMLElement | null) => {
  if (element === null) return undefined
  const observer = new MutationObserver(() => element.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" }))
  observer.observe(element, { childList: true })
  return () => observer.disconnect()
}
