// The panel that edits a user: name, address, role, and memberships (spec/1-console §2 "User management").
import { NativeSelect, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { draftOfFields, hasChanges, userChanges } from "../../../domain/accounts/edit-user.ts"
import type { UserEditActor } from "../../../machines/admin/user-edit.ts"
import type { UsersActor } from "../../../machines/admin/users.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { useWords } from "../../kit/words.tsx"
import { Memberships } from "./Memberships.tsx"
import { useRoles } from "./roles.ts"
import { UsernameField } from "./UsernameField.tsx"

export const EditUser = ({ actor }: { readonly actor: UsersActor }) => {
  const t = useWords()
  const edit = useSelector(actor, ({ children }) => children.edit)
  const username = useSelector(actor, ({ context }) => context.chosen?.username ?? "")
  return (
    <FormDialog form={edit} title={t("users.edit", { username })} aside>
      {(it) => <Fields edit={it} />}
    </FormDialog>
  )
}

const Fields = ({ edit }: { readonly edit: UserEditActor }) => {
  const t = useWords()
  const roles = useRoles()
  const form = useForm(edit)
  const user = useSelector(edit, ({ context }) => context.user)
  const { field, values, failure, busy } = form
  const draft = draftOfFields(user, values)
  const { readOnly: _, ...role } = field("role")
  return (
    <FormFields
      form={form}
      deed={t("users.edit.update")}
      unchanged={!hasChanges(userChanges(user, draft))}
      notice={<FailureNotice failure={failure} shown={["username", "email", "role"]} />}
    >
      <UsernameField label={t("users.edit.username")} {...field("username")} />
      <TextInput type="email" label={t("users.edit.email")} autoComplete="off" {...field("email")} />
      <NativeSelect label={t("users.edit.role")} data={roles} disabled={busy} {...role} />
      <Memberships form={form} user={user} memberships={draft.memberships} />
    </FormFields>
  )
}
