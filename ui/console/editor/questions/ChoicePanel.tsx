// Single and multiple choice: the choices as they will stand in the chat, and how they are shown (spec/2-editor §3, §5).
import { Button, NativeSelect } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { type ClipboardEvent, useCallback, useState } from "react"
import { addChoice, type Choices, changeChoice, moveChoice, pasteLines, removeChoice } from "../../../../domain/questions/choices.ts"
import { chartTypes, type Extra, offers, uses } from "../../../../domain/questions/extras.ts"
import { type ChoiceQuestion, withChoices } from "../../../../domain/questions/multiple.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { useWords } from "../../../kit/words.tsx"
import { useFlash } from "../../wired.tsx"
import { type Drag, useDragging } from "../dragging.ts"
import { type EditorActor, useEditing, useEditor, useLocked, useViewOnly, useWrite } from "../editing.tsx"
import { NumberField } from "../fields/NumberField.tsx"
import { Segments } from "../fields/Segments.tsx"
import { Toggle } from "../fields/Toggle.tsx"
import { ChoiceRow, choiceFieldId } from "./ChoiceRow.tsx"
import { Placeholder, Skipable } from "./Common.tsx"
import { questionOf } from "./question.ts"
import classes from "./questions.module.css"

type Props = { readonly uuid: string; readonly question: ChoiceQuestion }
type ListProps = Props & {
  /** The place of the question among the instructions. */
  readonly order: number
}

export const ChoicePanel = ({ instruction }: { readonly instruction: Instruction }) => {
  const question = questionOf(instruction, "choice", "multiple")
  if (question === null) return null
  return (
    <div className={classes["panel"]}>
      <ChoiceList uuid={instruction.uuid} order={instruction.order} question={question} />
      {question.type === "multiple" && <Bounds uuid={instruction.uuid} question={question} />}
      <Look uuid={instruction.uuid} question={question} />
      <Placeholder instruction={instruction} />
      <Skipable instruction={instruction} />
    </div>
  )
}

/** Editors in which it has been told that the maximum follows the number of choices: once per session (spec/2-editor §8). */
const told = new WeakSet<EditorActor>()

const ChoiceList = ({ uuid, order, question }: ListProps) => {
  const t = useWords()
  const flash = useFlash()
  const actor = useEditor()
  const write = useWrite(uuid)
  const locked = useLocked("choices")
  const fresh = useEditing((context) => context.fresh)
  const locale = useEditing(({ draft }) => draft.language)
  const choices = question.choices ?? []
  const [news, setNews] = useState("")
  const used = offers(question).filter((extra) => uses(question, extra))
  const change = (next: Choices, field: string | null = null): void => {
    const { question: changed, warning } = withChoices(question, next)
    write(field, { question: changed })
    if (warning === null || told.has(actor)) return
    told.add(actor)
    flash("good", t(warning))
  }
  const add = () => {
    const next = addChoice(choices, "", { fresh, locale })
    change(next)
    focusChoice(next.at(-1)?.uuid)
  }
  const paste = (event: ClipboardEvent, into: string) => {
    const text = event.clipboardData.getData("text/plain")
    if (!/[\r\n]/.test(text.trim())) return
    event.preventDefault()
    const pasted = pasteLines(choices, into, text, { fresh, locale })
    change(pasted.choices)
    if (pasted.left.length > 0) flash("bad", t("editor.choice.left", { count: pasted.left.length }))
    focusChoice(pasted.choices.at(-1)?.uuid)
  }
  const count = choices.length
  const move = (choiceUuid: string, wished: number) => {
    const to = Math.min(Math.max(wished, 0), count - 1)
    const from = choices.findIndex((it) => it.uuid === choiceUuid)
    if (from === to) return
    change(moveChoice(choices, choiceUuid, to))
    setNews(t("editor.choice.moved", { n: from + 1, place: to + 1, count }))
  }
  const onDrag = useCallback(
    ({ from, to }: Drag, is: "over" | "dropped" | "cancelled") => {
      if (is !== "dropped") setNews(t(is === "over" ? "editor.choice.over" : "editor.choice.stays", { n: from + 1, place: to + 1, count }))
    },
    [count, t],
  )
  const { drag, grab, roomAt } = useDragging({
    count,
    rowHeight: null,
    scroller: null,
    onDrag: (dragged, is) => {
      onDrag(dragged, is)
      if (is === "dropped") move(dragged.uuid, dragged.to)
    },
  })
  return (
    <fieldset className={classes["choices"]}>
      <legend>{t("editor.choices")}</legend>
      <ol className={classes["list"]} data-dragging={drag !== null}>
        {choices.map((choice, place) => (
          <ChoiceRow
            key={choice.uuid}
            choice={choice}
            place={place}
            asked={order}
            count={choices.length}
            many={question.type === "multiple"}
            locked={locked}
            isTwice={choices.some((other) => other !== choice && other.value === choice.value)}
            onChange={(part, field) => change(changeChoice(choices, choice.uuid, part), `${field} ${choice.uuid}`)}
            used={used}
            room={roomAt(place)}
            isDragged={drag?.uuid === choice.uuid}
            onGrab={(event) => grab(event, choice.uuid, place)}
            onMove={(to) => move(choice.uuid, to)}
            onRemove={() => change(removeChoice(choices, choice.uuid))}
            onEnter={() => (place === choices.length - 1 ? add() : focusChoice(choices[place + 1]?.uuid))}
            onPaste={(event) => paste(event, choice.uuid)}
          />
        ))}
      </ol>
      {!locked && (
        <>
          <div>
            <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {t("editor.choice.add")}
            </Button>
          </div>
          <p className={classes["hint"]}>{t("editor.choice.hint", { braces: "{{" })}</p>
        </>
      )}
      <output className="unseen">{news}</output>
    </fieldset>
  )
}

