// One text with the field of its translation.
import { TextInput, VisuallyHidden } from "@mantine/core"
import { IconAlertTriangle } from "@tabler/icons-react"
import { type ComponentProps, Suspense, useId } from "react"
import { listImageAddresses } from "../../../../domain/rich-text/message-media.ts"
import { hasText, toPlainText } from "../../../../domain/rich-text/plain-text.ts"
import { sanitizeHtml } from "../../../../domain/rich-text/sanitize-html.ts"
import { getTextDirection } from "../../../../domain/text/language.ts"
import { countCodePoints } from "../../../../domain/text/text-input.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditorState } from "../editor-context.tsx"
import { RichTextField } from "../message/MessageField.tsx"
import { ScriptMarkup } from "../message/ScriptMarkup.tsx"
import classes from "./TranslationsPane.module.css"

type Props = {
  /** The `aria-rowindex`. */
  readonly row: number
  /** The name of the field of the translation. */
  readonly label: string
  /** What the text is, shown above it. */
  readonly kind?: string
  /** HTML if there is `richText`, otherwise plain text; so is the translation. */
  readonly text: string
  readonly translation: string
  /** What respondents read without a translation, if the product has it in their language. */
  readonly standard?: string | undefined
  /** The language of the text; undefined if it has none. */
  readonly language?: string
  readonly locale: string
  readonly isMissing: boolean
  /** The maximum number of code points of the translation; undefined if it has none. */
  readonly maxLength?: number | undefined
  readonly locked: boolean
  readonly onWrite: (text: string) => void
  /** Called when the field gets the focus. */
  readonly onFocus: () => void
  /** Set for a translation with markup: its field opens on request, because a script has many. */
  readonly richText?: {
    readonly id: string
    readonly isOpen: boolean
    readonly onOpen: (id: string) => void
    readonly findCompletions: ComponentProps<typeof RichTextField>["findCompletions"]
  }
}

/** Marks a text that has no translation. */
export const MissingMark = () => {
  const t = useTranslate()
  return (
    <span className={classes["missing"]}>
      <IconAlertTriangle size={14} aria-hidden="true" />
      {t("editor.translations.missing")}
    </span>
  )
}

export const TranslationRow = ({
  row,
  label,
  kind,
  text,
  translation,
  standard,
  language,
  locale,
  isMissing,
  maxLength,
  locked,
  onWrite,
  onFocus,
  richText,
}: Props) => {
  const t = useTranslate()
  const draftEpoch = useEditorState((context) => context.draftEpoch)
  const belowId = useId()
  const length = countCodePoints(translation)
  const isTooLong = maxLength !== undefined && length > maxLength
  const isBlank = richText === undefined ? text === "" : !hasText(text) && listImageAddresses(text).length === 0
  const closedProps = { label, translation, locale, locked }
  const labelId = richText === undefined ? "" : `label ${richText.id}`.replaceAll(" ", "-")
  return (
    <tr data-missing={isMissing} aria-rowindex={row} onFocus={onFocus}>
      <td className={classes["text"]}>
        {kind !== undefined && <span className={classes["kind"]}>{kind}</span>}
        <div lang={language} dir={language === undefined ? "auto" : getTextDirection(language)} className={classes["original"]}>
          {isBlank ? <MissingMark /> : richText === undefined ? text : <ScriptMarkup html={sanitizeHtml(text)} />}
        </div>
      </td>
      <td>
        {richText === undefined ? (
          <TextInput
            aria-label={label}
            lang={locale}
            dir={getTextDirection(locale)}
            autoComplete="off"
            error={isTooLong}
            aria-errormessage={isTooLong ? belowId : undefined}
            readOnly={locked}
            value={translation}
            placeholder={standard}
            onChange={(event) => onWrite(event.currentTarget.value)}
          />
        ) : richText.isOpen && !locked ? (
          <Suspense fallback={<ClosedTranslation {...closedProps} />}>
            <VisuallyHidden id={labelId}>{label}</VisuallyHidden>
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
          <ClosedTranslation {...closedProps} onOpen={() => richText.onOpen(richText.id)} />
        )}
        <div id={belowId} className={classes["below"]}>
          {isMissing && <MissingMark />}
          {isTooLong && (
            <span className={classes["missing"]} data-tone="bad">
              <IconAlertTriangle size={14} aria-hidden="true" />
              {t("field.count", { count: length, max: maxLength })}
            </span>
          )}
        </div>
      </td>
    </tr>
  )
}

type ClosedTranslationProps = Pick<Props, "label" | "translation" | "locale" | "locked"> & {
  /** Undefined while the editor is loading. */
  readonly onOpen?: () => void
}

/** A translation with its formatting, and a button over it that opens its editor. */
const ClosedTranslation = ({ label, translation, locale, locked, onOpen }: ClosedTranslationProps) => {
  const t = useTranslate()
  return (
    <div className={classes["closed"]} data-locked={locked}>
      <div lang={locale} dir={getTextDirection(locale)} inert>
        <ScriptMarkup html={sanitizeHtml(translation)} />
      </div>
      <button type="button" className={classes["opener"]} disabled={locked || onOpen === undefined} onClick={onOpen}>
        <VisuallyHidden>{t("editor.translations.write", { what: label })} </VisuallyHidden>
        <VisuallyHidden lang={locale}>{toPlainText(translation)}</VisuallyHidden>
      </button>
    </div>
  )
}
