// Root layout of all console pages: document title and flash messages.

import { Outlet, useMatches } from "@tanstack/react-router"
import { createContext, use, useCallback, useState } from "react"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import { PageTitle } from "../../kit/Branding.tsx"
import { FlashMessages } from "./FlashMessages.tsx"

/** Sets a title that replaces the route's title; null restores the route's title. */
export const PageTitleContext = createContext<(title: PlainMessageKey | null) => void>(() => undefined)

/** Overrides the title of the route while mounted, for example when there is nothing to show or nothing for this user. */
export const PageTitleOverride = ({ titleKey }: { readonly titleKey: PlainMessageKey }) => {
  const setTitle = use(PageTitleContext)
  const overrideTitle = useCallback(() => {
    setTitle(titleKey)
    return () => setTitle(null)
  }, [setTitle, titleKey])
  return <span ref={overrideTitle} hidden={true} />
}

export const RootLayout = () => {
  const title = useMatches({
    select: (matches): PlainMessageKey | undefined => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  const [override, setOverride] = useState<PlainMessageKey | null>(null)
  return (
    <PageTitleContext value={setOverride}>
      <PageTitle titleKey={override ?? title} />
      <FlashMessages />
      <Outlet />
    </PageTitleContext>
  )
}
