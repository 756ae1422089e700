// Two-factor authentication: its state, and turning it on or off.
import { Button, Skeleton, Text } from "@mantine/core"
import { IconShieldCheck, IconShieldOff } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import type { DisableTotpActor, TwoFactorActor, twoFactorMachine } from "../../../machines/account/two-factor-machine.ts"
import { Card } from "../../kit/Card.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useRestoreFocusAfter } from "../../kit/focus-hooks.ts"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { PasswordField } from "../../kit/PasswordField.tsx"
import classes from "./Account.module.css"
import { AccountFailureNotice } from "./AccountLayout.tsx"
import { BackupCodesDialog, EnableTwoFactorDialog } from "./TwoFactorSetup.tsx"

/** Turns two-factor authentication off; requires the current password. */
export const DisableTwoFactorDialog = ({ actor }: { readonly actor: TwoFactorActor }) => {
  const t = useTranslate()
  const form = useSelector(actor, ({ children }) => children.disable)
  return (
    <FormDialog form={form} title={t("two-factor.disable")}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const Fields = ({ actor }: { readonly actor: DisableTotpActor }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { field, failure } = form
  const notice = <AccountFailureNotice failure={failure} unknown="two-factor.disable.failed" shown={["currentPassword"]} />
  return (
    <FormFields form={form} submitLabel={t("two-factor.deed-off")} isDestructive notice={notice}>
      <Text>{t("two-factor.off.question")}</Text>
      <PasswordField label={t("two-factor.password")} autoComplete="current-password" data-autofocus {...field("currentPassword")} />
    </FormFields>
  )
}

export const TwoFactorCard = ({ machine }: { readonly machine: typeof twoFactorMachine }) => {
  const t = useTranslate()
  const actor = useActorRef(machine)
  const { configuration, failure } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  useRestoreFocusAfter(busy)
  const failed = useSelector(actor, (state) => state.matches("failed"))
  return (
    <Card title={t("two-factor.heading")}>
      {configuration === null && !failed && <Skeleton height={36} />}
      {failed ? (
        <>
          <FailureNotice failure={failure} />
          <div className={classes["end"]}>
            <Button variant="default" onClick={() => actor.send({ type: "configuration.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      ) : (
        <AccountFailureNotice failure={failure} unknown="two-factor.enable.failed" shown={[]} />
      )}
      {configuration !== null &&
        (configuration.user.totpEnabled ? (
          <>
            <StateLine on />
            <div className={classes["end"]}>
              <Button variant="default" loading={busy} onClick={() => actor.send({ type: "totp.disable" })}>
                {t("two-factor.disable")}
              </Button>
            </div>
          </>
        ) : configuration.system.totpEnabled ? (
          <>
            <StateLine on={false} />
            <div className={classes["end"]}>
              <Button loading={busy} onClick={() => actor.send({ type: "totp.enable" })}>
                {t("two-factor.enable")}
              </Button>
            </div>
          </>
        ) : (
          <p className={classes["quiet"]}>{t("two-factor.unavailable")}</p>
        ))}
      <EnableTwoFactorDialog actor={actor} />
      <BackupCodesDialog actor={actor} />
      <DisableTwoFactorDialog actor={actor} />
    </Card>
  )
}

const StateLine = ({ on }: { readonly on: boolean }) => {
  const t = useTranslate()
  const Icon = on ? IconShieldCheck : IconShieldOff
  return (
    <p className={classes["state"]}>
      <Icon size={18} aria-hidden="true" color={on ? "var(--status-live)" : "var(--ink-quiet)"} />
      {t(on ? "two-factor.on" : "two-factor.off")}
    </p>
  )
}
