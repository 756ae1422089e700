// A pane beside the instruction, with a heading and a close button. One is open at a time.
import { CloseButton } from "@mantine/core"
import type { PropsWithChildren } from "react"
import { waitForElement } from "../../kit/focus-hooks.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./SidePane.module.css"

export const sidePanes = ["test", "flow", "translations", "check"] as const
export type SidePaneName = (typeof sidePanes)[number]

export const sidePaneHeadingId = "side-heading"

/** Focuses the heading of a side pane opened by a shortcut, once it has replaced the previous pane. */
export const focusSidePane = (): void => {
  const previous = document.getElementById(sidePaneHeadingId)
  const findNewHeading = (): HTMLElement | null => {
    const heading = document.getElementById(sidePaneHeadingId)
    return heading === previous ? null : heading
  }
  waitForElement(findNewHeading, (heading) => heading.focus())
}

type Props = PropsWithChildren<{
  readonly heading: string
  /** `flow`: as high as its content; `fill`: the available height, and the content scrolls. */
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
