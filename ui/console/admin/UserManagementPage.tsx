// The users of the whole console (spec/1-console §2 "User management").
import { TextInput } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import { unmetRules } from "../../../domain/accounts/password-rules.ts"
import { canDelete } from "../../../domain/accounts/user.ts"
import { type AddUserActor, type UserRosterActor, userColumns, type usersMachine } from "../../../machines/admin/management-machines.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useWords } from "../../kit/i18n.tsx"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { PasswordNeeds } from "../../kit/PasswordRequirements.tsx"
import { useWired } from "../console-services.tsx"
import { AdminPage } from "./AdminLayout.tsx"
import { EditUser, UsernameField } from "./EditUserPanel.tsx"
import { Roster } from "./Roster.tsx"

// The dialog that adds a user. What the server has against it stands on top, each as a heading (spec/1-console §5).

export const AddUser = ({ roster }: { readonly roster: UserRosterActor }) => {
  const t = useWords()
  const form = useSelector(roster, ({ children }) => children.add)
  return (
    <FormDialog form={form} title={t("users.add")}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const Fields = ({ actor }: { readonly actor: AddUserActor }) => {
  const t = useWords()
  const form = useForm(actor)
  const constraints = useSelector(actor, ({ context }) => context.known)
  const { field, failure, values } = form
  const { password = "" } = values
  return (
    <FormFields form={form} deed={t("add")} notice={<FailureNotice failure={failure} />}>
      <UsernameField label={t("users.add.username")} {...field("username")} />
      <TextInput type="email" label={t("users.add.email")} autoComplete="off" {...field("email")} />
      <PasswordField
        label={t("users.add.password")}
        autoComplete="new-password"
        inputWrapperOrder={["label", "input", "error", "description"]}
        description={<PasswordNeeds password={password} constraints={constraints} unmet={unmetRules(password, constraints)} />}
        {...field("password")}
      />
    </FormFields>
  )
}

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
