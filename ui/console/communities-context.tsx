// The one list of communities that header and home share.
import { createContext, use } from "react"
import type { CommunitiesActor } from "../../machines/communities.ts"

const CommunitiesContext = createContext<CommunitiesActor | null>(null)
export const CommunitiesProvider = CommunitiesContext

export const useCommunities = (): CommunitiesActor => {
  const actor = use(CommunitiesContext)
  if (actor === null) throw new Error("no CommunitiesProvider above")
  return actor
}
