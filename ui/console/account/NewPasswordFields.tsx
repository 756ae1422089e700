// Fields for the current and the new password, with the strength and the unmet requirements of the new one [U2].
import { IconCircle, IconCircleCheck } from "@tabler/icons-react"
import {
  type PasswordConstraints,
  passwordLength,
  passwordProblems,
  strengthPercent,
  type UnmetRule,
} from "../../../domain/accounts/password-rules.ts"
import { parsePasswordChange } from "../../../machines/account/account-form-machines.ts"
import type { Form } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { PasswordField, type PasswordFieldProps } from "../../kit/PasswordField.tsx"
import classes from "./NewPasswordFields.module.css"

type PasswordRequirementsProps = {
  readonly password: string
  readonly constraints: PasswordConstraints
  readonly unmet: ReadonlyArray<UnmetRule | "unchanged">
  /** Whether the password must differ from the current one. */
  readonly mustDifferFromCurrent?: boolean
}

/** A field for a new password, with the requirements as its description: an error is shown above them, directly below the field. */
export const NewPasswordField = ({
  requirements,
  ...props
}: Omit<PasswordFieldProps, "description"> & { readonly requirements: PasswordRequirementsProps }) => (
  <PasswordField
    autoComplete="new-password"
    wrapperProps={{ "data-room": true }}
    inputWrapperOrder={["label", "input", "error", "description"]}
    description={<PasswordRequirements {...requirements} isRefused={(props.error ?? null) !== null} />}
    {...props}
  />
)

/** Shows the strength and the unmet requirements of a new password as it is typed [U2, U10]. */
const PasswordRequirements = ({
  password,
  constraints,
  unmet,
  mustDifferFromCurrent = false,
  isRefused,
}: PasswordRequirementsProps & { readonly isRefused: boolean }) => {
  const t = useTranslate()
  const count = { "too-short": constraints.minimumLength, "too-long": passwordLength.maximum } as const
  const describe = (rule: UnmetRule | "unchanged"): string =>
    rule === "too-short" || rule === "too-long" ? t(`password.unmet.${rule}`, { count: count[rule] }) : t(`password.unmet.${rule}`)
  const possibleRules = [
    "too-short",
    ...constraints.components.map(({ name }) => name),
    "common",
    ...(mustDifferFromCurrent ? (["unchanged"] as const) : []),
  ] as const
  return (
    <div className={classes["needs"]}>
      <p data-hidden={password === "" || undefined}>{t("password.strength", { percent: strengthPercent(password, constraints) })}</p>
      <p data-hidden={(unmet.length === 0 && isRefused) || undefined}>{t(unmet.length === 0 ? "password.rules.met" : "password.rules")}</p>
      <div className={classes["room"]}>
        <ul className={classes["rules"]}>
          {unmet.map((rule) => (
            <li key={rule}>
              <IconCircle size={14} aria-hidden="true" />
              {describe(rule)}
            </li>
          ))}
        </ul>
        {/* Reserves the height of the full list, so that typing moves nothing. CSS renders these texts, so that each is in the document only once. */}
        <div className={classes["rules"]} aria-hidden="true" data-hidden>
          {possibleRules.map((rule) => (
            <span key={rule} data-text={describe(rule)} />
          ))}
        </div>
      </div>
    </div>
  )
}

type Props = {
  readonly form: Pick<Form, "field" | "values">
  readonly constraints: PasswordConstraints
  readonly asksForCurrentPassword: boolean
}

export const NewPasswordFields = ({ form: { field, values }, constraints, asksForCurrentPassword }: Props) => {
  const t = useTranslate()
  const change = parsePasswordChange(values)
  const problems = passwordProblems(change, constraints)
  const isConfirmed = change.confirmation !== "" && problems.confirmation === null
  return (
    <>
      {asksForCurrentPassword && <PasswordField label={t("password.old")} autoComplete="current-password" {...field("oldPassword")} />}
      <NewPasswordField
        label={t("password.new")}
        requirements={{ password: change.next, constraints, unmet: problems.next, mustDifferFromCurrent: asksForCurrentPassword }}
        {...field("newPassword")}
      />
      <PasswordField
        label={t("password.confirm")}
        autoComplete="new-password"
        mark={isConfirmed ? <IconCircleCheck size={18} aria-hidden="true" /> : undefined}
        {...field("confirmPassword")}
      />
    </>
  )
}
