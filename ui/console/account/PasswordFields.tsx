// Old and new password with their rules, which are listed while they are not met (spec/1-console §5 "Password change").
import { IconCircle, IconCircleCheck } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { useId } from "react"
import { passwordLength, passwordProblems, strengthPercent } from "../../../domain/accounts/password.ts"
import { type PasswordFormActor, passwordChangeOf } from "../../../machines/account/password-change.ts"
import { useForm } from "../../kit/form.ts"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Account.module.css"

type Props = { readonly form: PasswordFormActor; readonly asksOld: boolean }

export const PasswordFields = ({ form, asksOld }: Props) => {
  const t = useWords()
  const rules = useId()
  const { field, values } = useForm(form)
  const constraints = useSelector(form, ({ context }) => context.known.constraints)
  const change = passwordChangeOf(values)
  const problems = passwordProblems(change, constraints)
  const differs = change.confirmation !== "" && problems.confirmation !== null
  const count = { "too-short": constraints.minimumLength, "too-long": passwordLength.maximum } as const
  return (
    <>
      {asksOld && <PasswordField label={t("password.old")} autoComplete="current-password" {...field("oldPassword")} />}
      <PasswordField label={t("password.new")} autoComplete="new-password" aria-describedby={rules} {...field("newPassword")} />
      <div id={rules} className={classes["needs"]}>
        {change.next !== "" && (
          <p className={classes["quiet"]}>{t("password.strength", { percent: strengthPercent(change.next, constraints) })}</p>
        )}
        <p className={classes["quiet"]}>{t(problems.next.length === 0 ? "password.rules.met" : "password.rules")}</p>
        <ul className={classes["rules"]}>
          {problems.next.map((rule) => (
            <li key={rule}>
              <IconCircle size={14} aria-hidden="true" />
              {rule === "too-short" || rule === "too-long"
                ? t(`password.unmet.${rule}`, { count: count[rule] })
                : t(`password.unmet.${rule}`)}
            </li>
          ))}
        </ul>
      </div>
      <PasswordField
        label={t("password.confirm")}
        autoComplete="new-password"
        rightSection={change.confirmation !== "" && !differs ? <IconCircleCheck size={18} aria-hidden="true" /> : undefined}
        {...field("confirmPassword", differs ? t("password.differs") : undefined)}
      />
    </>
  )
}
