// Turning two-factor authentication off, with the current password.
import { Button, Group, Modal, Text } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { DisableTotpActor, TwoFactorActor } from "../../../machines/account/two-factor.ts"
import { useForm } from "../../kit/form.ts"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"
import { AccountFailure } from "./AccountFailure.tsx"

export const DisableTwoFactor = ({ actor }: { readonly actor: TwoFactorActor }) => {
  const t = useWords()
  const form = useSelector(actor, ({ children }) => children.disable)
  return (
    <Modal
      opened={form !== undefined}
      onClose={() => form?.send({ type: "form.leave" })}
      title={t("two-factor.disable")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {form !== undefined && <Fields form={form} />}
    </Modal>
  )
}

const Fields = ({ form }: { readonly form: DisableTotpActor }) => {
  const t = useWords()
  const { field, submit, leave, failure, busy, maySubmit } = useForm(form)
  return (
    <form className={classes["secret"]} onSubmit={submit} noValidate>
      <AccountFailure failure={failure} unknown="two-factor.disable.failed" shown={["currentPassword"]} />
      <Text>{t("two-factor.off.question")}</Text>
      <PasswordField label={t("two-factor.password")} autoComplete="current-password" data-autofocus {...field("currentPassword")} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={leave} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" color="red" loading={busy} disabled={!maySubmit && !busy}>
          {t("two-factor.deed-off")}
        </Button>
      </Group>
    </form>
  )
}
