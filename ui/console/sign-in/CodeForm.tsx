// The second step: the code of an app, or a backup code.
import { Button, Text, TextInput } from "@mantine/core"
import { codeViolations } from "../../../domain/accounts/sign-in.ts"
import { textOf, useFields } from "../../kit/fields.ts"
import { focusOnArrival, useFocusAfter } from "../../kit/focus.ts"
import { useWords } from "../../kit/words.tsx"
import { tryAt } from "./answer.ts"
import type { SignInDoor, SignInView } from "./door.ts"
import classes from "./SignIn.module.css"
import { SignInFailure } from "./SignInFailure.tsx"

const blank = { verificationCode: "" }
const check = ({ verificationCode = "" }: Readonly<Record<string, string>>) => codeViolations(verificationCode)

export const CodeForm = ({ door, view }: { readonly door: SignInDoor; readonly view: SignInView }) => {
  const t = useWords()
  const { field, submit, tell, write } = useFields(blank, check, door.prepare)
  useFocusAfter(view.busy)
  return (
    <form
      className={classes["form"]}
      onSubmit={submit(({ verificationCode = "" }, form) =>
        tryAt(door, { type: "code.submit", code: verificationCode }, (violations) => {
          // "The code field is cleared" (spec/1-console §8).
          write("verificationCode", "")
          tell(violations, form)
        }),
      )}
      noValidate
    >
      <SignInFailure view={view} fields={Object.keys(blank)} waits={view.waiting} />
      <Text c="dimmed">{t("sign-in.code.how")}</Text>
      <TextInput
        label={t("sign-in.code")}
        autoComplete="one-time-code"
        inputMode="text"
        spellCheck={false}
        ref={focusOnArrival}
        readOnly={view.busy}
        {...field("verificationCode")}
        onChange={(event) => write("verificationCode", textOf(event))}
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
