// A message that stands in the page: what happened, and what to do. Read out when it appears.
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react"
import type { PropsWithChildren } from "react"
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
