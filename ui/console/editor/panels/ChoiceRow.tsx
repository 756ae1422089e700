// One choice of a question: value, text, position and extras.
import { ActionIcon } from "@mantine/core"
import { IconArrowDown, IconArrowUp, IconCircle, IconGripVertical, IconSquare, IconX } from "@tabler/icons-react"
import { type ClipboardEvent, type KeyboardEvent, memo, type PointerEvent, useCallback } from "react"
import { isValidChoiceText, maxValueDigits, parseChoiceValue } from "../../../../domain/questions/choices.ts"
import type { Choice } from "../../../../domain/questions/question.ts"
import { getTextDirection } from "../../../../domain/script/language.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { undoKeyHandler } from "../../../kit/keyboard-shortcuts.ts"
import { findScrollParent } from "../../../kit/virtual-list.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { RecallInput } from "../fields/RecallField.tsx"
import classes from "./QuestionPanels.module.css"

/** Returns the JSON pointer to the choice at an index, for findings. */
export const choicePointer = (place: number): string => `/question/choices/${place}`

type Props = {
  readonly choice: Choice
  readonly place: number
  /** The index of the question's instruction. */
  readonly asked: number
  readonly isLast: boolean
  readonly many: boolean
  readonly locked: boolean
  readonly isTwice: boolean
  /** The extras that the question uses, separated by spaces: a string, so that the row rerenders only when they change. */
  readonly used: string
  /** Vertical shift that makes room for a dragged row, in pixels. */
  readonly room: number
  readonly isDragged: boolean
  readonly onGrab: (event: PointerEvent<HTMLElement>, uuid: string, place: number) => void
  readonly onChange: (uuid: string, part: Partial<Choice>, field: string) => void
  readonly onMove: (uuid: string, by: number) => void
  readonly onRemove: (uuid: string) => void
  readonly onEnter: (uuid: string) => void
  readonly onPaste: (event: ClipboardEvent, uuid: string) => void
  /** Undoes or redoes a step of the editor from a field of the row. */
  readonly onTurn: (uuid: string, way: "undo" | "redo") => void
}

export const choiceFieldId = (uuid: string): string => `choice-${uuid}`

export const ChoiceRow = memo((props: Props) => {
  const { choice, place, asked, many, locked, isTwice, used, room, isDragged, onGrab, onMove, onEnter, onPaste, onTurn } = props
  const { uuid } = choice
  const onChange = (part: Partial<Choice>, field: string) => props.onChange(uuid, part, field)
  const t = useTranslate()
  const Mark = many ? IconSquare : IconCircle
  const n = place + 1
  const { content } = choice.translation
  const turned = undoKeyHandler(
    () => onTurn(uuid, "undo"),
    () => onTurn(uuid, "redo"),
  )
  const keyed = (event: KeyboardEvent<HTMLElement>) => {
    if (locked || event.nativeEvent.isComposing) return
    turned(event)
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (step === undefined && event.key !== "Enter") return
    event.preventDefault()
    if (step === undefined) onEnter(uuid)
    else onMove(uuid, step)
  }
  return (
    <li
      className={classes["choice"]}
      data-part={choicePointer(place)}
      style={{ translate: isDragged ? undefined : `0 ${room}px` }}
      data-dragged={isDragged}
    >
      {locked ? (
        <Mark size={18} aria-hidden="true" className={classes["mark"]} />
      ) : (
        <button
          type="button"
          className={classes["grip"]}
          aria-label={t("editor.choice.reorder", { n })}
          aria-roledescription={t("editor.reorder.role")}
          onPointerDown={(event) => onGrab(event, uuid, place)}
          onKeyDown={(event) => {
            const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
            if (step === undefined) return
            event.preventDefault()
            onMove(uuid, step)
          }}
        >
          <IconGripVertical size={16} aria-hidden="true" />
          <Mark size={18} aria-hidden="true" className={classes["mark"]} />
        </button>
      )}
      <div className={classes["value"]} data-part={`${choicePointer(place)}/value`}>
        <NumberField
          label={t("editor.choice.value", { n })}
          hideLabel
          value={choice.value}
          read={parseChoiceValue}
          wrong={t("editor.choice.value.wrong")}
          error={isTwice ? t("editor.choice.value.twice") : undefined}
          most={maxValueDigits}
          locked={locked}
          onChange={(value) => value !== null && onChange({ value }, "value")}
          onKey={locked ? undefined : turned}
        />
      </div>
      <RecallInput
        place={asked}
        id={choiceFieldId(choice.uuid)}
        data-part={`${choicePointer(place)}/translation`}
        aria-label={t("editor.choice.text", { n })}
        dir={getTextDirection(choice.translation.locale)}
        lang={choice.translation.locale}
        error={isValidChoiceText(content) ? undefined : t("editor.choice.text.wrong")}
        readOnly={locked}
        value={content}
        onType={(text) => onChange({ translation: { ...choice.translation, content: text } }, "text")}
        onKey={keyed}
        onPaste={locked ? undefined : (event) => onPaste(event, uuid)}
      />
      {!locked && <Deeds {...props} />}
      {used !== "" && <Extras choice={choice} n={n} used={used} locked={locked} onChange={onChange} onKey={locked ? undefined : turned} />}
    </li>
  )
})

