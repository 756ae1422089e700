// Sign-in card: user name and password, then a verification code if required. Works with pasting and password managers.

import { Button, Text, TextInput, Title } from "@mantine/core"
import { type SubmitEvent, useState, useSyncExternalStore } from "react"
import { codeViolations, credentialViolations, isSameUsername } from "../../../domain/accounts/credentials.ts"
import type { PlainMessageKey } from "../../../domain/catalog/catalog.ts"
import type { Failure } from "../../../domain/failures/failure.ts"
import { getUnreachableMessageKeys } from "../../../domain/failures/message-lookup.ts"
import type { Violation } from "../../../domain/findings/finding.ts"
import { focusOnMount, useRestoreFocusAfter } from "../../kit/focus-hooks.ts"
import { changedText, useFormFields } from "../../kit/form-fields.ts"
import { useServerMessage, useTranslate } from "../../kit/i18n.tsx"
import { Countdown, FormNotice, Notice } from "../../kit/Notice.tsx"
import { PasswordField } from "../../kit/PasswordField.tsx"
import classes from "./SignIn.module.css"
import type { SignInEvent, SignInStore, SignInView } from "./sign-in-store.ts"

/** Sends the event, and calls back with the server's violations once it has answered; does nothing if the machine ignored the event. */
export const submitSignIn = (
  store: SignInStore,
  event: SignInEvent,
  onViolations: (violations: ReadonlyArray<Violation>) => void,
): void => {
  store.send(event)
  if (!store.getView().busy) return
  const unsubscribe = store.subscribe(() => {
    const { busy, violations } = store.getView()
    if (busy) return
    unsubscribe()
    onViolations(violations)
  })
}

const fields = ["username", "password"] as const
const validateCredentials = ({ username = "", password = "" }: Readonly<Record<string, string>>) =>
  credentialViolations({ username, password })

