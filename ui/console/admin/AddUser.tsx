// The dialog that adds a user. What the server has against it stands on top, each as a heading (spec/1-console §5).
import { TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { unmetRules } from "../../../domain/accounts/password.ts"
import type { AddUserActor, UserRosterActor } from "../../../machines/admin/users.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { PasswordNeeds } from "../../kit/PasswordNeeds.tsx"
import { useWords } from "../../kit/words.tsx"
import { UsernameField } from "./UsernameField.tsx"

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
