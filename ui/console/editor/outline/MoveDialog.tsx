// Moves instructions without dragging (WCAG 2.5.7): before or after another instruction, or to a position.
import { Button, Modal, TextInput } from "@mantine/core"
import { IconCornerDownLeft } from "@tabler/icons-react"
import { useMemo, useState } from "react"
import { findMoveTarget, findNeighbors, getExcerpt, type RelativePosition } from "../../../../domain/script/editor-outline.ts"
import { getInstructionKind, type Instruction } from "../../../../domain/script/instruction.ts"
import { getIndexBeside } from "../../../../domain/script/instruction-list.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { SegmentedField } from "../../../kit/SegmentedField.tsx"
import { useEditorState, useSaveShortcut } from "../editor-context.tsx"
import { KindIcon } from "../KindIcon.tsx"
import classes from "./MoveDialog.module.css"

/** More matches are found by typing on. */
const shownAtOnce = 50

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
  const [sought, seek] = useState("")
  const [side, pickSide] = useState<RelativePosition>("before")
  const moved = instructions.filter(({ uuid }) => uuids.has(uuid))
  const [only] = moved
  const found = useMemo(() => findNeighbors(instructions, uuids, sought), [instructions, uuids, sought])
  const taken = useMemo(() => findMoveTarget(instructions, uuids, sought, side), [instructions, uuids, sought, side])
  const deed =
    taken === undefined
      ? t("editor.move-to.none-yet")
      : taken.beside === null
        ? t("editor.move-to.number", { place: taken.to + 1, count: instructions.length })
        : t(`editor.move-to.${side}.it`, { name: getInstructionName(taken.beside) })
  const beside = ({ uuid }: Instruction) => {
    const to = getIndexBeside(instructions, uuids, uuid, side)
    if (to !== undefined) onMove(to)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={
        moved.length === 1 && only !== undefined
          ? t("editor.move-to.title", { name: getInstructionName(only) })
          : t("editor.move-to.title.several", { count: moved.length })
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form
        className={classes["form"]}
        onSubmit={(event) => {
          event.preventDefault()
          if (taken !== undefined) onMove(taken.to)
        }}
      >
        <TextInput
          type="search"
          label={t("editor.move-to.where")}
          description={t("editor.move-to.help", { count: instructions.length })}
          data-autofocus
          autoComplete="off"
          value={sought}
          onChange={(event) => seek(event.currentTarget.value)}
        />
        <SegmentedField
          label={t("editor.move-to.side")}
          value={side}
          options={[
            ["before", t("editor.move-to.before")],
            ["after", t("editor.move-to.after")],
          ]}
          onPick={pickSide}
        />
        <ul className={classes["places"]} aria-label={t(`editor.move-to.${side}`)}>
          {found.slice(0, shownAtOnce).map((it) => (
            <li key={it.uuid} data-taken={it === taken?.beside}>
              <button type="button" onClick={() => beside(it)}>
                <span className={classes["number"]}>{it.order + 1}</span>
                <KindIcon kind={getInstructionKind(it)} />
                <b>{getInstructionName(it)}</b>
                <span className={classes["words"]} dir="auto">
                  {getExcerpt(it, language)}
                </span>
                {it === taken?.beside && <IconCornerDownLeft size={16} aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
        <output className={classes["help"]}>
          {found.length === 0 && taken === undefined && t("editor.find.none")}
          {found.length > shownAtOnce && t("editor.move-to.more", { count: found.length - shownAtOnce })}
        </output>
        <Button type="submit" fullWidth disabled={taken === undefined}>
          <span className={classes["deed"]}>{deed}</span>
        </Button>
        <output className="unseen">{taken !== undefined && t("editor.move-to.enter", { deed })}</output>
      </form>
    </Modal>
  )
}
