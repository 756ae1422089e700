// The rows of one instruction: each text with its translation.
import { TextInput } from "@mantine/core"
import { IconAlertTriangle } from "@tabler/icons-react"
import { memo, Suspense } from "react"
import { plainText } from "../../../../domain/rich-text/plain-text.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { getTextDirection } from "../../../../domain/script/language.ts"
import { isUntranslated, listTranslatableTexts, type TranslatableText } from "../../../../domain/script/translations.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor, useEditorState, useIsLocked, useIsViewOnly, useLanguageName, useSelectInstruction } from "../editor-context.tsx"
import { useRecallCompletions } from "../fields/CompletionList.tsx"
import { RichTextField } from "../message/MessageField.tsx"
import classes from "./TranslationsPane.module.css"

type Props = {
  readonly uuid: string
  readonly place: number
  /** The `aria-rowindex` of the first row. */
  readonly from: number
  readonly locale: string
  /** The key of the rich text that is being edited. */
  readonly open: string | null
  readonly onOpen: (key: string) => void
  readonly onHold: (uuid: string) => void
  readonly onGo: () => void
  readonly measure: (rows: HTMLElement | null) => (() => void) | undefined
}

export const TranslationRows = memo(({ uuid, place, from, locale, open, onOpen, onHold, onGo, measure }: Props) => {
  const t = useTranslate()
  const goTo = useSelectInstruction(onGo)
  const instruction = useEditorState(({ draft }) => draft.instructions[place])
  const language = useEditorState(({ draft }) => draft.language)
  if (instruction?.uuid !== uuid) return null
  const name = getInstructionName(instruction)
  const choices = instruction.question?.choices ?? []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only tracks which of its fields has the focus
    <tbody ref={measure} data-row={uuid} onFocus={() => onHold(uuid)}>
      <tr aria-rowindex={from}>
        <th scope="rowgroup" colSpan={2} className={classes["of"]}>
          <button type="button" className={classes["name"]} title={t("editor.test.go", { name })} onClick={() => goTo(uuid)}>
            {name}
          </button>
        </th>
      </tr>
      {listTranslatableTexts(instruction, language, locale).map((passage, at) => {
        const key = `${uuid} ${passage.part.of === "choice" ? passage.part.choice : passage.part.of}`
        const n = choices.findIndex((it) => passage.part.of === "choice" && it.uuid === passage.part.choice) + 1
        return (
          <Row
            key={key}
            id={key}
            index={from + 1 + at}
            uuid={uuid}
            place={place}
            name={name}
            n={n}
            passage={passage}
            language={language}
            locale={locale}
            isOpen={open === key}
            onOpen={onOpen}
          />
        )
      })}
    </tbody>
  )
})

type RowProps = {
  readonly id: string
  readonly index: number
  readonly uuid: string
  readonly place: number
  readonly name: string
  /** The number of the choice; 0 for other texts. */
  readonly n: number
  readonly passage: TranslatableText
  readonly language: string
  readonly locale: string
  readonly isOpen: boolean
  readonly onOpen: (key: string) => void
}

const Row = ({ id, index, uuid, place, name, n, passage, language, locale, isOpen, onOpen }: RowProps) => {
  const t = useTranslate()
  const actor = useEditor()
  const find = useRecallCompletions(place)
  const turns = useEditorState((context) => context.draftEpoch)
  const viewOnly = useIsViewOnly()
  const choicesLocked = useIsLocked("choices")
  const nameOfLanguage = useLanguageName()
  const { part, text, translation } = passage
  const locked = part.of === "choice" ? choicesLocked : viewOnly
  const lacks = isUntranslated(passage)
  const said = { name, language: nameOfLanguage(locale) }
  const label =
    part.of === "choice"
      ? t("editor.translations.choice", { ...said, n })
      : part.of === "picture"
        ? t("editor.translations.picture", said)
        : t("editor.translations.text", said)
  const type = (typed: string) => actor.send({ type: "translation.type", uuid, part, locale, text: typed })
  return (
    <tr data-lacking={lacks} aria-rowindex={index}>
      <td lang={language} dir={getTextDirection(language)} className={classes["text"]}>
        {part.of === "message" ? plainText(text) : text}
      </td>
      <td>
        {part.of !== "message" ? (
          <TextInput
            aria-label={label}
            lang={locale}
            dir={getTextDirection(locale)}
            autoComplete="off"
            readOnly={locked}
            value={translation}
            onChange={(event) => type(event.currentTarget.value)}
          />
        ) : isOpen && !locked ? (
          <Suspense>
            <span id={`label ${id}`.replaceAll(" ", "-")} className="unseen">
              {label}
            </span>
            <RichTextField
              key={turns}
              labelledBy={`label ${id}`.replaceAll(" ", "-")}
              content={translation}
              language={locale}
              locked={locked}
              findCompletions={find}
              onChange={type}
              focused
            />
          </Suspense>
        ) : (
          <button type="button" className={classes["closed"]} disabled={locked} onClick={() => onOpen(id)}>
            <span className="unseen">{t("editor.translations.write", { what: label })} </span>
            <span lang={locale} dir={getTextDirection(locale)}>
              {plainText(translation)}
            </span>
          </button>
        )}
        {lacks && (
          <span className={classes["missing"]}>
            <IconAlertTriangle size={14} aria-hidden="true" />
            {t("editor.translations.missing")}
          </span>
        )}
      </td>
    </tr>
  )
}
