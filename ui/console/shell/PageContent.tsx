// The main element of a signed-in page, pages with section tabs that only some users may see, and parent pages.

import { Title } from "@mantine/core"
import type { PropsWithChildren, ReactNode } from "react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./PageContent.module.css"
import { PageTitleOverride } from "./RootLayout.tsx"

type FrameProps = PropsWithChildren<{
  /** `measure`: comfortable reading width; `list`: wide tables; `form`: one column of fields; `full`: the whole window. */
  readonly width?: "measure" | "list" | "form" | "full"
}>

/** The main element: width, margins, and the target of the skip link and of the focus after navigation. */
export const PageContent = ({ width = "measure", children }: FrameProps) => (
  <main id="content" tabIndex={-1} className={classes["frame"]} data-width={width}>
    {children}
  </main>
)

type Props = PropsWithChildren<{
  /** Label of the section tabs; `links` are the tabs. */
  readonly menu: string
  readonly links: ReactNode
  readonly isAllowed: boolean
  readonly width?: "measure" | "full"
  /** Title and explanation shown in place of the content to users who may not see it. */
  readonly title: PlainMessageKey
  readonly refusal: string
}>

/** A page with section tabs that only some users may see; others get an explanation in place of its content. */
export const RestrictedPage = ({ menu, links, isAllowed, width = "measure", title, refusal, children }: Props) => {
  const t = useTranslate()
  return (
    <PageContent width={width}>
      <nav aria-label={menu} className={classes["tabs"]}>
        {links}
      </nav>
      {isAllowed ? (
        children
      ) : (
        <>
          <PageTitleOverride titleKey={title} />
          <Title order={1} size="h2">
            {t(title)}
          </Title>
          <Notice tone="quiet">
            <p>{refusal}</p>
          </Notice>
        </>
      )}
    </PageContent>
  )
}

type ParentPageProps = PropsWithChildren<{ readonly title: string; readonly menu: string }>

/** A title, and a card for each page below it. The children are links, each with a `strong` name and a description. */
export const ParentPage = ({ title, menu, children }: ParentPageProps) => (
  <PageContent>
    <Title order={1} size="h2">
      {title}
    </Title>
    <nav aria-label={menu} className={classes["cards"]}>
      {children}
    </nav>
  </PageContent>
)
