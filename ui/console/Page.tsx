// The ground of every page: its title, and the short messages on top.
import { Outlet, useMatches } from "@tanstack/react-router"
import { useState } from "react"
import type { PlainKey } from "../../domain/catalogue/catalogue.ts"
import { PageTitle } from "../kit/PageTitle.tsx"
import { Flashes } from "./Flashes.tsx"
import { NamingContext } from "./title.tsx"

export const Page = () => {
  const title = useMatches({
    select: (matches): PlainKey | undefined => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  const [name, setName] = useState<PlainKey | null>(null)
  return (
    <NamingContext value={setName}>
      <PageTitle of={name ?? title} />
      <Flashes />
      <Outlet />
    </NamingContext>
  )
}
