// Fields for the old and the new password, with a list of the unmet requirements [U2].
import { IconCircleCheck } from "@tabler/icons-react"
import { type PasswordConstraints, passwordProblems } from "../../../domain/accounts/password-rules.ts"
import { parsePasswordChange } from "../../../machines/account/account-form-machines.ts"
import type { Form } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { PasswordRequirements } from "../../kit/PasswordRequirements.tsx"

type Props = { readonly form: Pick<Form, "field" | "values">; readonly constraints: PasswordConstraints; readonly asksOld: boolean }

export const NewPasswordFields = ({ form: { field, values }, constraints, asksOld }: Props) => {
  const t = useTranslate()
  const change = parsePasswordChange(values)
  const problems = passwordProblems(change, constraints)
  const isConfirmed = change.confirmation !== "" && problems.confirmation === null
  return (
    <>
      {asksOld && <PasswordField label={t("password.old")} autoComplete="current-password" {...field("oldPassword")} />}
      <PasswordField
        label={t("password.new")}
        autoComplete="new-password"
        wrapperProps={{ "data-room": true }}
        description={<PasswordRequirements password={change.next} constraints={constraints} unmet={problems.next} mustDiffer={asksOld} />}
        {...field("newPassword")}
      />
      <PasswordField
        label={t("password.confirm")}
        autoComplete="new-password"
        mark={isConfirmed ? <IconCircleCheck size={18} aria-hidden="true" /> : undefined}
        {...field("confirmPassword")}
      />
    </>
  )
}
