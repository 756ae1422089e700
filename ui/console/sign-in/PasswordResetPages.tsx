// Pages to request a password reset by email, and to set a new password with the token of that email.

import { Button, Text, TextInput, Title } from "@mantine/core"
import { Link, Navigate } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import type { ActorRefFrom } from "xstate"
import type {
  PasswordFormActor,
  passwordChangeMachine,
  passwordResetFormMachine,
  passwordResetMachine,
} from "../../../machines/account/account-form-machines.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { focusOnMount } from "../../kit/focus-hooks.ts"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { FormNotice, Notice } from "../../kit/Notice.tsx"
import { NewPasswordFields } from "../account/NewPasswordFields.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { ConsoleHeader, SignedOutLinks } from "../shell/ConsoleHeader.tsx"
import classes from "./SignIn.module.css"

/** A card on its own page for signed-out users. The heading among its children must have the id `sign-in-heading`. */
export const StandaloneCard = ({ children }: PropsWithChildren) => (
  <>
    <ConsoleHeader end={<SignedOutLinks bases={useConsoleServices().bases} current={false} />} />
    <main id="content" tabIndex={-1} className={classes["page"]}>
      <section className={classes["card"]} aria-labelledby="sign-in-heading">
        {children}
      </section>
    </main>
  </>
)

type Props = { readonly machine: typeof passwordChangeMachine; readonly token: string }

export const SetNewPasswordPage = ({ machine, token }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machine, { input: { token } })
  const form = useSelector(actor, ({ children }) => children.form)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const state = useSelector(actor, ({ value }) => value)
  const isStale = failure?._tag === "Forbidden" || failure?._tag === "NotFound"
  if (state === "over") return <Navigate to="/login" replace />
  return (
    <StandaloneCard>
      <Title order={1} size="h2" id="sign-in-heading">
        {t("reset.new.heading")}
      </Title>
      {state === "changed" && (
        <Notice tone="good">
          <p>{t("reset.new.done")}</p>
        </Notice>
      )}
      {failure !== null &&
        (isStale ? (
          <Stale />
        ) : (
          <>
            <FailureNotice failure={failure} />
            <Button onClick={() => actor.send({ type: "constraints.retry" })}>{t("retry")}</Button>
          </>
        ))}
      {form !== undefined && <Fields actor={form} />}
    </StandaloneCard>
  )
}

const Stale = () => {
  const t = useTranslate()
  return (
    <Notice tone="bad">
      <p>{t("reset.new.stale")}</p>
      <p>
        <Link to="/password-reset">{t("reset.new.again")}</Link>
      </p>
    </Notice>
  )
}

const Fields = ({ actor }: { readonly actor: PasswordFormActor }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { submit, failure, busy } = form
  const constraints = useSelector(actor, ({ context }) => context.facts.constraints)
  const isStale = failure?._tag === "Forbidden"
  return (
    <form className={`${classes["form"]} roomy`} onSubmit={submit} noValidate>
      <NewPasswordFields form={form} constraints={constraints} asksForCurrentPassword={false} />
      <Button type="submit" fullWidth loading={busy}>
        {t("reset.new.submit")}
      </Button>
      <FormNotice>
        {isStale ? <Stale /> : <FailureNotice failure={failure} shown={["newPassword", "confirmPassword"]} isExplained />}
      </FormNotice>
    </form>
  )
}

export const RequestPasswordResetPage = ({ machine }: { readonly machine: typeof passwordResetMachine }) => {
  const t = useTranslate()
  const actor = useActorRef(machine)
  const form = useSelector(actor, ({ children }) => children.form)
  const state = useSelector(actor, ({ value }) => value)
  if (state === "over") return <Navigate to="/login" replace />
  return (
    <StandaloneCard>
      <Title order={1} size="h2" id="sign-in-heading">
        {t("reset.heading")}
      </Title>
      {state === "sent" && (
        <Notice tone="good">
          <p>{t("reset.sent")}</p>
        </Notice>
      )}
      {form !== undefined && <FieldsOfResetPassword form={form} />}
      <div className={classes["forgot"]}>
        <Link to="/login">{t("reset.back")}</Link>
      </div>
    </StandaloneCard>
  )
}

const FieldsOfResetPassword = ({ form }: { readonly form: ActorRefFrom<typeof passwordResetFormMachine> }) => {
  const t = useTranslate()
  const { field, submit, failure, busy } = useForm(form)
  return (
    <form className={`${classes["form"]} roomy`} onSubmit={submit} noValidate>
      <Text c="dimmed">{t("reset.how")}</Text>
      <TextInput type="email" label={t("reset.email")} autoComplete="email" ref={focusOnMount} {...field("email")} />
      <Button type="submit" fullWidth loading={busy}>
        {t("reset.submit")}
      </Button>
      <FormNotice>
        <FailureNotice failure={failure} shown={["email"]} isExplained />
      </FormNotice>
    </form>
  )
}
