// One row of the outline: kind, name, excerpt, findings, and the actions that need no panel.

import { VisuallyHidden } from "@mantine/core"
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconChevronDown,
  IconClockBolt,
  IconGitBranch,
  IconGripVertical,
  IconSquare,
  IconSquareCheckFilled,
} from "@tabler/icons-react"
import { type KeyboardEvent, memo } from "react"
import { getDeliveryWait } from "../../../../domain/actions/delivery-trigger.ts"
import { getExcerpt, needsText } from "../../../../domain/editing/editor-outline.ts"
import { isError } from "../../../../domain/findings/finding.ts"
import { getInstructionKind, type Instruction } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { findingsForInstruction } from "../../../../machines/editor/editor-findings.ts"
import { findInstructionIndex } from "../../../../machines/editor/editor-selection.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useReorderableRow } from "../../../kit/Reorderable.tsx"
import { useEditorState } from "../editor-context.tsx"
import { KindIcon } from "../KindIcon.tsx"
import classes from "./Outline.module.css"
import { OutlineRowTools } from "./OutlineRowTools.tsx"
import { outlineRowId, rowTitleId } from "./outline-row-ids.ts"

type Props = {
  readonly uuid: string
  readonly index: number
  /** Index among the visible rows, and their number. */
  readonly row: number
  readonly count: number
  readonly total: number
  /** How many other instructions are in the block that starts with this one; null if none does. */
  readonly othersInBlock: number | null
  /** Whether that block is collapsed. */
  readonly isCollapsed: boolean
  readonly onToggleBlock: (uuid: string) => void
  readonly top: number
  /** The row is dragged, alone or with the other marked rows. */
  readonly isDragged: boolean
  readonly locked: boolean
  /** False for search results: the rows next to the drop position are hidden. */
  readonly draggable: boolean
  /** Pressing the row marks it instead of selecting it. */
  readonly marking: boolean
  readonly tabbable: boolean
  readonly onSelect: (uuid: string, mark: "one" | "up-to" | null) => void
  readonly onMove: (uuid: string, by: number) => void
  /** Opens the dialog that asks for a position. */
  readonly onMoveTo: (uuid: string) => void
  readonly onCopy: (uuid: string) => void
  readonly onDelete: (uuid: string) => void
  readonly onKey: (event: KeyboardEvent, uuid: string, index: number) => void
}

