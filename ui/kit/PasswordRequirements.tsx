// Strength and unmet requirements of a new password while it is typed [U2, U10]. Referenced as the description of its field.
import { IconCircle } from "@tabler/icons-react"
import { type PasswordConstraints, passwordLength, strengthPercent, type UnmetRule } from "../../domain/accounts/password-rules.ts"
import { useTranslate } from "./i18n.tsx"
import classes from "./PasswordRequirements.module.css"

type Props = {
  readonly password: string
  readonly constraints: PasswordConstraints
  readonly unmet: ReadonlyArray<UnmetRule | "unchanged">
  /** Whether the password must differ from the current one. */
  readonly mustDiffer?: boolean
}

export const PasswordRequirements = ({ password, constraints, unmet, mustDiffer = false }: Props) => {
  const t = useTranslate()
  const count = { "too-short": constraints.minimumLength, "too-long": passwordLength.maximum } as const
  const describe = (rule: UnmetRule | "unchanged"): string =>
    rule === "too-short" || rule === "too-long" ? t(`password.unmet.${rule}`, { count: count[rule] }) : t(`password.unmet.${rule}`)
  const possibleRules = [
    "too-short",
    ...constraints.components.map(({ name }) => name),
    "common",
    ...(mustDiffer ? (["unchanged"] as const) : []),
  ] as const
  return (
    <div className={classes["needs"]}>
      <p data-hidden={password === "" || undefined}>{t("password.strength", { percent: strengthPercent(password, constraints) })}</p>
      <p>{t(unmet.length === 0 ? "password.rules.met" : "password.rules")}</p>
      <div className={classes["room"]}>
        <ul className={classes["rules"]}>
          {unmet.map((rule) => (
            <li key={rule}>
              <IconCircle size={14} aria-hidden="true" />
              {describe(rule)}
            </li>
          ))}
        </ul>
        {/* As high as the list of all rules, so that typing moves nothing. Their texts are drawn by the style, to be in the page only once. */}
        <div className={classes["rules"]} aria-hidden="true" data-hidden>
          {possibleRules.map((rule) => (
            <span key={rule} data-text={describe(rule)} />
          ))}
        </div>
      </div>
    </div>
  )
}
