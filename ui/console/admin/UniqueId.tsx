// The unique id of a user or a community in its panel: on a narrow screen the list has no room for it.
import { CopyButton } from "../../kit/CopyButton.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./Roster.module.css"

export const UniqueId = ({ uuid }: { readonly uuid: string }) => {
  const t = useTranslate()
  return (
    <div className={classes["identity"]}>
      <dl>
        <dt>{t("admin.column.uuid")}</dt>
        <dd>{uuid}</dd>
      </dl>
      <CopyButton text={uuid} label={t("admin.uuid.copy")} done={t("admin.uuid.copied")} />
    </div>
  )
}
