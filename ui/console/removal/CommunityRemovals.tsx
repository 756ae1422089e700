// The chats of one community that are up for removal (spec/3-community §2 "Removal lists").
import { CommunityPage } from "../community/CommunityPage.tsx"
import type { RemovalMachines } from "./machines.ts"
import { Removals } from "./Removals.tsx"

export const CommunityRemovals = ({ machines, slug }: { readonly machines: RemovalMachines; readonly slug: string }) => (
  <CommunityPage slug={slug} right="community.removals">
    <Removals machines={machines} slug={slug} />
  </CommunityPage>
)
