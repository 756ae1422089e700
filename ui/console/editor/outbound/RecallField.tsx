// A text in which answers can be recalled: two opening braces offer what can stand there, and its keys choose (decisions C11).
import { Textarea } from "@mantine/core"
import { type KeyboardEvent, useRef, useState } from "react"
import type { Completion, Completions } from "../../../../domain/conditions/complete.ts"
import { completeRecall } from "../../../../domain/recall/complete.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { listId, Options, optionId } from "../condition/Options.tsx"
import { useEditor } from "../editing.tsx"
import { externalKeys } from "../external-keys.ts"
import classes from "./outbound.module.css"

type Props = {
  readonly label: string
  readonly description: string
  readonly rows: number
  readonly instruction: Instruction
  readonly value: string
  readonly locked: boolean
  readonly onType: (text: string) => void
}

const nothing: Completions = { from: 0, to: 0, options: [] }

export const RecallField = ({ label, description, rows, instruction, value, locked, onType }: Props) => {
  const editor = useEditor()
  const field = useRef<HTMLTextAreaElement>(null)
  const [offered, offer] = useState<Completions>(nothing)
  const [picked, pick] = useState(0)
  const isOffering = offered.options.length > 0
  const look = (text: string, caret: number) => {
    const { context } = editor.getSnapshot()
    const { instructions } = context.draft
    offer(completeRecall(text, caret, { instructions, place: instruction.order, crmKeys: externalKeys(context) }))
    pick(0)
  }
  const take = ({ text }: Completion) => {
    const caret = offered.from + text.length
    onType(value.slice(0, offered.from) + text + value.slice(offered.to))
    offer(nothing)
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }
  const keyed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { options } = offered
    if (!isOffering) return
    if (event.key === "ArrowDown" || event.key === "ArrowUp")
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
    <div className={classes["recall"]} onBlur={() => offer(nothing)}>
      <Textarea
        ref={field}
        label={label}
        description={description}
        dir="auto"
        rows={rows}
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={isOffering ? listId : undefined}
        aria-activedescendant={isOffering ? optionId(picked) : undefined}
        readOnly={locked}
        value={value}
        onChange={({ currentTarget: { value: text, selectionStart } }) => {
          onType(text)
          look(text, selectionStart)
        }}
        onKeyDown={locked ? undefined : keyed}
      />
      {isOffering && <Options options={offered.options} picked={picked} onTake={take} />}
    </div>
  )
}
