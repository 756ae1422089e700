// A page among others of its kind, for those who may see it: the way to the others, and what is said to whom it is not for.
import { Title } from "@mantine/core"
import type { PropsWithChildren, ReactNode } from "react"
import { Notice } from "../kit/Notice.tsx"
import classes from "./GuardedPage.module.css"

type Props = PropsWithChildren<{
  /** What the menu is called, and its links. */
  readonly menu: string
  readonly links: ReactNode
  readonly isAllowed: boolean
  /** What the page is called, and what is said, where it is not shown. */
  readonly title: string
  readonly refusal: string
}>

export const GuardedPage = ({ menu, links, isAllowed, title, refusal, children }: Props) => (
  <main id="content" tabIndex={-1} className={classes["page"]}>
    <nav aria-label={menu} className={classes["tabs"]}>
      {links}
    </nav>
    {isAllowed ? (
      children
    ) : (
      <>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Notice tone="quiet">
          <p>{refusal}</p>
        </Notice>
      </>
    )}
  </main>
)
