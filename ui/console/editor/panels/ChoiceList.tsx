// The choices of a question. Built for a thousand: typing rerenders one row, and distant rows are plain text.
import { Button, Textarea } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { type ClipboardEvent, memo, useCallback, useMemo, useRef, useState } from "react"
import { type ChoiceQuestion, listOfferedExtras, usesExtra } from "../../../../domain/questions/choice-question.ts"
import {
  addChoice,
  type Choices,
  changeChoice,
  isChoiceListFull,
  listSharedValues,
  maxChoices,
  moveChoice,
  pasteChoiceLines,
  removeChoice,
} from "../../../../domain/questions/choices.ts"
import type { Choice } from "../../../../domain/questions/question.ts"
import { listChoicesInUse } from "../../../../domain/script/live-lock.ts"
import { findPlace } from "../../../../machines/editor/editor-selection.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../../kit/Notice.tsx"
import { useEditor, useEditorState, useIsLocked } from "../editor-context.tsx"
import { type RowDrag, useRowDragging } from "../row-dragging.ts"
import { ChoicePlaceholderRow, ChoiceRow, choiceFieldId } from "./ChoiceRow.tsx"
import classes from "./QuestionPanels.module.css"
import { getQuestionOfType } from "./question-form.ts"

type LeftOutProps = { readonly lines: ReadonlyArray<string>; readonly isFull: boolean; readonly onDismiss: () => void }

