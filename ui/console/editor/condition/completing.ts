// What can stand where one writes, offered below a text: found while one types, or asked for with Ctrl+Space; its keys choose (decisions C9, C11).
import { type KeyboardEvent, type RefObject, useRef, useState } from "react"
import type { Completion, Completions } from "../../../../domain/conditions/complete.ts"
import { stepped } from "../../../../domain/stepped.ts"
import { listId, optionId } from "./Options.tsx"

type Text = {
  readonly text: string
  readonly onType: (text: string) => void
  /** What can stand at the caret of such a text. */
  readonly find: (text: string, caret: number) => Completions
}

type Completing = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly options: Completions["options"]
  readonly picked: number
  readonly take: (option: Completion) => void
  readonly leave: () => void
  readonly typed: (text: string, caret: number) => void
  readonly keyed: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  /** What tells of the list to those who do not see it. */
  readonly said: {
    readonly "aria-autocomplete": "list"
    readonly "aria-controls": string | undefined
    readonly "aria-activedescendant": string | undefined
  }
}

const nothing: Completions = { from: 0, to: 0, options: [] }

export const useCompleting = ({ text, onType, find }: Text): Completing => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [{ from, to, options }, offer] = useState(nothing)
  const [picked, pick] = useState(0)
  const isOffering = options.length > 0
  const leave = () => offer(nothing)
  const look = (typed: string, caret: number) => {
    offer(find(typed, caret))
    pick(0)
  }
  const take = (option: Completion) => {
    const caret = from + option.text.length
    onType(text.slice(0, from) + option.text + text.slice(to))
    leave()
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret))
  }
  const keyed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === " " && event.ctrlKey) look(text, event.currentTarget.selectionStart)
    else if (!isOffering) return
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") pick(stepped(picked, event.key === "ArrowDown" ? 1 : -1, options.length))
    else if (event.key === "Enter" || event.key === "Tab") {
      const option = options[picked]
      if (option !== undefined) take(option)
    } else if (event.key === "Escape") leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    field,
    options,
    picked,
    take,
    leave,
    typed: (typed, caret) => {
      onType(typed)
      look(typed, caret)
    },
    keyed,
    said: {
      "aria-autocomplete": "list",
      "aria-controls": isOffering ? listId : undefined,
      "aria-activedescendant": isOffering ? optionId(picked) : undefined,
    },
  }
}
