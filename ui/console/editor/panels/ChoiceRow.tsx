// One choice of a question: value, text, position and extras.
import { ActionIcon } from "@mantine/core"
import { IconArrowDown, IconArrowUp, IconCircle, IconGripVertical, IconSquare, IconX } from "@tabler/icons-react"
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback } from "react"
import {
  getChoiceText,
  isValidChoiceText,
  listChoiceTexts,
  maxValueDigits,
  parseChoiceValue,
  setOwnText,
} from "../../../../domain/questions/choices.ts"
import type { Choice } from "../../../../domain/questions/question.ts"
import { getTextDirection } from "../../../../domain/text/language.ts"
import { getTranslation } from "../../../../domain/text/translations.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useReorderableRow } from "../../../kit/Reorderable.tsx"
import { undoKeyHandler } from "../../../kit/shortcut-hooks.ts"
import { findScrollParent } from "../../../kit/virtual-list.tsx"
import { useEditorState } from "../editor-context.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { RecallInput } from "../fields/RecallField.tsx"
import { ChoiceExtras } from "./ChoiceExtras.tsx"
import classes from "./QuestionPanels.module.css"

/** Returns the JSON pointer to the choice at an index, for findings. */
export const choicePointer = (index: number): string => `/question/choices/${index}`

type Props = {
  readonly choice: Choice
  readonly index: number
  /** The index of the question's instruction. */
  readonly questionIndex: number
  readonly isLast: boolean
  readonly isMultiple: boolean
  readonly locked: boolean
  readonly isDuplicate: boolean
  /** The extras that the question uses, separated by spaces: a string, so that the row rerenders only when they change. */
  readonly usedExtras: string
  readonly onChange: (uuid: string, changes: Partial<Choice>, field: string) => void
  readonly onMove: (uuid: string, by: number) => void
  readonly onRemove: (uuid: string) => void
  readonly onEnter: (uuid: string) => void
  readonly onPaste: (event: ClipboardEvent, uuid: string) => void
  /** Undoes or redoes a step of the editor from a field of the row. */
  readonly onHistoryMove: (uuid: string, direction: "undo" | "redo") => void
}

export const choiceFieldId = (uuid: string): string => `choice-${uuid}`

