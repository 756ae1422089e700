// Narrows the active chats down to those of one status (design/interface "Layout").
import { lists } from "../../../domain/script/overview.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import type { Status } from "../../../domain/script/status.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./ChatOverview.module.css"
import { statusIcons } from "./StatusBadge.tsx"
import picker from "./StatusPicker.module.css"

type Props = {
  readonly only: Status | null
  /** Those of the list; null while it is on its way. */
  readonly scripts: ReadonlyArray<ListedScript> | null
  readonly onShow: (only: Status | null) => void
}

export const StatusChips = ({ only, scripts, onShow }: Props) => {
  const t = useWords()
  const count = (of: Status | null) => scripts?.filter(({ status }) => of === null || status === of).length
  return (
    <fieldset className={classes["chips"]} aria-label={t("chats.statuses")}>
      <button type="button" aria-pressed={only === null} onClick={() => onShow(null)}>
        {t("chats.statuses.all")} <span className={classes["of"]}>{count(null)}</span>
      </button>
      {lists.active.map((status) => {
        const Icon = statusIcons[status]
        return (
          <button key={status} type="button" aria-pressed={only === status} onClick={() => onShow(only === status ? null : status)}>
            <Icon size={16} aria-hidden="true" className={picker["icon"]} data-status={status} />
            {t(`status.${status}`)} <span className={classes["of"]}>{count(status)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
