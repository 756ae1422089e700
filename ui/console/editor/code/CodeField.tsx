// A field for code: a plain text area until CodeMirror is loaded, which takes over with the caret. It holds no text of its own.
import type { Completions } from "../../../../domain/editing/completion.ts"
import classes from "./CodeField.module.css"
import type { CodeProblem } from "./code-editor.ts"
import { useCodeEditor } from "./code-editor-hook.ts"
import type { CodeLanguage } from "./code-languages.ts"

type Props = {
  readonly language: CodeLanguage
  readonly text: string
  readonly onType: (text: string) => void
  /** Finds the completions at a caret position. */
  readonly findCompletions: (text: string, caret: number) => Completions
  /** Finds the ranges that are marked as errors. */
  readonly findProblems?: (text: string) => ReadonlyArray<CodeProblem>
  readonly locked: boolean
  /** The id of the visible label, which names the field and focuses it when it is clicked. */
  readonly labelId: string
  /** Other attributes of the text box. */
  readonly attributes: Readonly<Record<string, string>>
  readonly placeholder?: string
  /** Whether the field takes the focus when it appears. */
  readonly takesFocus?: boolean
}

export const CodeField = ({
  language,
  text,
  onType,
  findCompletions,
  findProblems = findNothing,
  locked,
  labelId,
  attributes,
  placeholder = "",
  takesFocus = false,
}: Props) => {
  const allAttributes = { "aria-labelledby": labelId, ...attributes }
  // CodeMirror has only line feeds, like a text area.
  const shownText = text.replaceAll(/\r\n?/g, "\n")
  const { isLoaded, hostRef, plainRef, compositionProps } = useCodeEditor({
    language,
    content: { text: shownText, problems: findProblems(shownText), isReadOnly: locked, placeholder, attributes: allAttributes },
    onType,
    findCompletions,
    labelId,
    takesFocus,
  })
  return (
    <div className={classes["field"]} data-code={language}>
      {isLoaded ? (
        <div ref={hostRef} />
      ) : (
        <textarea
          ref={plainRef}
          className={classes["plain"]}
          {...allAttributes}
          {...compositionProps}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          rows={1}
          readOnly={locked}
          value={shownText}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

const findNothing = (): ReadonlyArray<CodeProblem> => []
