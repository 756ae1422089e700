// The users of the whole console (spec/1-console §2 "User management").
import { useActorRef, useSelector } from "@xstate/react"
import { canDelete } from "../../../domain/accounts/user.ts"
import { userColumns, type usersMachine } from "../../../machines/admin/users.ts"
import { useWords } from "../../kit/words.tsx"
import { useWired } from "../wired.tsx"
import { AddUser } from "./AddUser.tsx"
import { AdminPage } from "./AdminPage.tsx"
import { EditUser } from "./EditUser.tsx"
import { Roster } from "./Roster.tsx"

type Props = { readonly machine: typeof usersMachine }

export const Users = ({ machine }: Props) => (
  <AdminPage right="users.manage">
    <Management machine={machine} />
  </AdminPage>
)

const Management = ({ machine }: Props) => {
  const t = useWords()
  const actor = useActorRef(machine)
  const roster = useSelector(actor, ({ children }) => children.roster)
  const self = useSelector(useWired().session, ({ context }) => context.user)
  return (
    roster !== undefined && (
      <Roster
        roster={roster}
        columns={userColumns}
        isDeletable={(user) => self === null || canDelete(self, user)}
        onOpen={(item) => actor.send({ type: "item.open", item })}
        words={{
          heading: t("users.heading"),
          count: (count) => t("users.count", { count }),
          search: t("users.search"),
          add: t("users.add"),
          none: t("users.none"),
          column: (column) => t(`users.column.${column}`),
          news: ({ what, item: { username } }) => t(`users.${what}`, { username }),
          deletion: ({ username }) => t("users.delete", { username }),
          deletionTitle: t("users.delete.title"),
          deletionQuestion: ({ username }) => t("users.delete.question", { username }),
        }}
      >
        <AddUser roster={roster} />
        <EditUser actor={actor} />
      </Roster>
    )
  )
}
