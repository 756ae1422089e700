// Setting a new password with the token of a mail (spec/1-console §2, spec/3-community §4, §8).
import { Button, Title } from "@mantine/core"
import { Link, Navigate } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import type { PasswordFormActor, passwordChangeMachine } from "../../../machines/account/password-change.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useForm } from "../../kit/form.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { PasswordFields } from "../account/PasswordFields.tsx"
import { Alone } from "./Alone.tsx"
import classes from "./SignIn.module.css"

type Props = { readonly machine: typeof passwordChangeMachine; readonly token: string }

export const ChangePassword = ({ machine, token }: Props) => {
  const t = useWords()
  const actor = useActorRef(machine, { input: { token } })
  const form = useSelector(actor, ({ children }) => children.form)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const state = useSelector(actor, ({ value }) => value)
  const isStale = failure?._tag === "Forbidden" || failure?._tag === "Missing"
  if (state === "over") return <Navigate to="/login" replace />
  return (
    <Alone>
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
    </Alone>
  )
}

const Stale = () => {
  const t = useWords()
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
  const t = useWords()
  const form = useForm(actor)
  const { submit, failure, busy } = form
  const constraints = useSelector(actor, ({ context }) => context.known.constraints)
  const isStale = failure?._tag === "Forbidden"
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      {isStale ? <Stale /> : <FailureNotice failure={failure} shown={["newPassword", "confirmPassword"]} />}
      <PasswordFields form={form} constraints={constraints} asksOld={false} />
      <Button type="submit" fullWidth loading={busy}>
        {t("reset.new.submit")}
      </Button>
    </form>
  )
}
