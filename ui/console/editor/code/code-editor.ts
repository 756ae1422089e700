// The CodeMirror editor of a field, loaded with the first one. The field holds the text; this shows it and reports what is typed.
import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  startCompletion,
} from "@codemirror/autocomplete"
import { history, historyKeymap, standardKeymap } from "@codemirror/commands"
import { syntaxHighlighting } from "@codemirror/language"
import { setDiagnostics } from "@codemirror/lint"
import { Annotation, Compartment, EditorState, type Extension, Prec } from "@codemirror/state"
import { EditorView, keymap, placeholder, type ViewUpdate } from "@codemirror/view"
import { classHighlighter } from "@lezer/highlight"
import { getNonce } from "get-nonce"
import type { Completions } from "../../../../domain/editing/completion.ts"
import { type CodeLanguage, languageExtensions } from "./code-languages.ts"

/** A range of the text that is wrong, and why. */
export type CodeProblem = { readonly from: number; readonly to: number; readonly message: string }

/** What the field shows at a time. Attributes are those of the element that has the focus. */
export type CodeEditorContent = {
  readonly text: string
  readonly problems: ReadonlyArray<CodeProblem>
  readonly isReadOnly: boolean
  readonly placeholder: string
  readonly attributes: Readonly<Record<string, string>>
}

export type CodeEditorOptions = {
  readonly host: HTMLElement
  readonly language: CodeLanguage
  /** CodeMirror's texts in the language of the interface. */
  readonly phrases: Readonly<Record<string, string>>
  /** Whether the editor undoes its own changes; otherwise the screen's undo applies. */
  readonly hasHistory: boolean
  readonly onType: (text: string) => void
  readonly findCompletions: (text: string, caret: number) => Completions
}

export type CodeEditor = {
  /** Shows this content. Does nothing if it is shown already. */
  readonly update: (content: CodeEditorContent) => void
  /** Focuses the editor, with this selection if there is one. */
  readonly focus: (selection?: { readonly anchor: number; readonly head: number } | null) => void
  /** Opens the list of completions at the caret, if there are any. */
  readonly startCompletion: () => void
  readonly destroy: () => void
}

/** Marks changes that come from the field, which already has the text. */
const fromField = Annotation.define<true>()

/** Creates an editor in an empty host. */
export const createCodeEditor = (options: CodeEditorOptions, initial: CodeEditorContent): CodeEditor => {
  const dynamic = new Compartment()
  const view = new EditorView({
    parent: options.host,
    state: EditorState.create({ doc: initial.text, extensions: [createExtensions(options), dynamic.of(dynamicExtensions(initial))] }),
  })
  let shown = initial
  showProblems(view, [], initial.problems)
  return {
    update: (content) => {
      showText(view, content.text)
      if (hasOtherSettings(shown, content)) view.dispatch({ effects: dynamic.reconfigure(dynamicExtensions(content)) })
      showProblems(view, shown.problems, content.problems)
      shown = content
    },
    focus: (selection) => {
      if (selection) view.dispatch({ selection: { anchor: selection.anchor, head: selection.head } })
      view.focus()
    },
    startCompletion: () => void startCompletion(view),
    destroy: () => view.destroy(),
  }
}

/** Replaces the part of the text that differs, so that the caret stays where it is in the rest. */
const showText = (view: EditorView, text: string): void => {
  const current = view.state.doc.toString()
  if (current === text) return
  const shorter = Math.min(current.length, text.length)
  let from = 0
  while (from < shorter && current.charCodeAt(from) === text.charCodeAt(from)) from++
  let same = 0
  while (same < shorter - from && current.charCodeAt(current.length - 1 - same) === text.charCodeAt(text.length - 1 - same)) same++
  closeCompletion(view)
  view.dispatch({
    changes: { from, to: current.length - same, insert: text.slice(from, text.length - same) },
    annotations: fromField.of(true),
  })
}

