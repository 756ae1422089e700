// To a far place without dragging (WCAG 2.5.7): before or after an instruction that is sought, or to a number.
import { Button, Modal } from "@mantine/core"
import { useMemo, useState } from "react"
import { isFound } from "../../../domain/script/find.ts"
import { firstWords } from "../../../domain/script/first-words.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { kindOf } from "../../../domain/script/kind.ts"
import { nameOf } from "../../../domain/script/name.ts"
import { placeBeside } from "../../../domain/script/sequence.ts"
import { useWords } from "../../kit/words.tsx"
import { useEditing } from "./editing.tsx"
import { Segments } from "./fields/Segments.tsx"
import { KindIcon } from "./kinds.tsx"
import classes from "./MoveTo.module.css"

/** More are sought by their words. */
const shownAtOnce = 50

type Props = {
  readonly uuids: ReadonlySet<string>
  /** `to` as the machine counts it: without those that move. */
  readonly onMove: (to: number) => void
  readonly onClose: () => void
}

export const MoveTo = ({ uuids, onMove, onClose }: Props) => {
  const t = useWords()
  const instructions = useEditing(({ draft }) => draft.instructions)
  const language = useEditing(({ draft }) => draft.language)
  const [sought, seek] = useState("")
  const [side, pickSide] = useState<"before" | "after">("before")
  const moved = instructions.filter(({ uuid }) => uuids.has(uuid))
  const [only] = moved
  const last = instructions.length - moved.length
  const number = /^\s*\d{1,6}\s*$/.test(sought) ? Number(sought) : null
  const found = useMemo(
    () => instructions.filter((it) => !uuids.has(it.uuid) && isFound(it, { text: sought, kind: null })),
    [instructions, uuids, sought],
  )
  const isPlace = number !== null && number >= 1 && number <= last + 1
  const beside = ({ uuid }: Instruction) => {
    const to = placeBeside(instructions, uuids, uuid, side)
    if (to !== undefined) onMove(to)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title={
        moved.length === 1 && only !== undefined
          ? t("editor.move-to.title", { name: nameOf(only) })
          : t("editor.move-to.title.several", { count: moved.length })
      }
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form
        className={classes["form"]}
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (isPlace) onMove(number - 1)
          else if (sought.trim() !== "" && first !== undefined) beside(first)
        }}
      >
        <label className={classes["field"]}>
          <span>{t("editor.move-to.where")}</span>
          <input
            data-autofocus
            type="search"
            autoComplete="off"
            aria-describedby="move-to-help"
            value={sought}
            onChange={(event) => seek(event.currentTarget.value)}
          />
        </label>
        <p id="move-to-help" className={classes["help"]}>
          {t("editor.move-to.help", { count: last + 1 })}
        </p>
        {isPlace && (
          <Button type="submit" fullWidth>
            {t("editor.move-to.number", { place: number, count: instructions.length })}
          </Button>
        )}
        <Segments
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
            <li key={it.uuid}>
              <button type="button" onClick={() => beside(it)}>
                <span className={classes["number"]}>{it.order + 1}</span>
                <KindIcon kind={kindOf(it)} />
                <b>{nameOf(it)}</b>
                <span className={classes["words"]} dir="auto">
                  {firstWords(it, language)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <output className={classes["help"]}>
          {found.length === 0 && !isPlace && t("editor.find.none")}
          {found.length > shownAtOnce && t("editor.move-to.more", { count: found.length - shownAtOnce })}
        </output>
      </form>
    </Modal>
  )
}
