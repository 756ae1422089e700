// Admin page that lists, adds, edits and deletes users.
import { TextInput } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import { type PasswordConstraints, unmetRules } from "../../../domain/accounts/password-rules.ts"
import { canDeleteUser, type User } from "../../../domain/accounts/user.ts"
import {
  type AddUserActor,
  type UserDeletionToken,
  type UserRosterActor,
  userColumns,
  type userManagementMachine,
} from "../../../machines/admin/management-machines.ts"
import { FactList } from "../../kit/FactList.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { NewPasswordField } from "../account/NewPasswordFields.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { AdminLayout } from "./AdminLayout.tsx"
import { EditUserPanel, UsernameField } from "./EditUserPanel.tsx"
import { Roster } from "./Roster.tsx"

/** Adds a user. The server's violations are shown at their fields. */
export const AddUserDialog = ({ roster }: { readonly roster: UserRosterActor }) => {
  const t = useTranslate()
  const form = useSelector(roster, ({ children }) => children.add)
  return (
    <FormDialog form={form} title={t("users.add")}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const Fields = ({ actor }: { readonly actor: AddUserActor }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const constraints = useSelector(actor, ({ context }) => context.facts)
  const { field, failure, values } = form
  const { password = "" } = values
  return (
    <FormFields form={form} submitLabel={t("add")} notice={<FailureNotice failure={failure} shown={["username", "email", "password"]} />}>
      <UsernameField label={t("users.add.username")} {...field("username")} />
      <TextInput type="email" label={t("users.add.email")} autoComplete="off" {...field("email")} />
      <NewPasswordField
        label={t("users.add.password")}
        requirements={{ password, constraints, unmet: unmetRules(password, constraints) }}
        {...field("password")}
      />
    </FormFields>
  )
}

/** What ends with the deletion: the platform role and the memberships to which the token is bound. */
const DeletedUserFacts = ({ user: { role, communityEntries } }: { readonly user: UserDeletionToken }) => {
  const t = useTranslate()
  const memberships = communityEntries.map((entry) => `${entry.community.name} (${t(`role.${entry.role}`)})`)
  return (
    <FactList
      hasStoredTexts
      facts={[
        { label: t("users.edit.role"), value: t(`role.${role}`) },
        { label: t("users.edit.memberships"), value: memberships.length === 0 ? t("users.edit.memberships.none") : memberships.join(", ") },
      ]}
    />
  )
}

type Props = { readonly machine: typeof userManagementMachine }

export const UserManagementPage = ({ machine }: Props) => (
  <AdminLayout right="users.manage">
    <Management machine={machine} />
  </AdminLayout>
)

const Management = ({ machine }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machine)
  const roster = useSelector(actor, ({ children }) => children.roster)
  const self = useSelector(useConsoleServices().session, ({ context }) => context.user)
  return (
    roster !== undefined && (
      <Roster<(typeof userColumns)[number], User, PasswordConstraints, UserDeletionToken>
        roster={roster}
        columns={userColumns}
        isDeletable={(user) => self === null || canDeleteUser(self, user)}
        renderDeletionPreview={(token) => <DeletedUserFacts user={token} />}
        onOpen={(item) => actor.send({ type: "item.open", item })}
        texts={{
          heading: t("users.heading"),
          count: (count) => t("users.count", { count }),
          search: t("users.search"),
          add: t("users.add"),
          emptyText: t("users.none"),
          column: (column) => t(`users.column.${column}`),
          changeMessage: ({ change, item: { username } }) => t(`users.${change}`, { username }),
          deleteLabel: ({ username }) => t("users.delete", { username }),
          deletionTitle: t("users.delete.title"),
          deletionQuestion: (item, token) => t("users.delete.question", { username: (token ?? item).username }),
        }}
      >
        <AddUserDialog roster={roster} />
        <EditUserPanel actor={actor} />
      </Roster>
    )
  )
}
