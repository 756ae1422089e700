// The choices of a question: added, pasted, dragged, moved and taken away. There may be a thousand: a keystroke draws the choice that it is
// typed in, and what is far out of sight is text until somebody comes near it.
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

// What did not become a choice, and why: it was pasted, and may be nowhere else.

type LeftOutProps = { readonly lines: ReadonlyArray<string>; readonly isFull: boolean; readonly onDismiss: () => void }

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

/** So many are drawn at once wherever they stand. */
const drawnAtOnce = 40

type Props = {
  readonly uuid: string
  readonly question: ChoiceQuestion
  /** The place of the question among the instructions. */
  readonly order: number
  /** The minimum that the form holds because there are not the choices for it. */
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

  /** The question as it is by now, and its choices: what is done with one choice is the same function for all, and for ever. */
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
  /** Puts the caret in a choice's text once it is in the page. */
  const focusOn = useCallback(
    (choice: Choice | undefined): void => {
      if (choice === undefined) return
      onNear(choice.uuid)
      requestAnimationFrame(() => document.getElementById(choiceFieldId(choice.uuid))?.focus())
    },
    [onNear],
  )
  /** Lines that did not become choices; none, and yet told, where one more was asked for than there is room for. */
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
      // It may go where those that nobody came near are not drawn.
      onNear(one)
      change(moveChoice(list, one, to))
      setNews(t("editor.choice.moved", { n: from + 1, place: to + 1, count: list.length }))
      // What is put elsewhere in the page loses the focus, and a button that can go no further cannot have it.
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
  /** Whoever stood in a choice that is gone by it goes on in the one before. */
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
  const { drag, grab, roomAt } = useRowDragging({ count, rowHeight: null, scroller: null, onDrag })

  return (
    <fieldset className={classes["choices"]} data-part="/question/choices">
      <legend>{t("editor.choices")}</legend>
      <ol className={classes["list"]} data-dragging={drag !== null} data-extras={used !== ""}>
        {choices.map((choice, place) =>
          place >= drawnAtOnce && !near.has(choice.uuid) ? (
            <ChoicePlaceholderRow key={choice.uuid} choice={choice} place={place} room={roomAt(place)} onNear={onNear} />
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
              room={roomAt(place)}
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
