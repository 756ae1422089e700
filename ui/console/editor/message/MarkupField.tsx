// Edits a message as HTML source: on request, or because the rich-text editor cannot show it or failed to load.
import { IconCode } from "@tabler/icons-react"
import { getTextDirection } from "../../../../domain/text/language.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { CodeField } from "../code/CodeField.tsx"
import type { FindRecallCompletions } from "../fields/CompletionList.tsx"
import classes from "./MessageField.module.css"

export type RichTextFieldProps = {
  /** Finds the recalls that can be inserted at a caret position. */
  readonly findCompletions: FindRecallCompletions
  readonly labelledBy: string
  readonly content: string
  readonly language: string
  readonly locked: boolean
  readonly onChange: (html: string) => void
  /** Whether the field takes the focus when it appears. */
  readonly takesFocus?: boolean
}

type Props = RichTextFieldProps & {
  /** Why only the source can be edited; null if the author asked for it. */
  readonly reason: string | null
  /** Returns to the rich-text editor; null if it is not available. */
  readonly onClose: (() => void) | null
}

export const MarkupField = ({
  labelledBy,
  content,
  language,
  locked,
  reason,
  findCompletions,
  onChange,
  onClose,
  takesFocus = false,
}: Props) => {
  const t = useTranslate()
  return (
    <div className={classes["offering"]}>
      <div className={classes["bubble"]}>
        <div className={classes["toolbar"]} role="toolbar" aria-label={t("editor.message.toolbar")}>
          <button
            type="button"
            data-active
            aria-label={t("editor.message.source")}
            title={t("editor.message.source")}
            aria-pressed
            disabled={onClose === null}
            onClick={onClose ?? undefined}
          >
            <IconCode size={16} aria-hidden="true" />
          </button>
        </div>
        <CodeField
          language="html"
          text={content}
          onType={onChange}
          findCompletions={(text, caret) => findCompletions(text, caret, "rich")}
          locked={locked}
          labelId={labelledBy}
          attributes={{ lang: language, dir: getTextDirection(language) }}
          takesFocus={takesFocus}
        />
      </div>
      {reason !== null && <p className={classes["others"]}>{reason}</p>}
    </div>
  )
}
