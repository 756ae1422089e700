// The ground of every page: its title, and the short messages on top.
import { Outlet, useMatches } from "@tanstack/react-router"
import type { PlainKey } from "../../domain/catalogue/catalogue.ts"
import { PageTitle } from "../kit/PageTitle.tsx"
import { Flashes } from "./Flashes.tsx"

export const Page = () => {
  const title = useMatches({
    select: (matches): PlainKey | undefined => matches.findLast(({ staticData }) => staticData.title)?.staticData.title,
  })
  return (
    <>
      <PageTitle of={title} />
      <Flashes />
      <Outlet />
    </>
  )
}
