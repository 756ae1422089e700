// What can stand where one writes, offered below a text: found while one types, or asked for with Ctrl+Space; its keys choose (decisions C9, C11).
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select or a datalist takes the caret from the text, or cannot be led by its keys */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a list of options is what ARIA calls a listbox */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the keys are those of the field */

import { type KeyboardEvent, useCallback, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { type Completion, type Completions, completeRecall, completeRecallInJson } from "../../../../domain/conditions/completion.ts"
import type { Markup } from "../../../../domain/recall/recall.ts"
import { wrapIndex } from "../../../../domain/text/name-search.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import classes from "../condition/ConditionField.module.css"
import { type EditorActor, listExternalKeys, useEditor } from "../editor-context.tsx"

// What can stand at the caret of a condition, below its field. The caret stays in the field and its keys choose here (aria-activedescendant).

export const completionListId = "condition-completions"
export const completionOptionId = (place: number): string => `${completionListId}-${place}`

type Props = { readonly options: ReadonlyArray<Completion>; readonly picked: number; readonly onTake: (option: Completion) => void }

export const CompletionList = ({ options, picked, onTake }: Props) => {
  const t = useTranslate()
  return (
    <ul id={completionListId} className={classes["options"]} role="listbox" aria-label={t("editor.condition.completions")}>
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the caret stays in the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
        <li
          key={option.text}
          id={completionOptionId(place)}
          ref={place === picked ? comeIntoSight : undefined}
          role="option"
          aria-selected={place === picked}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <code>{option.text}</code>
          <span dir="auto">{option.about}</span>
        </li>
      ))}
    </ul>
  )
}

const comeIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

type Offering = {
  /** Looks for what can stand at the caret now. */
  readonly look: () => void
  /** Puts an option in the place that it was offered for. */
  readonly take: (option: Completion, place: Pick<Completions, "from" | "to">) => void
}

/** A key that was pressed in the text. */
type Key = Pick<globalThis.KeyboardEvent, "key" | "ctrlKey" | "preventDefault" | "stopPropagation">

type Offered = {
  readonly options: Completions["options"]
  readonly picked: number
  readonly offer: (found: Completions) => void
  readonly take: (option: Completion) => void
  readonly leave: () => void
  /** Whether the key was one of the list's. */
  readonly keyed: (key: Key) => boolean
  /** What tells of the list to those who do not see it. */
  readonly said: {
    readonly "aria-autocomplete": "list"
    readonly "aria-controls": string | undefined
    readonly "aria-activedescendant": string | undefined
  }
}

const nothing: Completions = { from: 0, to: 0, options: [] }

/** The list below a text of any kind. */
export const useCompletionList = ({ look, take: put }: Offering): Offered => {
  const [{ from, to, options }, set] = useState(nothing)
  const [picked, pick] = useState(0)
  const isOffering = options.length > 0
  const leave = () => set(nothing)
  const take = (option: Completion) => {
    leave()
    put(option, { from, to })
  }
  const keyed = (event: Key): boolean => {
    if (event.key === " " && event.ctrlKey) look()
    else if (!isOffering) return false
    else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      pick(wrapIndex(picked, event.key === "ArrowDown" ? 1 : -1, options.length))
    else if (event.key === "Enter" || event.key === "Tab") {
      const option = options[picked]
      if (option !== undefined) take(option)
    } else if (event.key === "Escape") leave()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    options,
    picked,
    offer: (found) => {
      set(found)
      pick(0)
    },
    take,
    leave,
    keyed,
    said: {
      "aria-autocomplete": "list",
      "aria-controls": isOffering ? completionListId : undefined,
      "aria-activedescendant": isOffering ? completionOptionId(picked) : undefined,
    },
  }
}

type Text = {
  readonly text: string
  readonly onType: (text: string) => void
  /** What can stand at the caret of such a text. */
  readonly find: (text: string, caret: number) => Completions
  /** The caret goes there at once. */
  readonly focused?: boolean
}

/** Where text is written, on one line or several. */
type Field = HTMLInputElement | HTMLTextAreaElement

type Completing<Of extends Field> = Omit<Offered, "offer" | "keyed"> & {
  readonly field: (element: Of | null) => void
  readonly typed: (text: string, caret: number) => void
  /** Whether the key was one of the list's. */
  readonly keyed: (event: KeyboardEvent<Of>) => boolean
}

/** The list below a field. */
export const useFieldCompletion = <Of extends Field = HTMLTextAreaElement>({
  text,
  onType,
  find,
  focused = false,
}: Text): Completing<Of> => {
  const shown = useRef<Of>(null)
  const field = useCallback(
    (element: Of | null) => {
      shown.current = element
      if (focused) element?.focus()
    },
    [focused],
  )
  const { offer, keyed, ...offered } = useCompletionList({
    look: () => offer(find(text, shown.current?.selectionStart ?? text.length)),
    take: (option, { from, to }) => {
      const caret = from + option.text.length
      // What is typed next may come before the next frame does, and belongs behind it.
      flushSync(() => onType(text.slice(0, from) + option.text + text.slice(to)))
      shown.current?.setSelectionRange(caret, caret)
    },
  })
  return {
    ...offered,
    field,
    typed: (typed, caret) => {
      onType(typed)
      offer(find(typed, caret))
    },
    keyed,
  }
}

// What can be recalled in a text of an instruction, as the script stands in the editor.

export type FindRecallCompletions = (text: string, caret: number, markup?: Markup) => Completions

/** For the JSON that the instruction at `place` sends. */
export const useRecallCompletionsInJson = (place: number): FindRecallCompletions => {
  const editor = useEditor()
  return (text, caret) => completeRecallInJson(text, caret, { ...seen(editor), place })
}

/** For the instruction at `place`. */
export const useRecallCompletions = (place: number): FindRecallCompletions => {
  const editor = useEditor()
  return (text, caret, markup = "plain") => completeRecall(text, caret, { ...seen(editor), place, markup })
}

const seen = (editor: EditorActor) => {
  const { context } = editor.getSnapshot()
  return { instructions: context.draft.instructions, crmKeys: listExternalKeys(context) }
}