export const ChoiceRow = memo((props: Props) => {
  const { choice, index, questionIndex, isMultiple, locked, isDuplicate, usedExtras, onMove, onEnter, onPaste, onHistoryMove } = props
  const { uuid } = choice
  const onChange = (changes: Partial<Choice>, field: string) => props.onChange(uuid, changes, field)
  const t = useTranslate()
  const { isDragging, setRow, style, setHandle, helpId, listen } = useReorderableRow(uuid, locked)
  const MarkIcon = isMultiple ? IconSquare : IconCircle
  const n = index + 1
  const language = useEditorState(({ draft }) => draft.language)
  const content = getTranslation(listChoiceTexts(choice), language)
  const handleUndoKey = undoKeyHandler(
    () => onHistoryMove(uuid, "undo"),
    () => onHistoryMove(uuid, "redo"),
  )
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (locked || event.nativeEvent.isComposing) return
    handleUndoKey(event)
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (step === undefined && event.key !== "Enter") return
    event.preventDefault()
    if (step === undefined) onEnter(uuid)
    else onMove(uuid, step)
  }
  return (
    <li className={`${classes["choice"]} compact`} data-part={choicePointer(index)} ref={setRow} style={style} data-dragged={isDragging}>
      {locked ? (
        <MarkIcon size={18} aria-hidden="true" className={classes["mark"]} />
      ) : (
        <button
          type="button"
          className={classes["grip"]}
          aria-label={t("editor.choice.reorder", { n })}
          aria-roledescription={t("editor.reorder.role")}
          ref={setHandle}
          aria-describedby={helpId}
          {...listen((event) => {
            const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
            if (step === undefined) return
            event.preventDefault()
            onMove(uuid, step)
          })}
        >
          <IconGripVertical size={16} aria-hidden="true" />
          <MarkIcon size={18} aria-hidden="true" className={classes["mark"]} />
        </button>
      )}
      <div className={classes["value"]} data-part={`${choicePointer(index)}/value`}>
        <NumberField
          label={t("editor.choice.value", { n })}
          hideLabel
          value={choice.value}
          parse={parseChoiceValue}
          invalidMessage={t("editor.choice.value.wrong")}
          error={isDuplicate ? t("editor.choice.value.twice") : undefined}
          maxLength={maxValueDigits}
          locked={locked}
          onChange={(value) => value !== null && onChange({ value }, "value")}
          onKey={locked ? undefined : handleUndoKey}
        />
      </div>
      <RecallInput
        index={questionIndex}
        id={choiceFieldId(choice.uuid)}
        data-part={`${choicePointer(index)}/translation`}
        aria-label={t("editor.choice.text", { n })}
        dir={getTextDirection(language)}
        lang={language}
        placeholder={content === "" ? getChoiceText(choice, language) : undefined}
        error={isValidChoiceText(content) ? undefined : t("editor.choice.text.wrong")}
        readOnly={locked}
        value={content}
        onType={(text) => onChange(setOwnText(choice, language, text), "text")}
        onKey={handleKeyDown}
        onPaste={locked ? undefined : (event) => onPaste(event, uuid)}
      />
      {!locked && <ChoiceActions {...props} />}
      {usedExtras !== "" && (
        <ChoiceExtras
          choice={choice}
          n={n}
          usedExtras={usedExtras}
          locked={locked}
          onChange={onChange}
          onKey={locked ? undefined : handleUndoKey}
        />
      )}
    </li>
  )
})

const ChoiceActions = ({ choice: { uuid }, index, isLast, onMove, onRemove }: Props) => {
  const t = useTranslate()
  const n = index + 1
  return (
    <div className={classes["tools"]}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("editor.choice.up", { n })}
        disabled={index === 0}
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

type DraggedChoiceProps = { readonly choice: Choice | undefined; readonly isMultiple: boolean }

/** The choice that follows the pointer during a drag. */
export const DraggedChoice = ({ choice, isMultiple }: DraggedChoiceProps) => {
  const language = useEditorState(({ draft }) => draft.language)
  const MarkIcon = isMultiple ? IconSquare : IconCircle
  if (choice === undefined) return null
  return (
    <div className={classes["held"]}>
      <IconGripVertical size={16} />
      <MarkIcon size={18} className={classes["mark"]} />
      <span>{choice.value}</span>
      <bdi lang={language} dir={getTextDirection(language)}>
        {getChoiceText(choice, language)}
      </bdi>
    </div>
  )
}

type PlaceholderRowProps = {
  readonly choice: Choice
  readonly index: number
  readonly onNear: (uuid: string) => void
}

/** Rows within this margin of the viewport are rendered in full, ready for scrolling and for Tab. */
const renderMargin = "800px 0px"

/** A choice far outside the viewport: plain text until it comes near. */
export const ChoicePlaceholderRow = ({ choice: { uuid, value, translation }, index, onNear }: PlaceholderRowProps) => {
  const observe = useCallback(
    (row: HTMLLIElement) => {
      const observer = new IntersectionObserver((entries) => entries.some((it) => it.isIntersecting) && onNear(uuid), {
        root: findScrollParent(row),
        rootMargin: renderMargin,
      })
      observer.observe(row)
      return () => observer.disconnect()
    },
    [onNear, uuid],
  )
  return (
    <li ref={observe} data-part={choicePointer(index)} className={classes["late"]}>
      {value}{" "}
      <bdi lang={translation.locale} dir={getTextDirection(translation.locale)}>
        {translation.content}
      </bdi>
    </li>
  )
}
