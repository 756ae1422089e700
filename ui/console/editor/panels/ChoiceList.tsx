// The choices of a question. Built for a thousand: typing rerenders one row, and distant rows are plain text.
import { Button, Textarea, VisuallyHidden } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { type ClipboardEvent, memo, useCallback, useMemo, useRef, useState } from "react"
import { type ChoiceQuestion, listOfferedExtras, usesExtra } from "../../../../domain/questions/choice-question.ts"
import {
  addChoice,
  type Choices,
  changeChoice,
  hasSeveralLines,
  isChoiceListFull,
  listSharedValues,
  maxChoices,
  moveChoice,
  pasteChoiceLines,
  removeChoice,
} from "../../../../domain/questions/choices.ts"
import type { Choice } from "../../../../domain/questions/question.ts"
import { listChoicesInUse } from "../../../../domain/revisions/live-lock.ts"
import { findInstructionIndex } from "../../../../machines/editor/editor-selection.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../../kit/Notice.tsx"
import { Reorderable, type ReorderStep } from "../../../kit/Reorderable.tsx"
import { useEditor, useEditorState, useIsLocked } from "../editor-context.tsx"
import { ChoicePlaceholderRow, ChoiceRow, choiceFieldId, DraggedChoice } from "./ChoiceRow.tsx"
import classes from "./QuestionPanels.module.css"
import { getQuestionOfType } from "./question-form.ts"

type UnusedLinesProps = { readonly lines: ReadonlyArray<string>; readonly isFull: boolean; readonly onDismiss: () => void }

/** Pasted lines that did not become choices, and why; shown because they may exist nowhere else. */
export const UnusedLinesNotice = ({ lines, isFull, onDismiss }: UnusedLinesProps) => {
  const t = useTranslate()
  const count = lines.length
  if (count === 0 && !isFull) return null
  return (
    <div className={classes["leftout"]}>
      <Notice tone="bad" title={isFull ? t("editor.choice.full", { most: maxChoices }) : t("editor.choice.left", { count })}>
        {isFull && count > 0 && <p>{t("editor.choice.left.full", { count })}</p>}
        {count > 0 && (
          <Textarea aria-label={t("editor.choice.left.lines")} dir="auto" readOnly autosize maxRows={8} value={lines.join("\n")} />
        )}
      </Notice>
      <DismissButton onDismiss={onDismiss} />
    </div>
  )
}

/** How many choices are rendered in full, even far outside the viewport. */
const maxAlwaysRendered = 40

type Props = {
  readonly uuid: string
  readonly question: ChoiceQuestion
  /** The index of the question's instruction. */
  readonly questionIndex: number
  /** The minimum that is still in the form, because there are too few choices for it. */
  readonly minimum: number | null
}

const noChoices: Choices = []

const reorderTexts = {
  lifted: "editor.choice.dragging",
  over: "editor.choice.over",
  dropped: "editor.choice.moved",
  canceled: "editor.choice.stays",
} as const

