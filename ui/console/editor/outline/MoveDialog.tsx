// Moves instructions without dragging (WCAG 2.5.7): before or after another instruction, or to a position.
import { Button, Modal, TextInput, VisuallyHidden } from "@mantine/core"
import { IconCornerDownLeft } from "@tabler/icons-react"
import { useMemo, useState } from "react"
import { findMoveTarget, findNeighbors, getExcerpt, type RelativePosition } from "../../../../domain/editing/editor-outline.ts"
import { getIndexBeside } from "../../../../domain/editing/instruction-list.ts"
import { getInstructionKind, type Instruction } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { useEditorState, useSaveShortcut } from "../editor-context.tsx"
import { KindIcon } from "../KindIcon.tsx"
import classes from "./MoveDialog.module.css"

/** More matches are found by typing on. */
const maxShown = 50

type Props = {
  readonly uuids: ReadonlySet<string>
  /** `to` is the target index, not counting the moved instructions. */
  readonly onMove: (to: number) => void
  readonly onClose: () => void
}

export const MoveDialog = ({ uuids, onMove, onClose }: Props) => {
  const t = useTranslate()
  useSaveShortcut(onClose)
  const instructions = useEditorState(({ draft }) => draft.instructions)
  const language = useEditorState(({ draft }) => draft.language)
  const [query, setQuery] = useState("")
  const [side, setSide] = useState<RelativePosition>("before")
  const moved = instructions.filter(({ uuid }) => uuids.has(uuid))
  const [firstMoved] = moved
  const matches = useMemo(() => findNeighbors(instructions, uuids, query), [instructions, uuids, query])
  const target = useMemo(() => findMoveTarget(instructions, uuids, query, side), [instructions, uuids, query, side])
  const actionLabel =
    target === undefined
      ? t("editor.move-to.none-yet")
      : target.beside === null
        ? t("editor.move-to.number", { place: target.to + 1, count: instructions.length })
        : t(`editor.move-to.${side}.it`, { name: getInstructionName(target.beside) })
  const moveBeside = ({ uuid }: Instruction) => {
    const to = getIndexBeside(instructions, uuids, uuid, side)
    if (to !== undefined) onMove(to)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={
        moved.length === 1 && firstMoved !== undefined
          ? t("editor.move-to.title", { name: getInstructionName(firstMoved) })
          : t("editor.move-to.title.several", { count: moved.length })
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form
        className={classes["form"]}
        onSubmit={(event) => {
          event.preventDefault()
          if (target !== undefined) onMove(target.to)
        }}
      >
        <TextInput
          type="search"
          label={t("editor.move-to.where")}
          description={t("editor.move-to.help", { count: instructions.length })}
          data-autofocus
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <SegmentedField
          label={t("editor.move-to.side")}
          value={side}
          options={[
            ["before", t("editor.move-to.before")],
            ["after", t("editor.move-to.after")],
          ]}
          onPick={setSide}
        />
        <ul className={classes["places"]} aria-label={t(`editor.move-to.${side}`)}>
          {matches.slice(0, maxShown).map((match) => (
            <li key={match.uuid} data-taken={match === target?.beside}>
              <button type="button" onClick={() => moveBeside(match)}>
                <span className={classes["number"]}>{match.order + 1}</span>
                <KindIcon kind={getInstructionKind(match)} />
                <b>{getInstructionName(match)}</b>
                <span className={classes["words"]} dir="auto">
                  {getExcerpt(match, language)}
                </span>
                {match === target?.beside && <IconCornerDownLeft size={16} aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
        <output className={classes["help"]}>
          {matches.length === 0 && target === undefined && t("editor.find.none")}
          {matches.length > maxShown && t("editor.move-to.more", { count: matches.length - maxShown })}
        </output>
        <Button type="submit" fullWidth disabled={target === undefined}>
          <span className={classes["action"]}>{actionLabel}</span>
        </Button>
        <VisuallyHidden component="output">{target !== undefined && t("editor.move-to.enter", { action: actionLabel })}</VisuallyHidden>
      </form>
    </Modal>
  )
}
