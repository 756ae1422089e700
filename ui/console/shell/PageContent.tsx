// The main element of a signed-in page, and pages with section tabs that only some users may see.

import { Title } from "@mantine/core"
import type { PropsWithChildren, ReactNode } from "react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import tabs from "./PageContent.module.css"
import { PageTitleOverride } from "./RootLayout.tsx"

type FrameProps = PropsWithChildren<{
  /** `measure`: comfortable reading width; `list`: wide tables; `form`: one column of fields; `full`: the whole window. */
  readonly width?: "measure" | "list" | "form" | "full"
}>

/** The main element: width, margins, and the target of the skip link and of the focus after navigation. */
export const PageContent = ({ width = "measure", children }: FrameProps) => (
  <main id="content" tabIndex={-1} className={tabs["frame"]} data-width={width}>
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
      <nav aria-label={menu} className={tabs["tabs"]}>
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
