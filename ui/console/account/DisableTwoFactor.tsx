// Turning two-factor authentication off, with the current password.
import { Text } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { DisableTotpActor, TwoFactorActor } from "../../../machines/account/two-factor.ts"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { useWords } from "../../kit/words.tsx"
import { AccountFailure } from "./AccountFailure.tsx"

export const DisableTwoFactor = ({ actor }: { readonly actor: TwoFactorActor }) => {
  const t = useWords()
  const form = useSelector(actor, ({ children }) => children.disable)
  return (
    <FormDialog form={form} title={t("two-factor.disable")}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const Fields = ({ actor }: { readonly actor: DisableTotpActor }) => {
  const t = useWords()
  const form = useForm(actor)
  const { field, failure } = form
  const notice = <AccountFailure failure={failure} unknown="two-factor.disable.failed" shown={["currentPassword"]} />
  return (
    <FormFields form={form} deed={t("two-factor.deed-off")} destroys notice={notice}>
      <Text>{t("two-factor.off.question")}</Text>
      <PasswordField label={t("two-factor.password")} autoComplete="current-password" data-autofocus {...field("currentPassword")} />
    </FormFields>
  )
}