const Deeds = ({ choice: { uuid }, place, isLast, onMove, onRemove }: Props) => {
  const t = useTranslate()
  const n = place + 1
  return (
    <div className={classes["tools"]}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("editor.choice.up", { n })}
        disabled={place === 0}
        onClick={() => onMove(uuid, -1)}
      >
        <IconArrowUp size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("editor.choice.down", { n })}
        disabled={isLast}
        onClick={() => onMove(uuid, 1)}
      >
        <IconArrowDown size={16} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={t("editor.choice.remove", { n })} onClick={() => onRemove(uuid)}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

type ExtrasProps = Pick<Props, "choice" | "used" | "locked"> & {
  readonly n: number
  readonly onChange: (part: Partial<Choice>, field: string) => void
  readonly onKey: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
}

const Extras = ({ choice, n, used, locked, onChange, onKey }: ExtrasProps) => {
  const t = useTranslate()
  return (
    <div className={classes["extras"]}>
      {used.includes("scores") && (
        <NumberExtra
          label={t("editor.choice.score", { n })}
          short={t("editor.choice.score.short")}
          value={choice.score ?? null}
          locked={locked}
          onChange={(score) => onChange({ score }, "score")}
          onKey={onKey}
        />
      )}
      {used.includes("amounts") && (
        <NumberExtra
          label={t("editor.choice.amount", { n })}
          short={t("editor.choice.amount.short")}
          value={choice.amount ?? null}
          locked={locked}
          onChange={(amount) => onChange({ amount }, "amount")}
          onKey={onKey}
        />
      )}
      {used.includes("singles") && (
        <Tick
          label={t("editor.choice.single", { n })}
          short={t("editor.choice.single.short")}
          on={choice.single ?? false}
          locked={locked}
          onTurn={(single) => onChange({ single }, "single")}
        />
      )}
      {used.includes("fixated") && (
        <Tick
          label={t("editor.choice.fixed", { n })}
          short={t("editor.choice.fixed.short")}
          on={choice.fixed ?? false}
          locked={locked}
          onTurn={(fixed) => onChange({ fixed }, "fixed")}
        />
      )}
    </div>
  )
}

type NumberExtraProps = {
  readonly label: string
  readonly short: string
  readonly value: number | null
  readonly locked: boolean
  readonly onChange: (value: number | null) => void
  readonly onKey: ExtrasProps["onKey"]
}

const NumberExtra = ({ short, ...field }: NumberExtraProps) => (
  <span className={classes["extra"]}>
    <span aria-hidden="true">{short}</span>
    <NumberField hideLabel {...field} />
  </span>
)

type TickProps = {
  readonly label: string
  readonly short: string
  readonly on: boolean
  readonly locked: boolean
  readonly onTurn: (on: boolean) => void
}

const Tick = ({ label, short, on, locked, onTurn }: TickProps) => (
  <label className={classes["extra"]}>
    <input type="checkbox" aria-label={label} checked={on} disabled={locked} onChange={(event) => onTurn(event.currentTarget.checked)} />
    <span aria-hidden="true">{short}</span>
  </label>
)

type LateChoiceProps = {
  readonly choice: Choice
  readonly place: number
  /** Vertical shift that makes room for a dragged row, in pixels. */
  readonly room: number
  readonly onNear: (uuid: string) => void
}

/** Rows within this margin of the viewport are rendered in full, ready for scrolling and for Tab. */
const nearness = "800px 0px"

/** A choice far outside the viewport: plain text until it comes near. */
export const ChoicePlaceholderRow = ({ choice: { uuid, value, translation }, place, room, onNear }: LateChoiceProps) => {
  const watch = useCallback(
    (row: HTMLLIElement) => {
      const watching = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && onNear(uuid), {
        root: findScrollParent(row),
        rootMargin: nearness,
      })
      watching.observe(row)
      return () => watching.disconnect()
    },
    [onNear, uuid],
  )
  return (
    <li ref={watch} data-part={choicePointer(place)} className={classes["late"]} style={{ translate: `0 ${room}px` }}>
      {value}{" "}
      <bdi lang={translation.locale} dir={getTextDirection(translation.locale)}>
        {translation.content}
      </bdi>
    </li>
  )
}
