// The sign-in card: name and password, then a verification code where one is asked for (spec/1-console §2 "Login screen", §8).
import { Button, Title } from "@mantine/core"
import { useSyncExternalStore } from "react"
import { useWords } from "../../kit/words.tsx"
import { CodeForm } from "./CodeForm.tsx"
import { CredentialForm } from "./CredentialForm.tsx"
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
  if (view.step === "unreachable")
    return (
      <div className={classes["form"]}>
        <SignInFailure view={view} fields={[]} waits={false} />
        <Button onClick={door.retry}>{t("retry")}</Button>
      </div>
    )
  return view.step === "code" ? <CodeForm door={door} view={view} /> : <CredentialForm door={door} view={view} />
}
