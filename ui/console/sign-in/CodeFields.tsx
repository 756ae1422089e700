// The one field of the second step.
import { Text, TextInput } from "@mantine/core"
import { focusOnArrival } from "../../kit/focus.ts"
import { useMessage, useWords } from "../../kit/words.tsx"
import type { SignInEvent, SignInView } from "./door.ts"

type Props = { readonly view: SignInView; readonly send: (event: SignInEvent) => void }

export const CodeFields = ({ view, send }: Props) => {
  const t = useWords()
  const say = useMessage()
  const problem = view.violations.find(({ field }) => field !== "username" && field !== "password")?.message
  return (
    <>
      <Text c="dimmed">{t("sign-in.code.how")}</Text>
      <TextInput
        name="code"
        label={t("sign-in.code")}
        autoComplete="one-time-code"
        inputMode="text"
        spellCheck={false}
        ref={focusOnArrival}
        readOnly={view.busy}
        value={view.fields.code}
        error={problem && say(problem)}
        onChange={(event) => send({ type: "field.type", field: "code", text: event.currentTarget.value })}
      />
    </>
  )
}
