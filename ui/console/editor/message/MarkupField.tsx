// A message as its markup: wished by the author, or all there is where the toolbar cannot show or cannot be fetched.
import { IconCode } from "@tabler/icons-react"
import { getTextDirection } from "../../../../domain/script/language.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { CompletionList, type FindRecallCompletions, useFieldCompletion } from "../fields/CompletionList.tsx"
import classes from "./MessageField.module.css"

export type RichTextFieldProps = {
  /** What can be recalled at a place of the text. */
  readonly findCompletions: FindRecallCompletions
  readonly labelledBy: string
  readonly content: string
  readonly language: string
  readonly locked: boolean
  readonly onChange: (html: string) => void
  /** The caret goes there at once. */
  readonly focused?: boolean
}

type Props = RichTextFieldProps & {
  /** Why there is nothing but the markup. */
  readonly why: string | null
  /** Null: there is no way back to the toolbar. */
  readonly onClose: (() => void) | null
}

export const MarkupField = ({ labelledBy, content, language, locked, why, findCompletions, onChange, onClose, focused = false }: Props) => {
  const t = useTranslate()
  const { field, options, picked, take, leave, typed, keyed, said } = useFieldCompletion({
    text: content,
    onType: onChange,
    find: (text, caret) => findCompletions(text, caret, "rich"),
    focused,
  })
  return (
    <div className={classes["offering"]} onBlur={leave}>
      <div className={classes["bubble"]}>
        <div className={classes["toolbar"]} role="toolbar" aria-label={t("editor.message.toolbar")}>
          <button
            type="button"
            className={classes["tool"]}
            aria-label={t("editor.message.source")}
            title={t("editor.message.source")}
            aria-pressed
            disabled={onClose === null}
            onClick={onClose ?? undefined}
          >
            <IconCode size={16} aria-hidden="true" />
          </button>
        </div>
        <textarea
          className={classes["source"]}
          aria-labelledby={labelledBy}
          lang={language}
          dir={getTextDirection(language)}
          ref={field}
          spellCheck={false}
          {...said}
          readOnly={locked}
          value={content}
          onChange={({ currentTarget: { value, selectionStart } }) => typed(value, selectionStart)}
          onKeyDown={locked ? undefined : keyed}
        />
      </div>
      {why !== null && <p className={classes["others"]}>{why}</p>}
      {options.length > 0 && <CompletionList options={options} picked={picked} onTake={take} />}
    </div>
  )
}
