// A pane beside the instruction: what it is called, a button that closes it, and what it shows.

import { CloseButton } from "@mantine/core"
import type { PropsWithChildren } from "react"
import { waitForElement } from "../../kit/focus-hooks.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./SidePane.module.css"

// What can stand beside the instruction: one at a time.

export const sidePanes = ["test", "flow", "translations", "check"] as const
export type SidePaneName = (typeof sidePanes)[number]

export const sidePaneHeadingId = "side-heading"

/** Brings whoever opens a pane by its key to it, once it is there in the place of the one before. */
export const focusSidePane = (): void => {
  const before = document.getElementById(sidePaneHeadingId)
  const come = (): HTMLElement | null => {
    const heading = document.getElementById(sidePaneHeadingId)
    return heading === before ? null : heading
  }
  waitForElement(come, (heading) => heading.focus())
}

type Props = PropsWithChildren<{
  readonly heading: string
  /** `flow`: as long as what is in it; `fill`: as high as there is room, what is in it scrolls by itself. */
  readonly height?: "flow" | "fill"
  readonly onClose: () => void
}>

export const SidePane = ({ heading, height = "flow", onClose, children }: Props) => {
  const t = useTranslate()
  return (
    <section className={classes["pane"]} data-height={height} aria-labelledby={sidePaneHeadingId}>
      <div className={classes["top"]}>
        <h2 id={sidePaneHeadingId} tabIndex={-1}>
          {heading}
        </h2>
        <CloseButton aria-label={t("close")} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}

/** What a pane says where there is nothing to list. */
export const EmptyPaneMessage = ({ children }: PropsWithChildren) => <div className={classes["none"]}>{children}</div>