export const ChoiceList = memo(({ uuid, questionIndex, question, minimum }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const locked = useIsLocked("choices")
  const newUuid = useEditorState((context) => context.newUuid)
  const locale = useEditorState(({ draft }) => draft.language)
  const choicesInUse = useEditorState(({ savedScript, base }) => listChoicesInUse(savedScript.status, base, uuid))
  const choices = question.choices ?? noChoices
  const count = choices.length
  const duplicateValues = useMemo(() => listSharedValues(choices), [choices])
  const [announcement, announce] = useState("")
  const [nearUuids, setNearUuids] = useState<ReadonlySet<string>>(new Set())
  const onNear = useCallback(
    (choiceUuid: string) => setNearUuids((before) => (before.has(choiceUuid) ? before : new Set([...before, choiceUuid]))),
    [],
  )
  const usedExtras = listOfferedExtras(question)
    .filter((extra) => usesExtra(question, extra))
    .join(" ")

  /** Reads the current choices, so that the handlers below stay stable and rows do not rerender. */
  const getCurrent = useCallback(() => {
    const { context } = actor.getSnapshot()
    const instruction = context.draft.instructions[findInstructionIndex(context, uuid) ?? -1]
    const currentQuestion = instruction === undefined ? null : getQuestionOfType(instruction, "choice", "multiple")
    return { list: currentQuestion?.choices ?? noChoices }
  }, [actor, uuid])
  const setChoices = useCallback(
    (next: Choices, field: string | null = null): void => {
      actor.send({ type: "choices.update", uuid, field, choices: next, minimum })
    },
    [actor, minimum, uuid],
  )
  /** Focuses the text of a choice once it is rendered. */
  const focusChoice = useCallback(
    (choice: Choice | undefined): void => {
      if (choice === undefined) return
      onNear(choice.uuid)
      requestAnimationFrame(() => document.getElementById(choiceFieldId(choice.uuid))?.focus())
    },
    [onNear],
  )
  /** Pasted lines that did not become choices; empty if the list was full when a choice was added. */
  const [unusedLines, setUnusedLines] = useState<ReadonlyArray<string> | null>(null)
  const add = useCallback(() => {
    const { list } = getCurrent()
    if (isChoiceListFull(list, choicesInUse)) return setUnusedLines((before) => before ?? [])
    const next = addChoice(list, "", { newUuid, locale, answered: choicesInUse })
    setChoices(next)
    return focusChoice(next.at(-1))
  }, [choicesInUse, setChoices, focusChoice, newUuid, locale, getCurrent])
  const paste = useCallback(
    (event: ClipboardEvent, targetUuid: string) => {
      const text = event.clipboardData.getData("text/plain")
      if (!hasSeveralLines(text)) return
      event.preventDefault()
      const { target } = event
      const selection =
        target instanceof HTMLInputElement ? { start: target.selectionStart ?? 0, end: target.selectionEnd ?? 0 } : undefined
      const creation = { newUuid, locale, answered: choicesInUse }
      const pasted = pasteChoiceLines(getCurrent().list, targetUuid, text, creation, selection)
      setChoices(pasted.choices)
      setUnusedLines(pasted.unusedLines.length > 0 ? pasted.unusedLines : null)
      focusChoice(pasted.last)
    },
    [choicesInUse, setChoices, focusChoice, newUuid, locale, getCurrent],
  )
  const updateChoice = useCallback(
    (choiceUuid: string, changes: Partial<Choice>, field: string) =>
      setChoices(changeChoice(getCurrent().list, choiceUuid, changes), `${field} ${choiceUuid}`),
    [setChoices, getCurrent],
  )
  const moveTo = useCallback(
    (choiceUuid: string, target: number) => {
      const { list } = getCurrent()
      const to = Math.min(Math.max(target, 0), list.length - 1)
      const from = list.findIndex((it) => it.uuid === choiceUuid)
      if (from === to) return
      const focused = document.activeElement
      // The row may move to an area that shows placeholders only.
      onNear(choiceUuid)
      setChoices(moveChoice(list, choiceUuid, to))
      announce(t("editor.choice.moved", { n: from + 1, place: to + 1, count: list.length }))
      // A moved element loses the focus, and a button that becomes disabled cannot hold it.
      requestAnimationFrame(() => {
        if (!(focused instanceof HTMLElement) || focused === document.body) return
        if (focused.matches(":disabled")) focusChoice(list[from])
        else focused.focus()
      })
    },
    [setChoices, focusChoice, getCurrent, onNear, t],
  )
  const move = useCallback(
    (choiceUuid: string, by: number) => moveTo(choiceUuid, getCurrent().list.findIndex((it) => it.uuid === choiceUuid) + by),
    [moveTo, getCurrent],
  )
  const addButton = useRef<HTMLButtonElement>(null)
  const remove = useCallback(
    (choiceUuid: string) => {
      const { list } = getCurrent()
      const index = list.findIndex((it) => it.uuid === choiceUuid)
      setChoices(removeChoice(list, choiceUuid))
      announce(t("editor.choice.removed", { n: index + 1, count: list.length - 1 }))
      const next = list[index + 1] ?? list[index - 1]
      if (next === undefined) addButton.current?.focus()
      else focusChoice(next)
    },
    [setChoices, focusChoice, getCurrent, t],
  )
  const goToNextChoice = useCallback(
    (choiceUuid: string) => {
      const { list } = getCurrent()
      const next = list[list.findIndex((it) => it.uuid === choiceUuid) + 1]
      if (next === undefined) add()
      else focusChoice(next)
    },
    [add, focusChoice, getCurrent],
  )
  /** If undo or redo removes the focused choice, the focus moves to the one before it. */
  const moveInHistory = useCallback(
    (choiceUuid: string, direction: "undo" | "redo") => {
      const index = getCurrent().list.findIndex((it) => it.uuid === choiceUuid)
      actor.send({ type: `edit.${direction}` })
      const { list } = getCurrent()
      if (list.length === 0) addButton.current?.focus()
      else if (list.every((it) => it.uuid !== choiceUuid)) focusChoice(list[Math.max(Math.min(index, list.length) - 1, 0)])
    },
    [actor, focusChoice, getCurrent],
  )
  const indexOf = (choiceUuid: string) => choices.findIndex((it) => it.uuid === choiceUuid)
  const describe = ({ phase, id, overId }: ReorderStep) => t(reorderTexts[phase], { n: indexOf(id) + 1, place: indexOf(overId) + 1, count })
  const drop = (choiceUuid: string, overUuid: string) => {
    onNear(choiceUuid)
    setChoices(moveChoice(choices, choiceUuid, indexOf(overUuid)))
  }
  // The same array while the order is the same, so that typing rerenders one row.
  const orderKey = choices.map((choice) => choice.uuid).join("\n")
  const orderedUuids = useMemo(() => orderKey.split("\n"), [orderKey])

  return (
    <fieldset className={classes["choices"]} data-part="/question/choices">
      <legend>{t("editor.choices")}</legend>
      <Reorderable
        ids={orderedUuids}
        describe={describe}
        onDrop={drop}
        renderDragged={(id) => <DraggedChoice choice={choices[indexOf(id)]} isMultiple={question.type === "multiple"} />}
      >
        <ol className={classes["list"]} data-extras={usedExtras !== ""}>
          {choices.map((choice, index) =>
            index >= maxAlwaysRendered && !nearUuids.has(choice.uuid) ? (
              <ChoicePlaceholderRow key={choice.uuid} choice={choice} index={index} onNear={onNear} />
            ) : (
              <ChoiceRow
                key={choice.uuid}
                choice={choice}
                index={index}
                questionIndex={questionIndex}
                isLast={index === count - 1}
                isMultiple={question.type === "multiple"}
                locked={locked}
                isDuplicate={duplicateValues.has(choice.value)}
                usedExtras={usedExtras}
                onChange={updateChoice}
                onMove={move}
                onRemove={remove}
                onEnter={goToNextChoice}
                onPaste={paste}
                onHistoryMove={moveInHistory}
              />
            ),
          )}
        </ol>
      </Reorderable>
      {!locked && (
        <>
          <div>
            <Button ref={addButton} variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {t("editor.choice.add")}
            </Button>
          </div>
          <p className={classes["hint"]}>{t("editor.choice.hint", { braces: "{{" })}</p>
        </>
      )}
      {unusedLines !== null && (
        <UnusedLinesNotice lines={unusedLines} isFull={isChoiceListFull(choices, choicesInUse)} onDismiss={() => setUnusedLines(null)} />
      )}
      <VisuallyHidden component="output">{announcement}</VisuallyHidden>
    </fieldset>
  )
})