export const OutlineRow = memo((props: Props) => {
  const {
    uuid,
    index,
    row,
    count,
    total,
    othersInBlock,
    isCollapsed,
    top,
    isDragged,
    locked,
    draggable,
    marking,
    tabbable,
    onSelect,
    onMove,
    onMoveTo,
    onCopy,
    onDelete,
    onKey,
    onToggleBlock,
  } = props
  const t = useTranslate()
  const { setRow, style, setHandle, helpId, listen } = useReorderableRow(uuid, locked || !draggable)
  const instruction = useEditorState(({ draft }) => draft.instructions[index])
  const isSelected = useEditorState(({ selected, isPickerOpen }) => selected === uuid && !isPickerOpen)
  const isMarked = useEditorState(({ marked }) => marked.has(uuid))
  if (instruction?.uuid !== uuid) return null
  const titleId = rowTitleId(uuid)
  return (
    <li
      ref={setRow}
      className={classes["row"]}
      style={{ top, ...style }}
      aria-posinset={row + 1}
      aria-setsize={count}
      data-selected={isSelected}
      data-marked={isMarked}
      data-marking={marking}
      data-dragged={isDragged}
    >
      {marking && (
        <span className={classes["box"]} aria-hidden="true">
          {isMarked ? <IconSquareCheckFilled size={18} /> : <IconSquare size={18} />}
        </span>
      )}
      {!locked && !marking && (
        <button
          type="button"
          className={classes["grip"]}
          aria-label={t("editor.reorder")}
          ref={setHandle}
          aria-describedby={`${titleId} ${helpId}`}
          aria-roledescription={t("editor.reorder.role")}
          title={draggable ? undefined : t("editor.reorder.not-now")}
          data-still={!draggable}
          tabIndex={tabbable ? 0 : -1}
          {...listen((event) => onKey(event, uuid, index))}
        >
          <IconGripVertical size={16} aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        id={outlineRowId(uuid)}
        className={classes["card"]}
        aria-current={isSelected}
        role={marking ? "checkbox" : undefined}
        aria-checked={marking ? isMarked : undefined}
        tabIndex={tabbable ? 0 : -1}
        onClick={(event) => onSelect(uuid, event.shiftKey ? "up-to" : event.ctrlKey || event.metaKey ? "one" : null)}
        onKeyDown={(event) => onKey(event, uuid, index)}
      >
        <CardContent instruction={instruction} titleId={titleId} isMarked={isMarked && !marking} />
      </button>
      <span className={classes["actions"]}>
        {!locked && !marking && (
          <OutlineRowTools
            uuid={uuid}
            tabbable={isSelected}
            isAlone={draggable ? count === 1 : total === 1}
            isFirst={draggable ? row === 0 : index === 0}
            isLast={draggable ? row === count - 1 : index === total - 1}
            onMove={onMove}
            onMoveTo={onMoveTo}
            onCopy={onCopy}
            onDelete={onDelete}
          />
        )}
        {othersInBlock !== null && (
          <button
            type="button"
            className={classes["fold"]}
            aria-expanded={!isCollapsed}
            aria-label={t(isCollapsed ? "editor.block.open" : "editor.block.close", { count: othersInBlock })}
            title={t(isCollapsed ? "editor.block.open" : "editor.block.close", { count: othersInBlock })}
            tabIndex={tabbable ? 0 : -1}
            onClick={() => onToggleBlock(uuid)}
          >
            {isCollapsed ? `+${othersInBlock}` : <IconChevronDown size={14} aria-hidden="true" />}
          </button>
        )}
      </span>
    </li>
  )
})

type CardContentProps = { readonly instruction: Instruction; readonly titleId?: string; readonly isMarked?: boolean }

/** Memoized because a row is rendered again whenever another one is added, removed or dragged. */
const CardContent = memo(({ instruction, titleId, isMarked = false }: CardContentProps) => {
  const t = useTranslate()
  return (
    <>
      <KindIcon kind={getInstructionKind(instruction)} />
      <span className={classes["text"]}>
        <span className={classes["title"]} id={titleId}>
          <span className={classes["name"]}>{getInstructionName(instruction)}</span>{" "}
          <span className={classes["kind"]}>{t(`editor.kind.${getInstructionKind(instruction)}`)}</span>
          {isMarked && <VisuallyHidden>, {t("editor.marked.is")}</VisuallyHidden>}
        </span>
        <Chips instruction={instruction} />
        <Excerpt instruction={instruction} />
      </span>
    </>
  )
})

/** The row that follows the pointer during a drag, with the number of instructions that move with it. */
export const DraggedRow = ({ uuid, count }: { readonly uuid: string; readonly count: number }) => {
  const instruction = useEditorState((context) => context.draft.instructions[findInstructionIndex(context, uuid) ?? -1])
  return (
    instruction !== undefined && (
      <div className={classes["held"]}>
        <div className={classes["card"]}>
          <CardContent instruction={instruction} />
        </div>
        {count > 1 && <span className={classes["heldCount"]}>{count}</span>}
      </div>
    )
  )
}

/** The excerpt of an instruction; a missing text is pointed out. */
const Excerpt = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const language = useEditorState(({ draft }) => draft.language)
  const excerpt = getExcerpt(instruction, language)
  const isMissing = excerpt === "" && needsText(instruction)
  return (
    <span className={classes["words"]} dir="auto" data-none={isMissing}>
      {isMissing ? t("editor.no-text") : excerpt}
    </span>
  )
}

const Chips = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useTranslate()
  const findings = useEditorState((context) => findingsForInstruction(context, instruction.uuid))
  const errors = findings.filter(isError).length
  const warnings = findings.length - errors
  const waitTime = instruction.action?.type === "send2api" ? getDeliveryWait(instruction.action.params.trigger) : undefined
  const waitText = waitTime && t(`outbound.wait.${waitTime.unit}`, { amount: waitTime.amount })
  return (
    <span className={classes["chips"]}>
      {errors > 0 && (
        <span className={classes["error"]} title={t("editor.findings.errors", { count: errors })}>
          <IconAlertCircle size={16} aria-hidden="true" />
          <VisuallyHidden>{t("editor.findings.errors", { count: errors })}</VisuallyHidden>
        </span>
      )}
      {errors === 0 && warnings > 0 && (
        <span className={classes["warning"]} title={t("editor.findings.warnings", { count: warnings })}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          <VisuallyHidden>{t("editor.findings.warnings", { count: warnings })}</VisuallyHidden>
        </span>
      )}
      {(instruction.condition ?? "") !== "" && (
        <span className={classes["chip"]} title={instruction.condition ?? ""}>
          <IconGitBranch size={14} aria-hidden="true" />
          <VisuallyHidden>{t("editor.has-condition")}</VisuallyHidden>
        </span>
      )}
      {waitText !== undefined && (
        <span className={classes["chip"]} title={t("outbound.auto", { wait: waitText })}>
          <IconClockBolt size={14} aria-hidden="true" />
          <VisuallyHidden>{t("outbound.auto", { wait: waitText })}</VisuallyHidden>
        </span>
      )}
      <span className={classes["chip"]}>{t("editor.seconds", { seconds: instruction.typing_delay })}</span>
    </span>
  )
}
