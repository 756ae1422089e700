// The frame of a page behind the sign-in: its measure, its margins, and what the skip link and a change of screen lead to.
import type { PropsWithChildren } from "react"
import classes from "./Frame.module.css"

type Props = PropsWithChildren<{
  /** `measure`: as wide as is read well; `list`: as wide as a table wants; `form`: as narrow as a column of fields; `full`: all there is. */
  readonly width?: "measure" | "list" | "form" | "full"
}>

export const Frame = ({ width = "measure", children }: Props) => (
  <main id="content" tabIndex={-1} className={classes["frame"]} data-width={width}>
    {children}
  </main>
)
