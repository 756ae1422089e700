// One text with the field of its translation.
import { TextInput } from "@mantine/core"
import { IconAlertTriangle } from "@tabler/icons-react"
import { type ComponentProps, Suspense } from "react"
import { toPlainText } from "../../../../domain/rich-text/plain-text.ts"
import { getTextDirection } from "../../../../domain/script/language.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditorState } from "../editor-context.tsx"
import { RichTextField } from "../message/MessageField.tsx"
import classes from "./TranslationsPane.module.css"

type Props = {
  /** The `aria-rowindex`. */
  readonly row: number
  /** The name of the field of the translation. */
  readonly label: string
  /** What the text is, shown above it. */
  readonly kind?: string
  readonly text: string
  readonly translation: string
  /** The language of the text; undefined if it has none. */
  readonly language?: string
  readonly locale: string
  readonly isMissing: boolean
  readonly locked: boolean
  readonly onWrite: (text: string) => void
  /** Set for a translation with markup: its field opens on request, because a script has many. */
  readonly richText?: {
    readonly id: string
    readonly isOpen: boolean
    readonly onOpen: (id: string) => void
    readonly findCompletions: ComponentProps<typeof RichTextField>["findCompletions"]
  }
}

export const TranslationRow = ({ row, label, kind, text, translation, language, locale, isMissing, locked, onWrite, richText }: Props) => {
  const t = useTranslate()
  const draftEpoch = useEditorState((context) => context.draftEpoch)
  const labelId = richText === undefined ? "" : `label ${richText.id}`.replaceAll(" ", "-")
  return (
    <tr data-missing={isMissing} aria-rowindex={row}>
      <td className={classes["text"]}>
        {kind !== undefined && <span className={classes["kind"]}>{kind}</span>}
        <span lang={language} dir={language === undefined ? "auto" : getTextDirection(language)} className={classes["original"]}>
          {text}
        </span>
      </td>
      <td>
        {richText === undefined ? (
          <TextInput
            aria-label={label}
            lang={locale}
            dir={getTextDirection(locale)}
            autoComplete="off"
            readOnly={locked}
            value={translation}
            onChange={(event) => onWrite(event.currentTarget.value)}
          />
        ) : richText.isOpen && !locked ? (
          <Suspense>
            <span id={labelId} className="unseen">
              {label}
            </span>
            <RichTextField
              key={draftEpoch}
              labelledBy={labelId}
              content={translation}
              language={locale}
              locked={locked}
              findCompletions={richText.findCompletions}
              onChange={onWrite}
              takesFocus
            />
          </Suspense>
        ) : (
          <button type="button" className={classes["closed"]} disabled={locked} onClick={() => richText.onOpen(richText.id)}>
            <span className="unseen">{t("editor.translations.write", { what: label })} </span>
            <span lang={locale} dir={getTextDirection(locale)}>
              {toPlainText(translation)}
            </span>
          </button>
        )}
        {isMissing && (
          <span className={classes["missing"]}>
            <IconAlertTriangle size={14} aria-hidden="true" />
            {t("editor.translations.missing")}
          </span>
        )}
      </td>
    </tr>
  )
}
