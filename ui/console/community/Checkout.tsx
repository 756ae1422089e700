// The credentials that payments are made with, for production and for tests. Secrets come masked, and stay as they are unless typed over.
import { Button, TextInput } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import { checkoutField, credentialNames, environments, isCheckoutSecret } from "../../../domain/communities/checkout.ts"
import type { CheckoutFormActor, checkoutMachine } from "../../../machines/community/checkout.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useForm } from "../../kit/form.ts"
import { Loading } from "../../kit/Loading.tsx"
import { Saved } from "../../kit/Saved.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Options.module.css"
import { SecretField } from "./SecretField.tsx"

export const Checkout = ({ machine, slug }: { readonly machine: typeof checkoutMachine; readonly slug: string }) => {
  const t = useWords()
  const actor = useActorRef(machine, { input: { slug } })
  const { failure, saved } = useSelector(actor, ({ context }) => context)
  const state = useSelector(actor, ({ value }) => value)
  const form = useSelector(actor, ({ children }) => children.form)
  return (
    <>
      <p className={classes["quiet"]}>{t("checkout.text")}</p>
      {state === "reading" && <Loading height={240} />}
      {state === "failed" && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => actor.send({ type: "checkout.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {form !== undefined && (
        <>
          <Fields key={form.sessionId} form={form} />
          <Saved form={form} saved={saved} text={t("checkout.saved")} />
        </>
      )}
    </>
  )
}

const Fields = ({ form }: { readonly form: CheckoutFormActor }) => {
  const t = useWords()
  const { field, submit, failure, busy, dirty } = useForm(form)
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate autoComplete="off">
      <FailureNotice failure={failure} />
      <div className={classes["sides"]}>
        {environments.map((environment) => (
          <fieldset key={environment} className={classes["side"]}>
            <legend>{t(`checkout.${environment}`)}</legend>
            {credentialNames.map((name) => {
              const Field = isCheckoutSecret(name) ? SecretField : TextInput
              return <Field key={name} label={t(`checkout.${name}`)} autoComplete="off" {...field(checkoutField(environment, name))} />
            })}
          </fieldset>
        ))}
      </div>
      <div>
        <Button type="submit" loading={busy} disabled={!dirty && !busy}>
          {t("checkout.save")}
        </Button>
      </div>
    </form>
  )
}
