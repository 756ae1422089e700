// Community options: payment credentials [O1], connections, and the secret that signs deliveries.
import { Button, TextInput, Title } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import {
  checkoutCredentialNames,
  checkoutEnvironments,
  checkoutField,
  isCheckoutSecret,
} from "../../../domain/communities/checkout-credentials.ts"
import type { CheckoutFormActor, checkoutMachine, signingSecretMachine } from "../../../machines/community/community-secrets-machines.ts"
import { Card } from "../../kit/Card.tsx"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { SavedMessage } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { LoadingPlaceholder } from "../../kit/LoadingPlaceholder.tsx"
import { Notice } from "../../kit/Notice.tsx"
import type { CommunityMachines } from "../console-services.tsx"
import { CommunityLayout } from "./CommunityLayout.tsx"
import classes from "./CommunityOptionsPage.module.css"
import { SecretField } from "./ConnectionForm.tsx"
import { ConnectionList } from "./ConnectionList.tsx"

/** Payment credentials for production and test. Secrets are masked, and stay unchanged unless typed over. */
export const CheckoutSection = ({ machine, slug }: { readonly machine: typeof checkoutMachine; readonly slug: string }) => {
  const t = useTranslate()
  const actor = useActorRef(machine, { input: { slug } })
  const { failure, saved } = useSelector(actor, ({ context }) => context)
  const state = useSelector(actor, ({ value }) => value)
  const form = useSelector(actor, ({ children }) => children.form)
  return (
    <>
      <p className={classes["quiet"]}>{t("checkout.text")}</p>
      {state === "reading" && <CheckoutPlaceholder />}
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
      {form !== undefined && <Fields key={form.sessionId} form={form} />}
      {state !== "failed" && <SavedMessage form={form} isSaved={saved} text={t("checkout.saved")} />}
    </>
  )
}

/** The height of the fields of one environment, in pixels. */
const sideHeight = 311

/** As large as the form at any width, so that nothing below it moves under the pointer when the form appears. */
const CheckoutPlaceholder = () => {
  const t = useTranslate()
  return (
    <div className={classes["form"]}>
      <div className={classes["sides"]}>
        {checkoutEnvironments.map((environment) => (
          <LoadingPlaceholder key={environment} height={sideHeight} />
        ))}
      </div>
      <div>
        <Button disabled>{t("checkout.save")}</Button>
      </div>
    </div>
  )
}

const Fields = ({ form }: { readonly form: CheckoutFormActor }) => {
  const t = useTranslate()
  const { field, submit, failure, busy, edited } = useForm(form)
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate autoComplete="off">
      <FailureNotice failure={failure} />
      <div className={classes["sides"]}>
        {checkoutEnvironments.map((environment) => (
          <fieldset key={environment} className={classes["side"]}>
            <legend>{t(`checkout.${environment}`)}</legend>
            {checkoutCredentialNames.map((name) => {
              const Field = isCheckoutSecret(name) ? SecretField : TextInput
              return <Field key={name} label={t(`checkout.${name}`)} autoComplete="off" {...field(checkoutField(environment, name))} />
            })}
          </fieldset>
        ))}
      </div>
      <div>
        <Button type="submit" loading={busy} disabled={!edited && !busy}>
          {t("checkout.save")}
        </Button>
      </div>
    </form>
  )
}

/** The secret that signs deliveries; receivers use it to verify that a delivery comes from this server. */
export const SigningSecretSection = ({ machine, slug }: { readonly machine: typeof signingSecretMachine; readonly slug: string }) => {
  const t = useTranslate()
  const actor = useActorRef(machine, { input: { slug } })
  const { secret, isNew, failure } = useSelector(actor, ({ context }) => context)
  const asking = useSelector(actor, (state) => state.hasTag("confirming-renewal"))
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  return (
    <>
      <p className={classes["quiet"]}>{t("signing.text")}</p>
      {secret !== null && (
        <div className={classes["end"]}>
          <code className={classes["secret"]}>{secret}</code>
          <CopyButton text={secret} label={t("signing.copy")} done={t("signing.copied")} />
        </div>
      )}
      {!asking && <FailureNotice failure={failure} />}
      <div className={classes["end"]}>
        {secret === null ? (
          <Button variant="default" loading={busy} onClick={() => actor.send({ type: "secret.show" })}>
            {t("signing.show")}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => actor.send({ type: "secret.hide" })}>
              {t("signing.hide")}
            </Button>
            <Button variant="default" onClick={() => actor.send({ type: "secret.renew" })}>
              {t("signing.renew")}
            </Button>
          </>
        )}
        <output>{isNew && t("signing.renewed")}</output>
      </div>
      <ConfirmDialog
        title={t("signing.renew")}
        question={asking ? t("signing.renew.question") : null}
        confirmLabel={t("signing.renew.confirm")}
        destroys
        busy={busy}
        onConfirm={() => actor.send({ type: "consent.give" })}
        onCancel={() => actor.send({ type: "consent.refuse" })}
      >
        <FailureNotice failure={failure} />
      </ConfirmDialog>
    </>
  )
}

type Props = {
  readonly machines: CommunityMachines
  readonly slug: string
  /** Result of the authorization the user returns from; null if they came from elsewhere. */
  readonly outcome: "authorized" | "refused" | null
}

export const CommunityOptionsPage = ({ machines, slug, outcome }: Props) => {
  const t = useTranslate()
  return (
    <CommunityLayout slug={slug} right="community.options">
      <Title order={1} size="h2">
        {t("options.heading")}
      </Title>
      {outcome !== null && (
        <Notice tone={outcome === "authorized" ? "good" : "bad"}>
          <p>{t(`connections.${outcome}`)}</p>
        </Notice>
      )}
      <Card title={t("checkout.heading")}>
        <CheckoutSection machine={machines.checkout} slug={slug} />
      </Card>
      <Card title={t("connections.heading")}>
        <ConnectionList machines={machines} slug={slug} />
      </Card>
      <Card title={t("signing.heading")}>
        <SigningSecretSection machine={machines.signing} slug={slug} />
      </Card>
    </CommunityLayout>
  )
}
