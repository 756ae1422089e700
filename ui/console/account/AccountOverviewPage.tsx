// Account overview: user name, and changing the email address.
import { Button, Text, TextInput } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import { useState } from "react"
import type { ActorRefFrom } from "xstate"
import type { emailChangeMachine, emailFormMachine } from "../../../machines/account/account-form-machines.ts"
import { Card } from "../../kit/Card.tsx"
import { FactList } from "../../kit/FactList.tsx"
import { SavedMessage, UnsavedChangesGuard } from "../../kit/FormDialog.tsx"
import { focusOnMount } from "../../kit/focus-hooks.ts"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { FormNotice } from "../../kit/Notice.tsx"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { type AccountMachines, useConsoleServices } from "../console-services.tsx"
import classes from "./Account.module.css"
import { AccountFailureNotice, AccountLayout } from "./AccountLayout.tsx"

type Props = { readonly machine: typeof emailChangeMachine; readonly email: string }

export const EmailCard = ({ machine, email }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machine, { input: { initialValues: { email }, facts: null } })
  const form = useSelector(actor, ({ children }) => children.form)
  const saved = useSelector(actor, ({ context }) => context.saved)
  return (
    <Card title={t("email.heading")}>
      <Text c="dimmed">{t("email.help")}</Text>
      {form !== undefined && (
        <>
          <EmailForm key={form.sessionId} form={form} />
          <UnsavedChangesGuard form={form} />
          <SavedMessage form={form} isSaved={saved} text={t("account.saved")} />
        </>
      )}
    </Card>
  )
}

const EmailForm = ({ form }: { readonly form: ActorRefFrom<typeof emailFormMachine> }) => {
  const t = useTranslate()
  const { field, submit, failure, busy, edited } = useForm(form)
  const password = field("currentPassword")
  // The server asks for the password only if the sign-in is old; once asked, the field stays visible.
  const [asksPassword, setAsksPassword] = useState(false)
  if (password.error !== undefined && !asksPassword) setAsksPassword(true)
  return (
    <form className={`${classes["form"]} roomy`} onSubmit={submit} noValidate>
      <TextInput type="email" label={t("email.new")} autoComplete="email" {...field("email")} />
      {asksPassword && (
        <PasswordField
          label={t("email.current-password")}
          description={password.error === undefined ? t("email.current-password.help") : undefined}
          autoComplete="current-password"
          ref={focusOnMount}
          {...password}
        />
      )}
      <div>
        <Button type="submit" loading={busy} disabled={!edited && !busy}>
          {t("email.save")}
        </Button>
      </div>
      <FormNotice>
        <AccountFailureNotice failure={failure} unknown="email.failed" shown={["email", "currentPassword"]} />
      </FormNotice>
    </form>
  )
}

export const AccountOverviewPage = ({ machines }: { readonly machines: AccountMachines }) => {
  const t = useTranslate()
  const { session } = useConsoleServices()
  const user = useSelector(session, ({ context }) => context.user)
  if (user === null) return null
  return (
    <AccountLayout>
      <Card title={t("account.overview")}>
        <FactList labelWidth="max-content" facts={[{ label: t("account.username"), value: user.username }]} />
      </Card>
      <EmailCard machine={machines.emailChange} email={user.email} />
    </AccountLayout>
  )
}
