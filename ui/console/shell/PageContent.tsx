// A page among others of its kind, for those who may see it: the way to the others, and what is said to whom it is not for.

import { Title } from "@mantine/core"
import type { PropsWithChildren, ReactNode } from "react"
import type { PlainKey } from "../../../domain/catalog/catalog.ts"
import { useWords } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import tabs from "./PageContent.module.css"
import { Named } from "./RootLayout.tsx"

// The frame of a page behind the sign-in: its measure, its margins, and what the skip link and a change of screen lead to.

type FrameProps = PropsWithChildren<{
  /** `measure`: as wide as is read well; `list`: as wide as a table wants; `form`: as narrow as a column of fields; `full`: all there is. */
  readonly width?: "measure" | "list" | "form" | "full"
}>

export const Frame = ({ width = "measure", children }: FrameProps) => (
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
  readonly title: PlainKey
  readonly refusal: string
}>

export const GuardedPage = ({ menu, links, isAllowed, width = "measure", title, refusal, children }: Props) => {
  const t = useWords()
  return (
    <Frame width={width}>
      <nav aria-label={menu} className={tabs["tabs"]}>
        {links}
      </nav>
      {isAllowed ? (
        children
      ) : (
        <>
          <Named of={title} />
          <Title order={1} size="h2">
            {t(title)}
          </Title>
          <Notice tone="quiet">
            <p>{refusal}</p>
          </Notice>
        </>
      )}
    </Frame>
  )
}
