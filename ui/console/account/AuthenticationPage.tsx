// Account page for password, two-factor authentication and open sessions.
import { Button, Text } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import type { PasswordFormActor, passwordChangeMachine } from "../../../machines/account/account-form-machines.ts"
import type { openSessionsMachine } from "../../../machines/account/open-sessions-machine.ts"
import { Card } from "../../kit/Card.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { SavedMessage, UnsavedChangesGuard } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { FormNotice } from "../../kit/Notice.tsx"
import type { AccountMachines } from "../console-services.tsx"
import classes from "./Account.module.css"
import { AccountFailureNotice, AccountLayout } from "./AccountLayout.tsx"
import { NewPasswordFields } from "./NewPasswordFields.tsx"
import { TwoFactorCard } from "./TwoFactorCard.tsx"

export const PasswordCard = ({ machine }: { readonly machine: typeof passwordChangeMachine }) => {
  const t = useTranslate()
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
          <UnsavedChangesGuard form={form} />
          <SavedMessage form={form} isSaved={saved} text={t("account.saved")} />
        </>
      )}
    </Card>
  )
}

const PasswordForm = ({ actor }: { readonly actor: PasswordFormActor }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { submit, failure, busy, edited } = form
  const constraints = useSelector(actor, ({ context }) => context.facts.constraints)
  return (
    <form className={`${classes["form"]} roomy`} onSubmit={submit} noValidate>
      <NewPasswordFields form={form} constraints={constraints} asksForCurrentPassword />
      <div>
        <Button type="submit" loading={busy} disabled={!edited && !busy}>
          {t("password.save")}
        </Button>
      </div>
      <FormNotice>
        <AccountFailureNotice failure={failure} unknown="password.failed" shown={["oldPassword", "newPassword", "confirmPassword"]} />
      </FormNotice>
    </form>
  )
}

/** The open sessions of the user, and signing out all others. */
export const SessionsCard = ({ machine }: { readonly machine: typeof openSessionsMachine }) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const actor = useActorRef(machine)
  const { sessions, failure, ended } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const failed = useSelector(actor, (state) => state.matches("failed"))
  return (
    <Card title={t("sessions.heading")}>
      <FailureNotice failure={failure} />
      {failed && (
        <Button variant="default" onClick={() => actor.send({ type: "list.retry" })}>
          {t("retry")}
        </Button>
      )}
      <ul className={classes["sessions"]}>
        {sessions.map(({ madeAt, seenAt, current }) => (
          <li key={`${madeAt} ${seenAt}`}>
            <span>{t(current ? "sessions.this" : "sessions.other")}</span>
            <span className={classes["quiet"]}>{t("sessions.times", { since: dayAndTime(madeAt), seen: dayAndTime(seenAt) })}</span>
          </li>
        ))}
      </ul>
      <output className={classes["quiet"]}>{ended ? t("sessions.ended") : sessions.length === 1 && t("sessions.only")}</output>
      {sessions.length > 1 && (
        <div className={classes["end"]}>
          <Button variant="default" loading={busy} onClick={() => actor.send({ type: "other-sessions.end" })}>
            {t("sessions.end")}
          </Button>
        </div>
      )}
    </Card>
  )
}

export const AuthenticationPage = ({ machines }: { readonly machines: AccountMachines }) => (
  <AccountLayout>
    <PasswordCard machine={machines.passwordChange} />
    <TwoFactorCard machine={machines.twoFactor} />
    <SessionsCard machine={machines.openSessions} />
  </AccountLayout>
)
