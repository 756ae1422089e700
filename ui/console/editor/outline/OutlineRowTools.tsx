// The actions of a row of the outline that need no panel: move, copy, delete.
import { IconArrowDown, IconArrowsMoveVertical, IconArrowUp, IconCopy, IconTrash } from "@tabler/icons-react"
import { type ComponentType, memo } from "react"
import { useTranslate } from "../../../kit/i18n.tsx"
import classes from "./Outline.module.css"
import { rowTitleId } from "./outline-row-ids.ts"

type Props = {
  readonly uuid: string
  readonly tabbable: boolean
  readonly isAlone: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (uuid: string, by: number) => void
  /** Opens the dialog that asks for a position. */
  readonly onMoveTo: (uuid: string) => void
  readonly onCopy: (uuid: string) => void
  readonly onDelete: (uuid: string) => void
}

/** Memoized because a row is rendered again whenever another one is added, removed or dragged. */
export const OutlineRowTools = memo(({ uuid, tabbable, isAlone, isFirst, isLast, onMove, onMoveTo, onCopy, onDelete }: Props) => {
  const t = useTranslate()
  const shared = { describedBy: rowTitleId(uuid), tabbable }
  return (
    <span className={classes["tools"]}>
      <Tool
        {...shared}
        icon={IconArrowsMoveVertical}
        name={t("editor.move-to")}
        rank="far"
        isDisabled={isAlone}
        onClick={() => onMoveTo(uuid)}
      />
      <Tool {...shared} icon={IconArrowUp} name={t("editor.move.up")} rank="moving" isDisabled={isFirst} onClick={() => onMove(uuid, -1)} />
      <Tool
        {...shared}
        icon={IconArrowDown}
        name={t("editor.move.down")}
        rank="moving"
        isDisabled={isLast}
        onClick={() => onMove(uuid, 1)}
      />
      <Tool {...shared} icon={IconCopy} name={t("editor.copy")} onClick={() => onCopy(uuid)} />
      <Tool {...shared} icon={IconTrash} name={t("editor.delete")} onClick={() => onDelete(uuid)} />
    </span>
  )
})

type ToolProps = {
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>
  readonly name: string
  readonly describedBy: string
  /** Actions hidden on a row that is only hovered, so that its middle stays clickable. */
  readonly rank?: "far" | "moving"
  readonly tabbable: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

const Tool = ({ icon: Icon, name, describedBy, rank, tabbable, isDisabled = false, onClick }: ToolProps) => (
  <button
    type="button"
    className={classes["tool"]}
    aria-label={name}
    aria-describedby={describedBy}
    data-rank={rank}
    title={name}
    tabIndex={tabbable ? 0 : -1}
    disabled={isDisabled}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden="true" />
  </button>
)
