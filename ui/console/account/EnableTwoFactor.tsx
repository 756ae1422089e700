// Turning two-factor authentication on: the secret as a picture and as text, then a first code (spec/3-community §4 "Two-factor enable").
import { TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { spacedKey, type TotpSecret } from "../../../domain/accounts/two-factor.ts"
import type { ConfirmTotpActor, TwoFactorActor } from "../../../machines/account/two-factor.ts"
import { CopyButton } from "../../kit/CopyButton.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"
import { AccountFailure } from "./AccountFailure.tsx"

export const EnableTwoFactor = ({ actor }: { readonly actor: TwoFactorActor }) => {
  const t = useWords()
  const form = useSelector(actor, ({ children }) => children.confirm)
  const secret = useSelector(actor, ({ context }) => context.secret)
  return (
    <FormDialog form={secret === null ? undefined : form} title={t("two-factor.enable")} size={460}>
      {(it) => secret !== null && <Confirm actor={it} secret={secret} />}
    </FormDialog>
  )
}

const Confirm = ({ actor, secret: { key, image, account } }: { readonly actor: ConfirmTotpActor; readonly secret: TotpSecret }) => {
  const t = useWords()
  const form = useForm(actor)
  const { field, failure } = form
  const code = field("verificationCode")
  const digits = useSelector(actor, ({ context }) => context.known.digits)
  return (
    <FormFields
      form={form}
      deed={t("two-factor.confirm")}
      notice={<AccountFailure failure={failure} unknown="two-factor.enable.failed" shown={["currentPassword", "verificationCode"]} />}
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
            <code>{spacedKey(key)}</code>
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
