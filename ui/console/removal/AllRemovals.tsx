// The chats of all communities that are up for removal (spec/1-console §2 "Removal management").
import { AdminPage } from "../admin/AdminPage.tsx"
import type { RemovalMachines } from "./machines.ts"
import { Removals } from "./Removals.tsx"

export const AllRemovals = ({ machines }: { readonly machines: RemovalMachines }) => (
  <AdminPage right="removals.manage">
    <Removals machines={machines} slug={null} />
  </AdminPage>
)
