// Sign-in card: user name and password, then a verification code if required. Works with pasting and password managers.

import { Button, Text, TextInput, Title } from "@mantine/core"
import { type SubmitEvent, useState, useSyncExternalStore } from "react"
import { codeViolations, credentialViolations, isSameUsername } from "../../../domain/accounts/credentials.ts"
import type { Violation } from "../../../domain/failure.ts"
import { focusOnMount, useRestoreFocusAfter } from "../../kit/focus-hooks.ts"
import { changedText, useFormFields } from "../../kit/form-fields.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { PasswordField } from "../../kit/PasswordField.tsx"
import classes from "./SignIn.module.css"
import { SignInFailureNotice } from "./SignInFailureNotice.tsx"
import type { SignInEvent, SignInStore, SignInView } from "./sign-in-store.ts"

/** Sends the sign-in event and calls back with the server's violations once it has answered; does nothing if the machine ignored the event. */
export const submitSignIn = (door: SignInStore, event: SignInEvent, tell: (violations: ReadonlyArray<Violation>) => void): void => {
  door.send(event)
  if (!door.getView().busy) return
  const leave = door.subscribe(() => {
    const { busy, violations } = door.getView()
    if (busy) return
    leave()
    tell(violations)
  })
}

const fields = ["username", "password"] as const
const check = ({ username = "", password = "" }: Readonly<Record<string, string>>) => credentialViolations({ username, password })

export const CredentialForm = ({ door, view }: { readonly door: SignInStore; readonly view: SignInView }) => {
  const t = useTranslate()
  const { values, field, submit, showViolations, setValue } = useFormFields({ username: view.username, password: "" }, check, door.prepare)
  useRestoreFocusAfter(view.busy)
  // If the user name is already known, the focus goes to the password; in the dialog, `data-autofocus` sets it.
  const [expected] = useState(view.username !== "")
  const waits = view.waiting && isSameUsername(values["username"] ?? "", view.username)
  const given = (name: (typeof fields)[number]) => ({
    ...field(name),
    readOnly: view.busy,
    onChange: (event: Parameters<typeof changedText>[0]) => setValue(name, changedText(event)),
  })
  const send = submit(({ username = "", password = "" }, form) =>
    submitSignIn(door, { type: "credentials.submit", username, password }, (violations) => showViolations(violations, form)),
  )
  const submitTyped = (event: SubmitEvent<HTMLFormElement>) => {
    // Password managers may fill in a field without an event.
    const typed = new FormData(event.currentTarget)
    for (const name of fields) {
      const text = typed.get(name)
      if (typeof text === "string" && text !== values[name]) setValue(name, text)
    }
    send(event)
  }
  return (
    <form className={classes["form"]} onSubmit={submitTyped} noValidate>
      <SignInFailureNotice view={view} fields={fields} waits={waits} />
      <TextInput
        label={t("sign-in.username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={expected ? null : focusOnMount}
        data-autofocus={!expected || undefined}
        {...given("username")}
      />
      <PasswordField
        label={t("sign-in.password")}
        autoComplete="current-password"
        ref={expected ? focusOnMount : null}
        data-autofocus={expected || undefined}
        {...given("password")}
      />
      <Button type="submit" fullWidth loading={view.busy} disabled={waits}>
        {t("sign-in.submit")}
      </Button>
    </form>
  )
}

const blank = { verificationCode: "" }
const checkOfCodeForm = ({ verificationCode = "" }: Readonly<Record<string, string>>) => codeViolations(verificationCode)

export const CodeForm = ({ door, view }: { readonly door: SignInStore; readonly view: SignInView }) => {
  const t = useTranslate()
  const { field, submit, showViolations, setValue } = useFormFields(blank, checkOfCodeForm, door.prepare)
  useRestoreFocusAfter(view.busy)
  return (
    <form
      className={classes["form"]}
      onSubmit={submit(({ verificationCode = "" }, form) =>
        submitSignIn(door, { type: "code.submit", code: verificationCode }, (violations) => {
          // A rejected code is of no further use.
          setValue("verificationCode", "")
          showViolations(violations, form)
        }),
      )}
      noValidate
    >
      <SignInFailureNotice view={view} fields={Object.keys(blank)} waits={view.waiting} />
      <Text c="dimmed">{t("sign-in.code.how")}</Text>
      <TextInput
        label={t("sign-in.code")}
        autoComplete="one-time-code"
        inputMode="text"
        spellCheck={false}
        ref={focusOnMount}
        readOnly={view.busy}
        {...field("verificationCode")}
        onChange={(event) => setValue("verificationCode", changedText(event))}
      />
      <Button type="submit" fullWidth loading={view.busy} disabled={view.waiting}>
        {t("sign-in.code.submit")}
      </Button>
      <Button variant="subtle" fullWidth disabled={view.busy} onClick={() => door.send({ type: "code.leave" })}>
        {t("sign-in.code.leave")}
      </Button>
    </form>
  )
}

type Props = { readonly door: SignInStore }

export const SignInCard = ({ door }: Props) => {
  const t = useTranslate()
  const { step } = useSyncExternalStore(door.subscribe, door.getView)
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

/** The form without its card, also used by the dialog over a screen. */
export const SignInForm = ({ door }: Props) => {
  const t = useTranslate()
  const view = useSyncExternalStore(door.subscribe, door.getView)
  if (view.step === "unreachable")
    return (
      <div className={classes["form"]}>
        <SignInFailureNotice view={view} fields={[]} waits={false} />
        <Button onClick={door.retry}>{t("retry")}</Button>
      </div>
    )
  return view.step === "code" ? <CodeForm door={door} view={view} /> : <CredentialForm door={door} view={view} />
}
