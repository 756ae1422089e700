// Changing one's email address.
import { Button, Text, TextInput } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import type { ActorRefFrom } from "xstate"
import { emailProblem } from "../../../domain/accounts/identity.ts"
import type { emailChangeMachine, emailFormMachine } from "../../../machines/account/email-change.ts"
import { Card } from "../../kit/Card.tsx"
import { useForm } from "../../kit/form.ts"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"
import { AccountFailure } from "./AccountFailure.tsx"
import { Saved } from "./Saved.tsx"

type Props = { readonly machine: typeof emailChangeMachine; readonly email: string }

export const EmailCard = ({ machine, email }: Props) => {
  const t = useWords()
  const actor = useActorRef(machine, { input: { given: { email }, known: { email } } })
  const form = useSelector(actor, ({ children }) => children.form)
  const saved = useSelector(actor, ({ context }) => context.saved)
  return (
    <Card title={t("email.heading")}>
      <Text c="dimmed">{t("email.help")}</Text>
      {form !== undefined && <EmailForm form={form} saved={saved} />}
    </Card>
  )
}

const EmailForm = ({ form, saved }: { readonly form: ActorRefFrom<typeof emailFormMachine>; readonly saved: boolean }) => {
  const t = useWords()
  const { field, submit, failure, busy, edited, maySubmit, values } = useForm(form)
  const problem = edited && values["email"] !== "" ? emailProblem(values["email"] ?? "") : null
  const password = field("currentPassword")
  // [U] Only who signed in a while ago is asked.
  const asksPassword = password.error !== undefined || password.value !== ""
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <AccountFailure failure={failure} unknown="email.failed" shown={["email", "currentPassword"]} />
      <TextInput
        type="email"
        label={t("email.new")}
        autoComplete="email"
        {...field("email", problem === null ? undefined : t("ERROR.EMAIL_SYNTAX"))}
      />
      {asksPassword && (
        <PasswordField
          label={t("email.current-password")}
          description={t("email.current-password.help")}
          autoComplete="current-password"
          {...password}
        />
      )}
      <div className={classes["end"]}>
        <Button type="submit" loading={busy} disabled={!maySubmit && !busy}>
          {t("email.save")}
        </Button>
        <Saved shown={saved && !edited && !busy} />
      </div>
    </form>
  )
}
