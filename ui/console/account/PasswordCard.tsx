// Changing one's password.
import { Button, Text } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import type { PasswordFormActor, passwordChangeMachine } from "../../../machines/account/password-change.ts"
import { Card } from "../../kit/Card.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useForm } from "../../kit/form.ts"
import { LeaveForm } from "../../kit/LeaveForm.tsx"
import { Saved } from "../../kit/Saved.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"
import { AccountFailure } from "./AccountFailure.tsx"
import { PasswordFields } from "./PasswordFields.tsx"

export const PasswordCard = ({ machine }: { readonly machine: typeof passwordChangeMachine }) => {
  const t = useWords()
  const actor = useActorRef(machine, { input: { token: null } })
  const form = useSelector(actor, ({ children }) => children.form)
  const { failure, saved } = useSelector(actor, ({ context }) => context)
  return (
    <Card title={t("password.heading")}>
      <Text c="dimmed">{t("password.others-end")}</Text>
      {failure !== null && (
        <>
          <FailureNotice failure={failure} />
          <Button variant="default" onClick={() => actor.send({ type: "constraints.retry" })}>
            {t("retry")}
          </Button>
        </>
      )}
      {form !== undefined && (
        <>
          <PasswordForm key={form.sessionId} actor={form} />
          <LeaveForm form={form} />
          <Saved form={form} saved={saved} text={t("account.saved")} />
        </>
      )}
    </Card>
  )
}

const PasswordForm = ({ actor }: { readonly actor: PasswordFormActor }) => {
  const t = useWords()
  const form = useForm(actor)
  const { submit, failure, busy, dirty } = form
  const constraints = useSelector(actor, ({ context }) => context.known.constraints)
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <AccountFailure failure={failure} unknown="password.failed" shown={["oldPassword", "newPassword", "confirmPassword"]} />
      <PasswordFields form={form} constraints={constraints} asksOld />
      <div>
        <Button type="submit" loading={busy} disabled={!dirty && !busy}>
          {t("password.save")}
        </Button>
      </div>
    </form>
  )
}
