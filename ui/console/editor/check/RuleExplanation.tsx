// What the rule of a finding means, with an example and what to do. Loaded when an author asks for it.
import type { Rule } from "../../../../domain/findings/finding.ts"
import { ruleExplanations } from "../../../../domain/findings/rule-explanations.ts"
import { useLanguage, useTranslate } from "../../../kit/i18n.tsx"
import classes from "./CheckPane.module.css"

export const RuleExplanation = ({ rule }: { readonly rule: Rule }) => {
  const t = useTranslate()
  const { language } = useLanguage()
  const { title, reason, example, fix } = ruleExplanations[language][rule]
  return (
    <dl className={classes["explanation"]}>
      <dt>{title}</dt>
      <dd>{reason}</dd>
      <dt>{t("editor.check.rule.example")}</dt>
      <dd>{example}</dd>
      <dt>{t("editor.check.rule.fix")}</dt>
      <dd>{fix}</dd>
    </dl>
  )
}
