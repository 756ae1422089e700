// A parent page: a title, and a card for each page below it.
import { Title } from "@mantine/core"
import type { PropsWithChildren } from "react"
import { PageContent } from "./PageContent.tsx"
import classes from "./ParentPage.module.css"

type Props = PropsWithChildren<{ readonly title: string; readonly menu: string }>

/** The children are links, each with a `strong` name and a description. */
export const ParentPage = ({ title, menu, children }: Props) => (
  <PageContent>
    <Title order={1} size="h2">
      {title}
    </Title>
    <nav aria-label={menu} className={classes["cards"]}>
      {children}
    </nav>
  </PageContent>
)
