// When an instruction is shown: the text of its condition, coloured, completed and underlined as it is typed, with what the check has
// against it; and its rows, which say the same (decisions C2, C9).
import { IconListDetails } from "@tabler/icons-react"
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react"
import { type Completion, type Completions, complete } from "../../../domain/conditions/complete.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { findingsOf, partOf } from "../../../machines/editor/findings.ts"
import { useFinding, useWords } from "../../kit/words.tsx"
import classes from "./ConditionField.module.css"
import { ColouredCondition } from "./condition/ColouredCondition.tsx"
import { listId, Options, optionId } from "./condition/Options.tsx"
import { useEditing, useEditor, useLocked, useWrite } from "./editing.tsx"
import { externalKeys } from "./external-keys.ts"

/** Most conditions are read, few are built: the builder comes when it is asked for. */
const Rows = lazy(async () => ({ default: (await import("./condition/ConditionRows.tsx")).ConditionRows }))

const example = "q1 == 1 && age >= 18"
const nothing: Completions = { from: 0, to: 0, options: [] }

export const ConditionField = ({ instruction }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const say = useFinding()
  const locked = useLocked("condition")
  const [building, build] = useState(false)
  const found = useEditing((context) => findingsOf(context, instruction.uuid)).filter((finding) => partOf(finding) === "/condition")
  const error = found.find(({ severity }) => severity === "error")
  const warning = found.find(({ severity }) => severity === "warning")
  const told = error ?? warning
  return (
    <div className={classes["condition"]}>
      <div className={classes["top"]}>
        <label htmlFor="condition">{t("editor.condition")}</label>
        {!locked && (
          <button type="button" className={classes["builder"]} aria-expanded={building} onClick={() => build(!building)}>
            <IconListDetails size={16} aria-hidden="true" />
            {t("editor.condition.rows")}
          </button>
        )}
      </div>
      <ConditionText instruction={instruction} locked={locked} isWrong={error !== undefined} />
      <p id="condition-help" className={classes["help"]} data-severity={told?.severity}>
        {told === undefined ? t("editor.condition.help", { example }) : say(told)}
      </p>
      {building && (
        <Suspense>
          <Rows instruction={instruction} />
        </Suspense>
      )}
    </div>
  )
}

type TextProps = { readonly instruction: Instruction; readonly locked: boolean; readonly isWrong: boolean }

const ConditionText = ({ instruction, locked, isWrong }: TextProps) => {
  const t = useWords()
  const editor = useEditor()
  const write = useWrite(instruction.uuid)
  const field = useRef<HTMLTextAreaElement>(null)
  const [offered, offer] = useState<Completions>(nothing)
  const [picked, pick] = useState(0)
  const text = instruction.condition ?? ""
  const look = (typed: string, caret: number) => {
    const { context } = editor.getSnapshot()
    offer(complete(typed, caret, context.draft.instructions, instruction.order, externalKeys(context)))
    pick(0)
  }
  const take = ({ text: option }: Completion) => {
    const next = text.slice(0, offered.from) + option + text.slice(offered.to)
    const caret = offered.from + option.length
    write("condition", { condition: next })
    offer(nothing)
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }
  const keyed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { options } = offered
    if (event.key === " " && event.ctrlKey) look(text, event.currentTarget.selectionStart)
    else if (options.length === 0) return
    else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      pick((picked + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length)
    else if (event.key === "Enter" || event.key === "Tab") {
      const option = options[picked]
      if (option !== undefined) take(option)
    } else if (event.key === "Escape") offer(nothing)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes["field"]} onBlur={() => offer(nothing)}>
      <ColouredCondition text={text} instruction={instruction} />
      <textarea
        ref={field}
        id="condition"
        className={classes["input"]}
        aria-describedby="condition-help"
        aria-invalid={isWrong}
        aria-autocomplete="list"
        aria-controls={offered.options.length > 0 ? listId : undefined}
        aria-activedescendant={offered.options.length > 0 ? optionId(picked) : undefined}
        placeholder={t("editor.condition.placeholder")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        rows={1}
        readOnly={locked}
        value={text}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          write("condition", { condition: value || null })
          look(value, selectionStart)
        }}
        onKeyDown={locked ? undefined : keyed}
      />
      {offered.options.length > 0 && <Options options={offered.options} picked={picked} onTake={take} />}
    </div>
  )
}
