// A page among others of its kind, for those who may see it: the way to the others, and what is said to whom it is not for.
import { Title } from "@mantine/core"
import type { PropsWithChildren, ReactNode } from "react"
import type { PlainKey } from "../../domain/catalogue/catalogue.ts"
import { Notice } from "../kit/Notice.tsx"
import { useWords } from "../kit/words.tsx"
import { Frame } from "./Frame.tsx"
import tabs from "./Tabs.module.css"
import { Named } from "./title.tsx"

type Props = PropsWithChildren<{
  /** What the menu is called, and its links. */
  readonly menu: string
  readonly links: ReactNode
  readonly isAllowed: boolean
  /** How wide it is; see Frame.tsx. */
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
