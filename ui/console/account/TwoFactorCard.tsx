// Two-factor authentication: its state, and turning it on or off.
import { Button, Group, Modal, Skeleton, Text, TextInput } from "@mantine/core"
import { IconShieldCheck, IconShieldOff } from "@tabler/icons-react"
import { useBlocker } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { formatTotpKey, type TotpSecret } from "../../../domain/accounts/two-factor-settings.ts"
import type { ConfirmTotpActor, DisableTotpActor, TwoFactorActor, twoFactorMachine } from "../../../machines/account/two-factor-machine.ts"
import { Card } from "../../kit/Card.tsx"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useRestoreFocusAfter } from "../../kit/focus-hooks.ts"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { PasswordField } from "../../kit/PasswordField.tsx"
import classes from "./Account.module.css"
import { AccountFailureNotice } from "./AccountLayout.tsx"

/** Turns two-factor authentication on: QR code and key, and a first code. */
const EnableTwoFactorDialog = ({ actor }: { readonly actor: TwoFactorActor }) => {
  const t = useTranslate()
  const form = useSelector(actor, ({ children }) => children.confirm)
  const secret = useSelector(actor, ({ context }) => context.secret)
  return (
    <FormDialog form={secret === null ? undefined : form} title={t("two-factor.enable")} size={460}>
      {(it) => secret !== null && <ConfirmForm actor={it} secret={secret} />}
    </FormDialog>
  )
}

const ConfirmForm = ({ actor, secret: { key, image, account } }: { readonly actor: ConfirmTotpActor; readonly secret: TotpSecret }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { field, failure } = form
  const code = field("verificationCode")
  const digits = useSelector(actor, ({ context }) => context.facts.digits)
  return (
    <FormFields
      form={form}
      submitLabel={t("two-factor.confirm")}
      notice={<AccountFailureNotice failure={failure} unknown="two-factor.enable.failed" shown={["currentPassword", "verificationCode"]} />}
    >
      <div className={classes["secret"]}>
        <div>
          <p>{t("two-factor.scan")}</p>
          <p className={classes["quiet"]}>{t("two-factor.apps")}</p>
        </div>
        <img className={classes["code"]} src={image} alt={t("two-factor.scan.alt", { account })} width={196} height={196} />
        <div>
          <p className={classes["quiet"]}>{t("two-factor.key")}</p>
          <div className={classes["key"]}>
            <code>{formatTotpKey(key)}</code>
            <CopyButton text={key} label={t("two-factor.key.copy")} done={t("two-factor.key.copied")} />
          </div>
        </div>
        <TextInput
          label={t("two-factor.code")}
          description={code.error === undefined ? t("two-factor.code.help", { digits }) : undefined}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          data-autofocus
          {...code}
        />
        <PasswordField label={t("two-factor.password")} autoComplete="current-password" {...field("currentPassword")} />
      </div>
    </FormFields>
  )
}

/** Shows the backup codes once. Only the button that confirms they are stored closes the dialog; not Escape, not the back button. */
const BackupCodesDialog = ({ actor }: { readonly actor: TwoFactorActor }) => {
  const t = useTranslate()
  const codes = useSelector(actor, ({ context }) => context.backupCodes)
  const shown = useSelector(actor, (state) => state.matches("showingCodes"))
  useBlocker({
    enableBeforeUnload: false,
    // Redirects of route guards (for example to sign-in) replace the address, and are never blocked.
    shouldBlockFn: ({ action }) => action !== "REPLACE" && actor.getSnapshot().matches("showingCodes"),
  })
  return (
    <Modal
      opened={shown}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t("two-factor.codes.heading")}
      size={460}
    >
      <div className={classes["secret"]}>
        <Text>{t("two-factor.codes.how")}</Text>
        <ul className={classes["codes"]}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <CopyButton text={codes.join("\n")} label={t("two-factor.codes.copy")} done={t("two-factor.codes.copied")} />
          <Button onClick={() => actor.send({ type: "codes.acknowledge" })}>{t("two-factor.codes.keep")}</Button>
        </Group>
      </div>
    </Modal>
  )
}

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
    <FormFields form={form} submitLabel={t("two-factor.disable.confirm")} isDestructive notice={notice}>
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