const showProblems = (view: EditorView, before: ReadonlyArray<CodeProblem>, problems: ReadonlyArray<CodeProblem>): void => {
  if (isSame(before, problems)) return
  const { length } = view.state.doc
  const diagnostics = problems.map(({ from, to, message }) => ({
    from: Math.min(from, length),
    to: Math.min(to, length),
    message,
    severity: "error" as const,
  }))
  view.dispatch(setDiagnostics(view.state, diagnostics))
}

const hasOtherSettings = (before: CodeEditorContent, after: CodeEditorContent): boolean =>
  before.isReadOnly !== after.isReadOnly || before.placeholder !== after.placeholder || !isSame(before.attributes, after.attributes)

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

const dynamicExtensions = ({ isReadOnly, placeholder: text, attributes }: CodeEditorContent): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of(attributes),
  text === "" ? [] : placeholder(text),
]

const createExtensions = ({ language, phrases, hasHistory, onType, findCompletions }: CodeEditorOptions): Extension => [
  EditorView.cspNonce.of(getNonce() ?? ""),
  EditorState.phrases.of(phrases),
  EditorView.lineWrapping,
  languageExtensions(language),
  syntaxHighlighting(classHighlighter),
  completionExtensions(findCompletions),
  hasHistory ? [history(), keymap.of(historyKeymap)] : [],
  EditorView.domEventHandlers({ beforeinput: replaceSelection }),
  // Not the default keymap: its other keys belong to the screen. Tab leaves the field, unless it accepts a completion.
  keymap.of(standardKeymap),
  EditorView.updateListener.of((update) => {
    if (!isTyped(update)) return
    onType(update.state.doc.toString())
    // CodeMirror itself opens the list after typed characters only.
    if (isDeletedOrPasted(update) && completionStatus(update.state) === null) startCompletion(update.view)
  }),
]

/** Types over the selection, or inserts lines. A browser would add style attributes, which the security policy forbids. */
const replaceSelection = ({ inputType, data }: InputEvent, view: EditorView): boolean => {
  const { state } = view
  const { main } = state.selection
  if (inputType !== "insertText" || data === null || state.readOnly || (main.empty && !data.includes("\n"))) return false
  view.dispatch({ ...state.replaceSelection(data), userEvent: "input.type", scrollIntoView: true })
  return true
}

const isTyped = ({ docChanged, transactions }: ViewUpdate): boolean =>
  docChanged && transactions.some((transaction) => transaction.docChanged && transaction.annotation(fromField) !== true)

const isDeletedOrPasted = ({ transactions }: ViewUpdate): boolean =>
  transactions.some((transaction) => transaction.isUserEvent("delete") || transaction.isUserEvent("input.paste"))

const completionExtensions = (findCompletions: CodeEditorOptions["findCompletions"]): Extension => {
  const complete = ({ state, pos }: CompletionContext): CompletionResult | null => {
    const { from, to, options } = findCompletions(state.doc.toString(), pos)
    if (options.length === 0) return null
    return {
      from,
      to,
      options: options.map(({ text, about }) => ({ label: text, detail: about })),
      // The domain has filtered and ranked them.
      filter: false,
      update: (_result, _from, _to, context) => complete(context),
    }
  }
  return [
    autocompletion({
      override: [complete],
      activateOnTypingDelay: 0,
      interactionDelay: 0,
      icons: false,
      defaultKeymap: false,
      maxRenderedOptions: 50,
    }),
    Prec.highest(keymap.of(completionKeys)),
    // Escape closes the list, not the dialog around the field.
    EditorView.contentAttributes.of((view) =>
      completionStatus(view.state) === "active" ? { "data-mantine-stop-propagation": "true" } : null,
    ),
  ]
}

const completionKeys = [
  { key: "Ctrl-Space", run: startCompletion },
  { key: "Escape", run: closeCompletion },
  { key: "ArrowDown", run: moveCompletionSelection(true) },
  { key: "ArrowUp", run: moveCompletionSelection(false) },
  { key: "Enter", run: acceptCompletion },
  { key: "Tab", run: acceptCompletion },
].map((binding) => ({ ...binding, stopPropagation: true }))
