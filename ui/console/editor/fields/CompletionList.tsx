// [C9, C11] Completion list below a text field: opens while typing or with Ctrl+Space and is controlled by the keyboard.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a select or datalist takes the focus from the field or cannot be controlled by its keys */
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a list of options is an ARIA listbox */
/* oxlint-disable jsx-a11y/click-events-have-key-events -- the field handles the keys */

import { type KeyboardEvent, type RefObject, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { type Completion, type Completions, completeRecall, completeRecallInJson } from "../../../../domain/editing/completion.ts"
import type { Markup } from "../../../../domain/recall/recall.ts"
import { wrapIndex } from "../../../../domain/text/name-search.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { type EditorActor, listExternalKeys, useEditor } from "../editor-context.tsx"
import classes from "./fields.module.css"

export const completionListId = "field-completions"
export const completionOptionId = (index: number): string => `${completionListId}-${index}`

type Props = { readonly options: ReadonlyArray<Completion>; readonly activeIndex: number; readonly onAccept: (option: Completion) => void }

/** The list of completions. The focus stays in the field, whose keys move through the list (aria-activedescendant). */
export const CompletionList = ({ options, activeIndex, onAccept }: Props) => {
  const t = useTranslate()
  return (
    <ul id={completionListId} className={classes["options"]} role="listbox" aria-label={t("editor.condition.completions")}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <li
          key={option.text}
          id={completionOptionId(index)}
          ref={index === activeIndex ? scrollIntoView : undefined}
          role="option"
          aria-selected={index === activeIndex}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(option)}
        >
          <code>{option.text}</code>
          <span dir="auto">{option.about}</span>
        </li>
      ))}
    </ul>
  )
}

const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" })

type CompletionSource = {
  /** Looks up the completions at the caret. */
  readonly complete: () => void
  /** Replaces the range that the option completes. */
  readonly insert: (option: Completion, range: Pick<Completions, "from" | "to">) => void
}

/** A key pressed in the field. */
type Key = Pick<globalThis.KeyboardEvent, "key" | "ctrlKey" | "preventDefault" | "stopPropagation">

type CompletionState = {
  readonly options: Completions["options"]
  readonly activeIndex: number
  readonly showCompletions: (found: Completions) => void
  readonly accept: (option: Completion) => void
  readonly closeList: () => void
  /** Returns whether the list handled the key. */
  readonly handleKey: (key: Key) => boolean
  /** Attributes that tell screen readers about the list. */
  readonly ariaProps: {
    readonly "aria-autocomplete": "list"
    readonly "aria-controls": string | undefined
    readonly "aria-activedescendant": string | undefined
  }
}

const noCompletions: Completions = { from: 0, to: 0, options: [] }

/** State of a completion list below any kind of text. */
export const useCompletionList = ({ complete, insert }: CompletionSource): CompletionState => {
  const [{ from, to, options }, setCompletions] = useState(noCompletions)
  const [activeIndex, setActiveIndex] = useState(0)
  const isOpen = options.length > 0
  const closeList = () => setCompletions(noCompletions)
  const accept = (option: Completion) => {
    closeList()
    insert(option, { from, to })
  }
  const handleKey = (event: Key): boolean => {
    if (event.key === " " && event.ctrlKey) complete()
    else if (!isOpen) return false
    else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      setActiveIndex(wrapIndex(activeIndex, event.key === "ArrowDown" ? 1 : -1, options.length))
    else if (event.key === "Enter" || event.key === "Tab") {
      const option = options[activeIndex]
      if (option !== undefined) accept(option)
    } else if (event.key === "Escape") closeList()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    options,
    activeIndex,
    showCompletions: (found) => {
      setCompletions(found)
      setActiveIndex(0)
    },
    accept,
    closeList,
    handleKey,
    ariaProps: {
      "aria-autocomplete": "list",
      "aria-controls": isOpen ? completionListId : undefined,
      "aria-activedescendant": isOpen ? completionOptionId(activeIndex) : undefined,
    },
  }
}

type FieldOptions = {
  readonly text: string
  readonly onType: (text: string) => void
  /** Finds the completions at a caret position. */
  readonly findCompletions: (text: string, caret: number) => Completions
}

type Field = HTMLInputElement | HTMLTextAreaElement

type FieldCompletion<F extends Field> = Omit<CompletionState, "showCompletions" | "handleKey"> & {
  readonly fieldRef: RefObject<F | null>
  readonly handleChange: (text: string, caret: number) => void
  /** Returns whether the list handled the key. */
  readonly handleKey: (event: KeyboardEvent<F>) => boolean
}

/** State of a completion list below an input or a textarea. */
export const useFieldCompletion = <F extends Field = HTMLTextAreaElement>({
  text,
  onType,
  findCompletions,
}: FieldOptions): FieldCompletion<F> => {
  const fieldRef = useRef<F>(null)
  const { showCompletions, handleKey, ...list } = useCompletionList({
    complete: () => showCompletions(findCompletions(text, fieldRef.current?.selectionStart ?? text.length)),
    insert: (option, { from, to }) => {
      const caret = from + option.text.length
      // Flushed, because the next character may be typed before the next frame and belongs after the completion.
      flushSync(() => onType(text.slice(0, from) + option.text + text.slice(to)))
      fieldRef.current?.setSelectionRange(caret, caret)
    },
  })
  return {
    ...list,
    fieldRef,
    handleChange: (newText, caret) => {
      onType(newText)
      showCompletions(findCompletions(newText, caret))
    },
    handleKey,
  }
}

/** Finds the recalls that can be inserted at a caret position of an instruction's text. */
export type FindRecallCompletions = (text: string, caret: number, markup?: Markup) => Completions

/** Completes recalls in JSON that the instruction at this index sends. */
export const useRecallCompletionsInJson = (index: number): FindRecallCompletions => {
  const editor = useEditor()
  return (text, caret) => completeRecallInJson(text, caret, { ...getRecallScope(editor), place: index })
}

/** Completes recalls in a text of the instruction at this index. */
export const useRecallCompletions = (index: number): FindRecallCompletions => {
  const editor = useEditor()
  return (text, caret, markup = "plain") => completeRecall(text, caret, { ...getRecallScope(editor), place: index, markup })
}

const getRecallScope = (editor: EditorActor) => {
  const { context } = editor.getSnapshot()
  return { instructions: context.draft.instructions, crmKeys: listExternalKeys(context) }
}
