// A message in place of an empty list: what is missing, and what to do about it.
import "@mantine/core/styles/EmptyState.layer.css"
import { EmptyState } from "@mantine/core"
import type { ReactNode } from "react"
import classes from "./EmptyMessage.module.css"

type Props = {
  readonly title: ReactNode
  /** What to do, or what else is known. */
  readonly description?: ReactNode
  /** Only for good news, for example that a check found nothing. */
  readonly icon?: ReactNode
  /** A frame where a whole list would be; otherwise the message is part of a pane. */
  readonly isFramed?: boolean
}

export const EmptyMessage = ({ title, description, icon, isFramed = false }: Props) => (
  <EmptyState
    size="xs"
    className={classes["message"] ?? ""}
    mod={{ framed: isFramed }}
    icon={icon}
    title={title}
    description={description}
  />
)
