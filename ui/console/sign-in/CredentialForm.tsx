// The first step: name and password. Both may be pasted and filled in by a password manager.
import { Button, TextInput } from "@mantine/core"
import { type SubmitEvent, useState } from "react"
import { isSameUsername } from "../../../domain/accounts/identity.ts"
import { credentialViolations } from "../../../domain/accounts/sign-in.ts"
import { textOf, useFields } from "../../kit/fields.ts"
import { focusOnArrival, useFocusAfter } from "../../kit/focus.ts"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { useWords } from "../../kit/words.tsx"
import { tryAt } from "./answer.ts"
import type { SignInDoor, SignInView } from "./door.ts"
import classes from "./SignIn.module.css"
import { SignInFailure } from "./SignInFailure.tsx"

const fields = ["username", "password"] as const
const check = ({ username = "", password = "" }: Readonly<Record<string, string>>) => credentialViolations({ username, password })

export const CredentialForm = ({ door, view }: { readonly door: SignInDoor; readonly view: SignInView }) => {
  const t = useWords()
  const { values, field, submit, tell, write } = useFields({ username: view.username, password: "" }, check, door.prepare)
  useFocusAfter(view.busy)
  // Who is expected has only the password to give; over a screen it is the dialog that gives the focus.
  const [expected] = useState(view.username !== "")
  const waits = view.waiting && isSameUsername(values["username"] ?? "", view.username)
  const given = (name: (typeof fields)[number]) => ({
    ...field(name),
    readOnly: view.busy,
    onChange: (event: Parameters<typeof textOf>[0]) => write(name, textOf(event)),
  })
  const send = submit(({ username = "", password = "" }, form) =>
    tryAt(door, { type: "credentials.submit", username, password }, (violations) => tell(violations, form)),
  )
  const submitTyped = (event: SubmitEvent<HTMLFormElement>) => {
    // A password manager may have filled a field in without an event.
    const typed = new FormData(event.currentTarget)
    for (const name of fields) {
      const text = typed.get(name)
      if (typeof text === "string" && text !== values[name]) write(name, text)
    }
    send(event)
  }
  return (
    <form className={classes["form"]} onSubmit={submitTyped} noValidate>
      <SignInFailure view={view} fields={fields} waits={waits} />
      <TextInput
        label={t("sign-in.username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={expected ? null : focusOnArrival}
        data-autofocus={!expected || undefined}
        {...given("username")}
      />
      <PasswordField
        label={t("sign-in.password")}
        autoComplete="current-password"
        ref={expected ? focusOnArrival : null}
        data-autofocus={expected || undefined}
        {...given("password")}
      />
      <Button type="submit" fullWidth loading={view.busy} disabled={waits}>
        {t("sign-in.submit")}
      </Button>
    </form>
  )
}
