// A page among others of its kind, for those who may see it: the way to the others, and what is said to whom it is not for.

import { Title } from "@mantine/core"
import type { PropsWithChildren, ReactNode } from "react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import tabs from "./PageContent.module.css"
import { PageTitleOverride } from "./RootLayout.tsx"

// The frame of a page behind the sign-in: its measure, its margins, and what the skip link and a change of screen lead to.

type FrameProps = PropsWithChildren<{
  /** `measure`: as wide as is read well; `list`: as wide as a table wants; `form`: as narrow as a column of fields; `full`: all there is. */
  readonly width?: "measure" | "list" | "form" | "full"
}>

export const PageContent = ({ width = "measure", children }: FrameProps) => (
  <main id="content" tabIndex={-1} className={tabs["frame"]} data-width={width}>
    {children}
  </main>
)

type Props = PropsWithChildren<{
  /** What the menu is called, and its links. */
  readonly menu: string
  readonly links: ReactNode
  readonly isAllowed: boolean
  /** How wide it is; see PageContent.tsx. */
  readonly width?: "measure" | "full"
  /** What the page is called, and what is said, where it is not shown. */
  readonly title: PlainMessageKey
  readonly refusal: string
}>

export const RestrictedPage = ({ menu, links, isAllowed, width = "measure", title, refusal, children }: Props) => {
  const t = useTranslate()
  return (
    <PageContent width={width}>
      <nav aria-label={menu} className={tabs["tabs"]}>
        {links}
      </nav>
      {isAllowed ? (
        children
      ) : (
        <>
          <PageTitleOverride of={title} />
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
