// Asking for a mail with which a forgotten password can be set anew (spec/1-console §2 "Login screen", §4).
import { Button, Text, TextInput, Title } from "@mantine/core"
import { Link, Navigate } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import type { ActorRefFrom } from "xstate"
import type { passwordResetFormMachine, passwordResetMachine } from "../../../machines/account/password-reset.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { focusOnArrival } from "../../kit/focus.ts"
import { useForm } from "../../kit/form.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { Alone } from "./Alone.tsx"
import classes from "./SignIn.module.css"

export const ResetPassword = ({ machine }: { readonly machine: typeof passwordResetMachine }) => {
  const t = useWords()
  const actor = useActorRef(machine)
  const form = useSelector(actor, ({ children }) => children.form)
  const state = useSelector(actor, ({ value }) => value)
  if (state === "over") return <Navigate to="/login" replace />
  return (
    <Alone>
      <Title order={1} size="h2" id="sign-in-heading">
        {t("reset.heading")}
      </Title>
      {state === "sent" && (
        <Notice tone="good">
          <p>{t("reset.sent")}</p>
        </Notice>
      )}
      {form !== undefined && <Fields form={form} />}
      <div className={classes["forgot"]}>
        <Link to="/login">{t("reset.back")}</Link>
      </div>
    </Alone>
  )
}

const Fields = ({ form }: { readonly form: ActorRefFrom<typeof passwordResetFormMachine> }) => {
  const t = useWords()
  const { field, submit, failure, busy } = useForm(form)
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <Text c="dimmed">{t("reset.how")}</Text>
      <FailureNotice failure={failure} shown={["email"]} />
      <TextInput type="email" label={t("reset.email")} autoComplete="email" ref={focusOnArrival} {...field("email")} />
      <Button type="submit" fullWidth loading={busy}>
        {t("reset.submit")}
      </Button>
    </form>
  )
}
