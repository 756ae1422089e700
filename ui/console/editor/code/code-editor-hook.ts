// Connects a code field to CodeMirror: loads it with the first field, hands the caret of the plain field over to it, and passes text on.
import type { RefObject } from "react"
// oxlint-disable-next-line no-restricted-imports -- CodeMirror owns its elements, which React does not render
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { useTranslate } from "../../../kit/i18n.tsx"
import { belongsToScreenUndo } from "../../../kit/shortcut-hooks.ts"
import type { CodeEditor, CodeEditorContent, CodeEditorOptions } from "./code-editor.ts"

type EditorModule = typeof import("./code-editor.ts")

/** A module that is loaded stays loaded. */
let loadedModule: EditorModule | null = null

const loadEditorModule = async (): Promise<EditorModule> => {
  loadedModule ??= await import("./code-editor.ts")
  return loadedModule
}

type Options = Pick<CodeEditorOptions, "language" | "onType" | "findCompletions"> & {
  readonly content: CodeEditorContent
  /** The id of the label, a click on which focuses the field. */
  readonly labelId: string
  /** Whether the field takes the focus when it appears. */
  readonly takesFocus: boolean
}

type ConnectedEditor = {
  /** Whether CodeMirror takes the place of the plain field. If it cannot be loaded, the plain field stays until another field is shown. */
  readonly isLoaded: boolean
  readonly hostRef: RefObject<HTMLDivElement | null>
  readonly plainRef: RefObject<HTMLTextAreaElement | null>
  /** Props of the plain field. */
  readonly compositionProps: { readonly onCompositionStart: () => void; readonly onCompositionEnd: () => void }
}

/** Shows the content in an editor that is created once, and only updated when the content changes. */
export const useCodeEditor = (options: Options): ConnectedEditor => {
  const { language, content, labelId } = options
  const phrases = usePhrases()
  const plainRef = useRef<HTMLTextAreaElement>(null)
  const hostRef = useRef<HTMLDivElement>(null)
  const editorRef = useRef<CodeEditor>(null)
  const latest = useRef(options)
  const { editorModule, takeSelection, compositionProps } = useEditorModule(plainRef, {
    isEmpty: content.text === "",
    isWanted: options.takesFocus,
  })
  useLayoutEffect(() => {
    latest.current = options
    editorRef.current?.update(content)
  })
  useLayoutEffect(() => {
    const host = hostRef.current
    const { takesFocus, content: initial } = latest.current
    if (editorModule === null || host === null) {
      if (takesFocus) plainRef.current?.focus()
      return undefined
    }
    const editor = editorModule.createCodeEditor(
      {
        host,
        language,
        phrases,
        hasHistory: !belongsToScreenUndo(host),
        onType: (text) => latest.current.onType(text),
        findCompletions: (text, caret) => latest.current.findCompletions(text, caret),
      },
      initial,
    )
    editorRef.current = editor
    const selection = takeSelection()
    if (selection !== null || takesFocus) editor.focus(selection)
    if (selection?.isTyped === true) editor.startCompletion()
    return () => {
      editorRef.current = null
      editor.destroy()
    }
  }, [editorModule, language, phrases, takeSelection])
  useEffect(() => {
    const label = document.getElementById(labelId)
    const focus = () => (editorRef.current ?? plainRef.current)?.focus()
    label?.addEventListener("click", focus)
    return () => label?.removeEventListener("click", focus)
  }, [labelId])
  return { isLoaded: editorModule !== null, hostRef, plainRef, compositionProps }
}

/** A selection of the plain field. `isTyped`: the author has typed in that field. */
type Selection = { readonly anchor: number; readonly head: number; readonly isTyped: boolean }

type LoadingEditor = Pick<ConnectedEditor, "compositionProps"> & {
  /** Null until it is loaded. */
  readonly editorModule: EditorModule | null
  /** Returns the selection of the plain field that was replaced, once, if it had the focus. */
  readonly takeSelection: () => Selection | null
}

/** Milliseconds after which a field with text is highlighted, if the browser is never idle before. */
const maxIdleWaitMs = 500

/**
 * Replaces the plain field when it gets the focus, or, if it has text to highlight, when the browser is idle: creating an editor takes longer than
 * the rest of the form. A field that takes the focus (`isWanted`) is replaced at once.
 */
const useEditorModule = (
  plainRef: RefObject<HTMLTextAreaElement | null>,
  { isEmpty, isWanted }: { readonly isEmpty: boolean; readonly isWanted: boolean },
): LoadingEditor => {
  const [editorModule, setEditorModule] = useState(isWanted ? loadedModule : null)
  const selectionRef = useRef<Selection | null>(null)
  const isTypedRef = useRef(false)
  const isComposing = useRef(false)
  const replacePlainField = useCallback(() => {
    const plain = plainRef.current
    // A word that is being composed would be lost.
    if (plain === null || loadedModule === null || isComposing.current) return
    const { selectionStart, selectionEnd, selectionDirection } = plain
    const isTyped = isTypedRef.current
    const [anchor, head] = selectionDirection === "backward" ? [selectionEnd, selectionStart] : [selectionStart, selectionEnd]
    if (document.activeElement === plain) selectionRef.current = { anchor, head, isTyped }
    // Flushed, so that no key arrives in between.
    flushSync(() => setEditorModule(loadedModule))
  }, [plainRef])
  useEffect(() => {
    const plain = plainRef.current
    if (editorModule !== null || plain === null) return undefined
    const replace = () => void loadEditorModule().then(replacePlainField, () => undefined)
    if (isWanted || document.activeElement === plain) replace()
    const noteTyping = () => {
      isTypedRef.current = true
    }
    plain.addEventListener("focus", replace)
    plain.addEventListener("input", noteTyping)
    const cancel = isEmpty ? () => undefined : whenIdle(replace)
    return () => {
      plain.removeEventListener("focus", replace)
      plain.removeEventListener("input", noteTyping)
      cancel()
    }
  }, [editorModule, isEmpty, isWanted, plainRef, replacePlainField])
  const takeSelection = useCallback(() => {
    const selection = selectionRef.current
    selectionRef.current = null
    return selection
  }, [])
  return {
    editorModule,
    takeSelection,
    compositionProps: {
      onCompositionStart: () => {
        isComposing.current = true
      },
      onCompositionEnd: () => {
        isComposing.current = false
        // After the composed word has been rendered.
        setTimeout(replacePlainField)
      },
    },
  }
}

/** Calls back when the browser is idle. Returns a function that cancels this. */
const whenIdle = (callback: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(callback, maxIdleWaitMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: maxIdleWaitMs })
  return () => cancelIdleCallback(handle)
}

/** CodeMirror's own texts in the language of the interface. */
const usePhrases = (): CodeEditorOptions["phrases"] => {
  const t = useTranslate()
  return useMemo(
    () => ({
      Completions: t("editor.condition.completions"),
      "Selection deleted": t("editor.code.selection-deleted"),
      "Fold line": t("editor.code.fold"),
      "Unfold line": t("editor.code.unfold"),
      unfold: t("editor.code.unfold"),
      "folded code": t("editor.code.folded-text"),
      "Folded lines": t("editor.code.folded"),
      "Unfolded lines": t("editor.code.unfolded"),
      to: t("editor.code.to"),
    }),
    [t],
  )
}
