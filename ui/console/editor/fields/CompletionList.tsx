// [C9, C11] Completion list below a text field: opens while typing or with Ctrl+Space and is controlled by the keyboard.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select or datalist takes the focus from the field or cannot be controlled by its keys */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a list of options is an ARIA listbox */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the field handles the keys */

import { type KeyboardEvent, useCallback, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { type Completion, type Completions, completeRecall, completeRecallInJson } from "../../../../domain/conditions/completion.ts"
import type { Markup } from "../../../../domain/recall/recall.ts"
import { wrapIndex } from "../../../../domain/text/name-search.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import classes from "../condition/ConditionField.module.css"
import { type EditorActor, listExternalKeys, useEditor } from "../editor-context.tsx"

export const completionListId = "condition-completions"
export const completionOptionId = (place: number): string => `${completionListId}-${place}`

type Props = { readonly options: ReadonlyArray<Completion>; readonly picked: number; readonly onTake: (option: Completion) => void }

/** The list of completions. The focus stays in the field, whose keys move through the list (aria-activedescendant). */
export const CompletionList = ({ options, picked, onTake }: Props) => {
  const t = useTranslate()
  return (
    <ul id={completionListId} className={classes["options"]} role="listbox" aria-label={t("editor.condition.completions")}>
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
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
  /** Looks up the completions at the caret. */
  readonly look: () => void
  /** Replaces the range that the option completes. */
  readonly take: (option: Completion, place: Pick<Completions, "from" | "to">) => void
}

/** A key pressed in the field. */
type Key = Pick<globalThis.KeyboardEvent, "key" | "ctrlKey" | "preventDefault" | "stopPropagation">

type Offered = {
  readonly options: Completions["options"]
  readonly picked: number
  readonly offer: (found: Completions) => void
  readonly take: (option: Completion) => void
  readonly leave: () => void
  /** Returns whether the list handled the key. */
  readonly keyed: (key: Key) => boolean
  /** Attributes that tell screen readers about the list. */
  readonly said: {
    readonly "aria-autocomplete": "list"
    readonly "aria-controls": string | undefined
    readonly "aria-activedescendant": string | undefined
  }
}

const nothing: Completions = { from: 0, to: 0, options: [] }

/** State of a completion list below any kind of text. */
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
  /** Finds the completions at a caret position. */
  readonly find: (text: string, caret: number) => Completions
  /** Whether the field takes the focus when it appears. */
  readonly focused?: boolean
}

type Field = HTMLInputElement | HTMLTextAreaElement

type Completing<Of extends Field> = Omit<Offered, "offer" | "keyed"> & {
  readonly field: (element: Of | null) => void
  readonly typed: (text: string, caret: number) => void
  /** Returns whether the list handled the key. */
  readonly keyed: (event: KeyboardEvent<Of>) => boolean
}

/** State of a completion list below an input or a textarea. */
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
      // Flushed, because the next character may be typed before the next frame and belongs after the completion.
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

/** Finds the recalls that can be inserted at a caret position of an instruction's text. */
export type FindRecallCompletions = (text: string, caret: number, markup?: Markup) => Completions

/** Completes recalls in JSON that the instruction at this index sends. */
export const useRecallCompletionsInJson = (place: number): FindRecallCompletions => {
  const editor = useEditor()
  return (text, caret) => completeRecallInJson(text, caret, { ...seen(editor), place })
}

/** Completes recalls in a text of the instruction at this index. */
export const useRecallCompletions = (place: number): FindRecallCompletions => {
  const editor = useEditor()
  return (text, caret, markup = "plain") => completeRecall(text, caret, { ...seen(editor), place, markup })
}

const seen = (editor: EditorActor) => {
  const { context } = editor.getSnapshot()
  return { instructions: context.draft.instructions, crmKeys: listExternalKeys(context) }
}