/** Pasted lines that did not become choices, and why; shown because they may exist nowhere else. */
export const UnusedLinesNotice = ({ lines, isFull, onDismiss }: LeftOutProps) => {
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
const drawnAtOnce = 40

type Props = {
  readonly uuid: string
  readonly question: ChoiceQuestion
  /** The index of the question's instruction. */
  readonly order: number
  /** The minimum that is still in the form, because there are too few choices for it. */
  readonly minimum: number | null
}

const none: Choices = []

export const ChoiceList = memo(({ uuid, order, question, minimum }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const locked = useIsLocked("choices")
  const fresh = useEditorState((context) => context.fresh)
  const locale = useEditorState(({ draft }) => draft.language)
  const answered = useEditorState(({ savedScript, base }) => listChoicesInUse(savedScript.status, base, uuid))
  const choices = question.choices ?? none
  const count = choices.length
  const shared = useMemo(() => listSharedValues(choices), [choices])
  const [news, setNews] = useState("")
  const [near, come] = useState<ReadonlySet<string>>(new Set())
  const onNear = useCallback((one: string) => come((before) => (before.has(one) ? before : new Set([...before, one]))), [])
  const used = listOfferedExtras(question)
    .filter((extra) => usesExtra(question, extra))
    .join(" ")

  /** Reads the current choices, so that the handlers below stay stable and rows do not rerender. */
  const now = useCallback(() => {
    const { context } = actor.getSnapshot()
    const instruction = context.draft.instructions[findPlace(context, uuid) ?? -1]
    const asked = instruction === undefined ? null : getQuestionOfType(instruction, "choice", "multiple")
    return { list: asked?.choices ?? none }
  }, [actor, uuid])
  const change = useCallback(
    (next: Choices, field: string | null = null): void => {
      actor.send({ type: "choices.write", uuid, field, choices: next, minimum })
    },
    [actor, minimum, uuid],
  )
  /** Focuses the text of a choice once it is rendered. */
  const focusOn = useCallback(
    (choice: Choice | undefined): void => {
      if (choice === undefined) return
      onNear(choice.uuid)
      requestAnimationFrame(() => document.getElementById(choiceFieldId(choice.uuid))?.focus())
    },
    [onNear],
  )
  /** Pasted lines that did not become choices; empty if the list was full when a choice was added. */
  const [left, leave] = useState<ReadonlyArray<string> | null>(null)
  const add = useCallback(() => {
    const { list } = now()
    if (isChoiceListFull(list, answered)) return leave((before) => before ?? [])
    const next = addChoice(list, "", { fresh, locale, answered })
    change(next)
    return focusOn(next.at(-1))
  }, [answered, change, focusOn, fresh, locale, now])
  const paste = useCallback(
    (event: ClipboardEvent, into: string) => {
      const text = event.clipboardData.getData("text/plain")
      if (!/[\r\n]/.test(text.trim())) return
      event.preventDefault()
      const pasted = pasteChoiceLines(now().list, into, text, { fresh, locale, answered })
      change(pasted.choices)
      leave(pasted.left.length > 0 ? pasted.left : null)
      focusOn(pasted.choices.at(-1))
    },
    [answered, change, focusOn, fresh, locale, now],
  )
  const write = useCallback(
    (one: string, part: Partial<Choice>, field: string) => change(changeChoice(now().list, one, part), `${field} ${one}`),
    [change, now],
  )
  const moveTo = useCallback(
    (one: string, wished: number) => {
      const { list } = now()
      const to = Math.min(Math.max(wished, 0), list.length - 1)
      const from = list.findIndex((it) => it.uuid === one)
      if (from === to) return
      const held = document.activeElement
      // The row may move to an area that shows placeholders only.
      onNear(one)
      change(moveChoice(list, one, to))
      setNews(t("editor.choice.moved", { n: from + 1, place: to + 1, count: list.length }))
      // A moved element loses the focus, and a button that becomes disabled cannot hold it.
      requestAnimationFrame(() => {
        if (!(held instanceof HTMLElement) || held === document.body) return
        if (held.matches(":disabled")) focusOn(list[from])
        else held.focus()
      })
    },
    [change, focusOn, now, onNear, t],
  )
  const move = useCallback((one: string, by: number) => moveTo(one, now().list.findIndex((it) => it.uuid === one) + by), [moveTo, now])
  const adder = useRef<HTMLButtonElement>(null)
  const remove = useCallback(
    (one: string) => {
      const { list } = now()
      const place = list.findIndex((it) => it.uuid === one)
      change(removeChoice(list, one))
      setNews(t("editor.choice.removed", { n: place + 1, count: list.length - 1 }))
      const next = list[place + 1] ?? list[place - 1]
      if (next === undefined) adder.current?.focus()
      else focusOn(next)
    },
    [change, focusOn, now, t],
  )
  const enter = useCallback(
    (one: string) => {
      const { list } = now()
      const next = list[list.findIndex((it) => it.uuid === one) + 1]
      if (next === undefined) add()
      else focusOn(next)
    },
    [add, focusOn, now],
  )
  /** If undo or redo removes the focused choice, the focus moves to the one before it. */
  const turn = useCallback(
    (one: string, way: "undo" | "redo") => {
      const place = now().list.findIndex((it) => it.uuid === one)
      actor.send({ type: `edit.${way}` })
      const { list } = now()
      if (list.length === 0) adder.current?.focus()
      else if (list.every((it) => it.uuid !== one)) focusOn(list[Math.max(Math.min(place, list.length) - 1, 0)])
    },
    [actor, focusOn, now],
  )
  const onDrag = useCallback(
    ({ uuid: one, from, to }: RowDrag, is: "over" | "dropped" | "cancelled") => {
      if (is === "dropped") moveTo(one, to)
      else setNews(t(is === "over" ? "editor.choice.over" : "editor.choice.stays", { n: from + 1, place: to + 1, count }))
    },
    [count, moveTo, t],
  )
  const { drag, grab, getRowOffset } = useRowDragging({ count, rowHeight: null, scroller: null, onDrag })

  return (
    <fieldset className={classes["choices"]} data-part="/question/choices">
      <legend>{t("editor.choices")}</legend>
      <ol className={classes["list"]} data-dragging={drag !== null} data-extras={used !== ""}>
        {choices.map((choice, place) =>
          place >= drawnAtOnce && !near.has(choice.uuid) ? (
            <ChoicePlaceholderRow key={choice.uuid} choice={choice} place={place} room={getRowOffset(place)} onNear={onNear} />
          ) : (
            <ChoiceRow
              key={choice.uuid}
              choice={choice}
              place={place}
              asked={order}
              isLast={place === count - 1}
              many={question.type === "multiple"}
              locked={locked}
              isTwice={shared.has(choice.value)}
              used={used}
              room={getRowOffset(place)}
              isDragged={drag?.uuid === choice.uuid}
              onGrab={grab}
              onChange={write}
              onMove={move}
              onRemove={remove}
              onEnter={enter}
              onPaste={paste}
              onTurn={turn}
            />
          ),
        )}
      </ol>
      {!locked && (
        <>
          <div>
            <Button ref={adder} variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {t("editor.choice.add")}
            </Button>
          </div>
          <p className={classes["hint"]}>{t("editor.choice.hint", { braces: "{{" })}</p>
        </>
      )}
      {left !== null && <UnusedLinesNotice lines={left} isFull={isChoiceListFull(choices, answered)} onDismiss={() => leave(null)} />}
      <output className="unseen">{news}</output>
    </fieldset>
  )
})
