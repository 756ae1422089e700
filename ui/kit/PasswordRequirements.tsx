// Strength and unmet requirements of a new password while it is typed [U2, U10]. Referenced as the description of its field.
import { IconCircle } from "@tabler/icons-react"
import { type PasswordConstraints, passwordLength, strengthPercent, type UnmetRule } from "../../domain/accounts/password-rules.ts"
import { useTranslate } from "./i18n.tsx"
import classes from "./PasswordRequirements.module.css"

type Props = {
  readonly password: string
  readonly constraints: PasswordConstraints
  readonly unmet: ReadonlyArray<UnmetRule | "unchanged">
}

export const PasswordRequirements = ({ password, constraints, unmet }: Props) => {
  const t = useTranslate()
  const count = { "too-short": constraints.minimumLength, "too-long": passwordLength.maximum } as const
  return (
    <div className={classes["needs"]}>
      <p data-hidden={password === "" || undefined}>{t("password.strength", { percent: strengthPercent(password, constraints) })}</p>
      <p>{t(unmet.length === 0 ? "password.rules.met" : "password.rules")}</p>
      <ul className={classes["rules"]}>
        {unmet.map((rule) => (
          <li key={rule}>
            <IconCircle size={14} aria-hidden="true" />
            {rule === "too-short" || rule === "too-long"
              ? t(`password.unmet.${rule}`, { count: count[rule] })
              : t(`password.unmet.${rule}`)}
          </li>
        ))}
        {/* The room of the rules that are met, so that typing moves nothing. */}
        {Array.from({ length: constraints.components.length + 1 - unmet.length }, (_, index) => (
          <li key={index} data-hidden>
            &nbsp;
          </li>
        ))}
      </ul>
    </div>
  )
}
