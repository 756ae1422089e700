// The sign-in card: name and password, then a verification code where one is asked for (spec/1-console §2 "Login screen", §8).
import { Button, Title } from "@mantine/core"
import { type SubmitEvent, useSyncExternalStore } from "react"
import { useWords } from "../../kit/words.tsx"
import { CodeFields } from "./CodeFields.tsx"
import { CredentialFields } from "./CredentialFields.tsx"
import type { SignInDoor } from "./door.ts"
import classes from "./SignIn.module.css"
import { SignInFailure } from "./SignInFailure.tsx"

type Props = { readonly door: SignInDoor }

export const SignIn = ({ door }: Props) => {
  const t = useWords()
  const { step } = useSyncExternalStore(door.subscribe, door.view)
  const asksCode = step === "code"
  return (
    <main id="content" tabIndex={-1} className={classes["page"]}>
      <section className={classes["card"]} aria-labelledby="sign-in-heading">
        <Title order={1} size="h2" id="sign-in-heading">
          {t(asksCode ? "sign-in.code.heading" : "sign-in.heading")}
        </Title>
        <SignInForm door={door} />
        {!asksCode && (
          <div className={classes["forgot"]}>
            <a href="/password-reset">{t("sign-in.forgot")}</a>
          </div>
        )}
      </section>
    </main>
  )
}

/** The form alone, for the card and for the dialog over a screen. */
export const SignInForm = ({ door }: Props) => {
  const t = useWords()
  const view = useSyncExternalStore(door.subscribe, door.view)
  const { send } = door

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A password manager may have filled a field in without an event.
    const typed = new FormData(event.currentTarget)
    for (const field of ["username", "password", "code"] as const) {
      const text = typed.get(field)
      if (typeof text === "string" && text !== view.fields[field]) send({ type: "field.type", field, text })
    }
    send({ type: "form.submit" })
  }

  if (view.step === "unreachable")
    return (
      <div className={classes["form"]}>
        <SignInFailure view={view} />
        <Button onClick={door.retry}>{t("retry")}</Button>
      </div>
    )
  const asksCode = view.step === "code"
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <SignInFailure view={view} />
      {asksCode ? <CodeFields view={view} send={send} /> : <CredentialFields view={view} send={send} />}
      <Button type="submit" fullWidth loading={view.busy} disabled={view.waiting}>
        {t(asksCode ? "sign-in.code.submit" : "sign-in.submit")}
      </Button>
      {asksCode && (
        <Button variant="subtle" fullWidth disabled={view.busy} onClick={() => send({ type: "code.leave" })}>
          {t("sign-in.code.leave")}
        </Button>
      )}
    </form>
  )
}
