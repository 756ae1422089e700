// The communities of the whole console (spec/1-console §2 "Community management").
import { useActorRef, useSelector } from "@xstate/react"
import {
  type CommunityRosterActor,
  communityColumns,
  type communityManagementMachine,
} from "../../../machines/admin/community-management.ts"
import { useWords } from "../../kit/words.tsx"
import { AddCommunity } from "../home/AddCommunity.tsx"
import { AdminPage } from "./AdminPage.tsx"
import { RenameCommunity } from "./RenameCommunity.tsx"
import { Roster } from "./Roster.tsx"

type Props = { readonly machine: typeof communityManagementMachine }

export const Communities = ({ machine }: Props) => (
  <AdminPage right="communities.edit">
    <Management machine={machine} />
  </AdminPage>
)

const Management = ({ machine }: Props) => {
  const t = useWords()
  const actor = useActorRef(machine)
  const roster = useSelector(actor, ({ children }) => children.roster)
  return (
    roster !== undefined && (
      <Roster
        roster={roster}
        columns={communityColumns}
        onOpen={(item) => actor.send({ type: "item.open", item })}
        words={{
          heading: t("communities.heading"),
          count: (count) => t("communities.count", { count }),
          search: t("communities.search"),
          add: t("home.add"),
          none: t("communities.none"),
          column: (column) => t(`communities.column.${column}`),
          news: ({ what, item: { name } }) => t(`communities.${what}`, { name }),
          deletion: ({ name }) => t("communities.delete", { name }),
          deletionTitle: t("communities.delete.title"),
          deletionQuestion: ({ name }) => t("communities.delete.question", { name }),
        }}
      >
        <Adding roster={roster} />
        <RenameCommunity actor={actor} />
      </Roster>
    )
  )
}

const Adding = ({ roster }: { readonly roster: CommunityRosterActor }) => (
  <AddCommunity form={useSelector(roster, ({ children }) => children.add)} />
)
