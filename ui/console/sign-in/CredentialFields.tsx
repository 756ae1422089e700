// Name and password. Both may be pasted and filled in by a password manager.
import { ActionIcon, TextInput } from "@mantine/core"
import { IconEye, IconEyeOff } from "@tabler/icons-react"
import { useState } from "react"
import { focusOnArrival } from "../../kit/focus.ts"
import { useMessage, useWords } from "../../kit/words.tsx"
import type { SignInEvent, SignInView } from "./door.ts"

type Props = { readonly view: SignInView; readonly send: (event: SignInEvent) => void }

export const CredentialFields = ({ view, send }: Props) => {
  const t = useWords()
  const say = useMessage()
  const [visible, setVisible] = useState(false)
  // Who is expected has only the password to give.
  const [expected] = useState(view.fields.username !== "")
  const Icon = visible ? IconEyeOff : IconEye
  const problem = (field: string) => view.violations.find((violation) => violation.field === field)?.message
  const [nameProblem, passwordProblem] = [problem("username"), problem("password")]
  return (
    <>
      <TextInput
        name="username"
        label={t("sign-in.username")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={expected ? null : focusOnArrival}
        readOnly={view.busy}
        value={view.fields.username}
        error={nameProblem && say(nameProblem)}
        onChange={(event) => send({ type: "field.type", field: "username", text: event.currentTarget.value })}
      />
      <TextInput
        name="password"
        type={visible ? "text" : "password"}
        label={t("sign-in.password")}
        autoComplete="current-password"
        ref={expected ? focusOnArrival : null}
        readOnly={view.busy}
        value={view.fields.password}
        error={passwordProblem && say(passwordProblem)}
        onChange={(event) => send({ type: "field.type", field: "password", text: event.currentTarget.value })}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t(visible ? "sign-in.password.hide" : "sign-in.password.show")}
            onClick={() => setVisible(!visible)}
          >
            <Icon size={18} aria-hidden="true" />
          </ActionIcon>
        }
      />
    </>
  )
}