export const CredentialForm = ({ store, view }: { readonly store: SignInStore; readonly view: SignInView }) => {
  const t = useTranslate()
  const { values, field, submit, showViolations, setValue } = useFormFields(
    { username: view.username, password: "" },
    validateCredentials,
    store.prepare,
  )
  useRestoreFocusAfter(view.busy)
  // If the user name is already known, the focus goes to the password; in the dialog, `data-autofocus` sets it.
  const [isUsernameKnown] = useState(view.username !== "")
  const mustWait = view.waiting && isSameUsername(values["username"] ?? "", view.username)
  const getFieldProps = (name: (typeof fields)[number]) => ({
    ...field(name),
    readOnly: view.busy,
    onChange: (event: Parameters<typeof changedText>[0]) => setValue(name, changedText(event)),
  })
  const send = submit(({ username = "", password = "" }, form) =>
    submitSignIn(store, { type: "credentials.submit", username, password }, (violations) => showViolations(violations, form)),
  )
  const submitTyped = (event: SubmitEvent<HTMLFormElement>) => {
    // Password managers may fill in a field without an event.
    const formData = new FormData(event.currentTarget)
    for (const name of fields) {
      const text = formData.get(name)
      if (typeof text === "string" && text !== values[name]) setValue(name, text)
    }
    send(event)
  }
  return (
    <form className={`${classes["form"]} roomy`} onSubmit={submitTyped} noValidate>
      <TextInput
        label={t("sign-in.username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={isUsernameKnown ? null : focusOnMount}
        data-autofocus={!isUsernameKnown || undefined}
        {...getFieldProps("username")}
      />
      <PasswordField
        label={t("sign-in.password")}
        autoComplete="current-password"
        ref={isUsernameKnown ? focusOnMount : null}
        data-autofocus={isUsernameKnown || undefined}
        {...getFieldProps("password")}
      />
      <Button type="submit" fullWidth loading={view.busy} disabled={mustWait}>
        {t("sign-in.submit")}
      </Button>
      <FormNotice>
        <SignInFailureNotice view={view} fields={fields} mustWait={mustWait} />
      </FormNotice>
    </form>
  )
}

const emptyCode = { verificationCode: "" }
const validateCode = ({ verificationCode = "" }: Readonly<Record<string, string>>) => codeViolations(verificationCode)

export const CodeForm = ({ store, view }: { readonly store: SignInStore; readonly view: SignInView }) => {
  const t = useTranslate()
  const { field, submit, showViolations, setValue } = useFormFields(emptyCode, validateCode, store.prepare)
  useRestoreFocusAfter(view.busy)
  return (
    <form
      className={`${classes["form"]} roomy`}
      onSubmit={submit(({ verificationCode = "" }, form) =>
        submitSignIn(store, { type: "code.submit", code: verificationCode }, (violations) => {
          // A rejected code is of no further use.
          setValue("verificationCode", "")
          showViolations(violations, form)
        }),
      )}
      noValidate
    >
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
      <Button variant="subtle" fullWidth disabled={view.busy} onClick={() => store.send({ type: "code.cancel" })}>
        {t("sign-in.code.leave")}
      </Button>
      <FormNotice>
        <SignInFailureNotice view={view} fields={Object.keys(emptyCode)} mustWait={view.waiting} />
      </FormNotice>
    </form>
  )
}

type Props = { readonly store: SignInStore }

export const SignInCard = ({ store }: Props) => {
  const t = useTranslate()
  const { step } = useSyncExternalStore(store.subscribe, store.getView)
  const isCodeStep = step === "code"
  return (
    <main id="content" tabIndex={-1} className={classes["page"]}>
      <section className={classes["card"]} aria-labelledby="sign-in-heading">
        <Title order={1} size="h2" id="sign-in-heading">
          {t(isCodeStep ? "sign-in.code.heading" : "sign-in.heading")}
        </Title>
        <SignInForm store={store} />
        {!isCodeStep && (
          <div className={classes["forgot"]}>
            <a href="/password-reset">{t("sign-in.forgot")}</a>
          </div>
        )}
      </section>
    </main>
  )
}

/** The form without its card, also used by the dialog over a screen. */
export const SignInForm = ({ store }: Props) => {
  const t = useTranslate()
  const view = useSyncExternalStore(store.subscribe, store.getView)
  if (view.step === "unreachable")
    return (
      <div className={classes["form"]}>
        <SignInFailureNotice view={view} fields={[]} mustWait={false} />
        <Button onClick={store.retry}>{t("retry")}</Button>
      </div>
    )
  return view.step === "code" ? <CodeForm store={store} view={view} /> : <CredentialForm store={store} view={view} />
}

type FailureTag = Failure["_tag"]

const credentialMessages: Partial<Record<FailureTag, PlainMessageKey>> = {
  SignedOut: "sign-in.not-found",
  Forbidden: "sign-in.token",
}
const codeMessages: Partial<Record<FailureTag, PlainMessageKey>> = {
  SignedOut: "sign-in.code.expired",
  Forbidden: "sign-in.code.invalid",
}

/** The messages for failures without a specific one. */
const fallbackMessages = { credentials: "LOGIN.SUBMIT.FAILURE", code: "TOTP.SUBMIT.FAILURE" } as const satisfies Record<
  string,
  PlainMessageKey
>

type SignInFailureNoticeProps = {
  readonly view: SignInView
  /** Names of the fields that show their own violations. */
  readonly fields: ReadonlyArray<string>
  /** Whether this user must wait before the next attempt. */
  readonly mustWait: boolean
}

/** Explains why the last attempt failed, unless a field already shows it. */
const SignInFailureNotice = ({
  view: { failure, unexpectedResponse, failedAt, violations, secondsLeft },
  fields,
  mustWait,
}: SignInFailureNoticeProps) => {
  const t = useTranslate()
  const translateMessage = useServerMessage()
  if (failure === null) return null
  if (failure === "RateLimited")
    return (
      mustWait && (
        <Notice tone="bad">
          <Countdown seconds={secondsLeft} />
        </Notice>
      )
    )
  if (failure === "Unreachable") {
    const { title, advice } = getUnreachableMessageKeys(unexpectedResponse)
    return (
      <Notice tone="bad" title={t(failedAt === null ? title : fallbackMessages[failedAt])}>
        {failedAt !== null && <p>{t(title)}</p>}
        <p>{t(advice)}</p>
      </Notice>
    )
  }
  const otherViolations = violations.filter(({ field }) => !fields.includes(field))
  if (violations.length > 0 && otherViolations.length === 0) return null
  const text =
    failedAt === "code" ? (codeMessages[failure] ?? fallbackMessages.code) : (credentialMessages[failure] ?? fallbackMessages.credentials)
  return (
    <Notice tone="bad" title={t("sign-in.failed")}>
      {otherViolations.length === 0 ? (
        <p>{t(text)}</p>
      ) : (
        otherViolations.map(({ field, message }) => <p key={`${field} ${message}`}>{translateMessage(message)}</p>)
      )}
    </Notice>
  )
}