/** Puts the caret in a choice's text once it is in the page. */
const focusChoice = (uuid: string | undefined): void => {
  if (uuid !== undefined) requestAnimationFrame(() => document.getElementById(choiceFieldId(uuid))?.focus())
}

const Bounds = ({ uuid, question }: Props) => {
  const t = useWords()
  const write = useWrite(uuid)
  const locked = useLocked("options")
  const options = question.options ?? {}
  return (
    <fieldset className={classes["bounds"]}>
      <legend>{t("editor.bounds.choices")}</legend>
      <NumberField
        label={t("editor.minimum")}
        value={options.minimum ?? null}
        locked={locked}
        onChange={(minimum) => write("minimum", { question: { ...question, options: { ...options, minimum } } })}
      />
      <NumberField
        label={t("editor.maximum")}
        value={options.maximum ?? null}
        locked={locked}
        onChange={(maximum) => write("maximum", { question: { ...question, options: { ...options, maximum } } })}
      />
    </fieldset>
  )
}

const columns = ["1", "2", "3", "4"] as const
const patterns = ["any", "start"] as const

const Look = ({ uuid, question }: Props) => {
  const t = useWords()
  const write = useWrite(uuid)
  const locked = useLocked("options")
  const viewOnly = useViewOnly()
  const options = question.options ?? {}
  const set = (part: Partial<typeof options>) => write(null, { question: { ...question, options: { ...options, ...part } } })
  return (
    <div className={classes["row"]}>
      {!options.dropdown && (
        <Segments
          label={t("editor.columns")}
          value={String(options.columns ?? 1)}
          options={columns.map((count) => [count, count])}
          locked={locked}
          onPick={(count) => set({ columns: Number(count) })}
        />
      )}
      <div className={classes["toggles"]}>
        <Toggle label={t("editor.dropdown")} on={options.dropdown ?? false} locked={locked} onTurn={(dropdown) => set({ dropdown })} />
        <Toggle label={t("editor.search")} on={options.search ?? false} locked={locked} onTurn={(search) => set({ search })} />
        <Toggle
          label={t("editor.randomize")}
          on={options.randomize ?? false}
          locked={viewOnly}
          onTurn={(randomize) => set({ randomize })}
        />
        {offers(question).map((extra) => (
          <UseOf key={extra} extra={extra} uuid={uuid} question={question} />
        ))}
        {uses(question, "amounts") && (
          <Toggle label={t("editor.extra.payment")} on={options.payment ?? false} locked={locked} onTurn={(payment) => set({ payment })} />
        )}
      </div>
      {options.search && (
        <Segments
          label={t("editor.search.pattern")}
          value={options.searchPattern ?? "any"}
          options={patterns.map((one) => [one, t(`editor.search.${one}`)])}
          locked={locked}
          onPick={(searchPattern) => set({ searchPattern })}
        />
      )}
      <NativeSelect
        label={t("editor.chart")}
        disabled={locked}
        value={options.charttype ?? ""}
        data={[
          { value: "", label: t("editor.chart.none") },
          ...chartTypes.map((one) => ({ value: one, label: t(`editor.chart.${one}`) })),
          ...unknownChart(options.charttype),
        ]}
        onChange={(event) => set({ charttype: event.currentTarget.value || null })}
      />
    </div>
  )
}

/** A chart of a newer version is named as it stands. */
const unknownChart = (chart: string | null | undefined) =>
  !chart || chartTypes.some((one) => one === chart) ? [] : [{ value: chart, label: chart }]

/** Turned off, what the choices have of it is kept and counts for nothing. */
const UseOf = ({ extra, uuid, question }: Props & { readonly extra: Extra }) => {
  const t = useWords()
  const write = useWrite(uuid)
  const locked = useLocked("options")
  return (
    <Toggle
      label={t(`editor.extra.${extra}`)}
      on={uses(question, extra)}
      locked={locked}
      onTurn={(on) => write(null, { question: { ...question, options: { ...question.options, [extra]: on } } })}
    />
  )
}
