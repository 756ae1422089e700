// Rows of texts with their translations: those of one instruction, and those that belong to no instruction.
import { Link } from "@tanstack/react-router"
import { memo } from "react"
import { listLinkTexts } from "../../../../domain/communities/side-menu.ts"
import { isTranslationLocked } from "../../../../domain/revisions/live-lock.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { getScoreParams } from "../../../../domain/script/score-ranges.ts"
import { getTitleText } from "../../../../domain/script/title.ts"
import {
  getMaxTranslationLength,
  getPartKey,
  isFilledInAny,
  isUntranslated,
  listTranslatableTexts,
  type TranslatableText,
} from "../../../../domain/script/translatable-texts.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor, useEditorState, useIsViewOnly, useLanguageName, useSelectInstruction } from "../editor-context.tsx"
import { useRecallCompletions } from "../fields/CompletionList.tsx"
import { MissingMark, TranslationRow } from "./TranslationRow.tsx"
import classes from "./TranslationsPane.module.css"

type Props = {
  readonly uuid: string
  readonly index: number
  /** The place among the listed instructions. */
  readonly row: number
  /** The `aria-rowindex` of the first row. */
  readonly firstRow: number
  readonly locale: string
  /** The key of the rich text that is being edited. */
  readonly openKey: string | null
  readonly onOpen: (key: string) => void
  /** The part (`getPartKey`) of this instruction that has, or had last, the focus; null if it is in none. */
  readonly editedPart: string | null
  readonly onEdit: (uuid: string, part: string) => void
  readonly onFocusRows: (uuid: string) => void
  readonly onNavigate: () => void
  readonly measure: (rows: HTMLElement | null) => void
}

/** The rows of one instruction: its name, and each text with its translation. */
export const TranslationRows = memo(
  ({ uuid, index, row, firstRow, locale, openKey, onOpen, editedPart, onEdit, onFocusRows, onNavigate, measure }: Props) => {
    const t = useTranslate()
    const selectInstruction = useSelectInstruction(onNavigate)
    const instruction = useEditorState(({ draft }) => draft.instructions[index])
    const language = useEditorState(({ draft }) => draft.language)
    if (instruction?.uuid !== uuid) return null
    const name = getInstructionName(instruction)
    const choiceUuids = (instruction.question?.choices ?? []).map((choice) => choice.uuid)
    const rangeUuids = (getScoreParams(instruction)?.ranges ?? []).map((range) => range.uuid)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only tracks which of its fields has the focus
      <tbody ref={measure} data-row={row} onFocus={() => onFocusRows(uuid)}>
        <tr aria-rowindex={firstRow}>
          <th scope="rowgroup" colSpan={2} className={classes["of"]}>
            <button type="button" className={classes["name"]} title={t("editor.test.go", { name })} onClick={() => selectInstruction(uuid)}>
              {name}
            </button>
          </th>
        </tr>
        {listTranslatableTexts(instruction, language, locale, editedPart).map((passage, offset) => {
          const { part } = passage
          const key = `${uuid} ${getPartKey(part)}`
          const n =
            part.of === "choice"
              ? choiceUuids.indexOf(part.choice) + 1
              : part.of === "range" || part.of === "rangeLabel"
                ? rangeUuids.indexOf(part.range) + 1
                : 0
          return (
            <InstructionTextRow
              key={key}
              id={key}
              row={firstRow + 1 + offset}
              uuid={uuid}
              instructionIndex={index}
              name={name}
              n={n}
              passage={passage}
              language={language}
              locale={locale}
              isOpen={openKey === key}
              onOpen={onOpen}
              onEdit={onEdit}
            />
          )
        })}
      </tbody>
    )
  },
)

type InstructionTextRowProps = {
  readonly id: string
  readonly row: number
  readonly uuid: string
  readonly instructionIndex: number
  readonly name: string
  /** The number of the choice or the range; 0 for other texts. */
  readonly n: number
  readonly passage: TranslatableText
  readonly language: string
  readonly locale: string
  readonly isOpen: boolean
  readonly onOpen: (key: string) => void
  readonly onEdit: Props["onEdit"]
}

const InstructionTextRow = ({
  id,
  row,
  uuid,
  instructionIndex,
  name,
  n,
  passage,
  language,
  locale,
  isOpen,
  onOpen,
  onEdit,
}: InstructionTextRowProps) => {
  const t = useTranslate()
  const actor = useEditor()
  const findCompletions = useRecallCompletions(instructionIndex)
  const getLanguageName = useLanguageName()
  const { part, text, translation, standard } = passage
  const locked = useEditorState(({ savedScript, base, flags }) =>
    isTranslationLocked({ status: savedScript.status, flags, saved: base }, { uuid, part, locale }),
  )
  const labelParams = { name, language: getLanguageName(locale) }
  const label =
    part.of === "choice"
      ? t("editor.translations.choice", { ...labelParams, n })
      : part.of === "range"
        ? t("editor.translations.range", { ...labelParams, n })
        : part.of === "message"
          ? t("editor.translations.text", labelParams)
          : t(`editor.translations.${part.of}`, { ...labelParams, n })
  return (
    <TranslationRow
      row={row}
      label={label}
      {...(part.of !== "message" && part.of !== "choice" && part.of !== "range" && { kind: t(partLabels[part.of]) })}
      text={text}
      translation={translation}
      standard={standard}
      language={language}
      locale={locale}
      isMissing={isUntranslated(passage)}
      maxLength={getMaxTranslationLength(part)}
      locked={locked}
      onWrite={(newText) => actor.send({ type: "translation.type", uuid, part, locale, text: newText })}
      onFocus={() => onEdit(uuid, getPartKey(part))}
      {...(part.of === "message" && { richText: { id, isOpen, onOpen, findCompletions } })}
    />
  )
}

/** What a text is, other than a message or an item of a list. */
const partLabels = {
  rangeLabel: "editor.score.range.label",
  picture: "editor.image.alt",
  caption: "editor.caption",
  closing: "editor.end.text",
  placeholder: "editor.placeholder",
  lowerBoundLabel: "editor.bound-labels.lower",
  upperBoundLabel: "editor.bound-labels.upper",
  fileUploadCameraText: "editor.file.camera",
  fileUploadLibraryText: "editor.file.library",
} as const

type OtherTextRowsProps = {
  /** The `aria-rowindex` of the first row. */
  readonly firstRow: number
  readonly locale: string
  /** Whether the public title has, or had last, the focus. */
  readonly isTitleEdited: boolean
  readonly onEditTitle: () => void
}

/** The rows of texts that belong to no instruction: the public title, and the community's side menu. */
export const OtherTextRows = ({ firstRow, locale, isTitleEdited, onEditTitle }: OtherTextRowsProps) => {
  const t = useTranslate()
  const actor = useEditor()
  const viewOnly = useIsViewOnly()
  const community = useEditorState((context) => context.community)
  const draft = useEditorState((context) => context.draft)
  const sideMenu = useEditorState((context) => context.sideMenu)
  const languageName = useLanguageName()(locale)
  const titleText = getTitleText(draft, locale)
  const hasTitle = isFilledInAny(titleText) || isTitleEdited
  const links = listLinkTexts(sideMenu, locale)
  return (
    <tbody data-before-rows>
      <tr aria-rowindex={firstRow}>
        <th scope="rowgroup" colSpan={2} className={classes["of"]}>
          <span className={classes["group"]}>{t("editor.translations.chat")}</span>
        </th>
      </tr>
      {hasTitle && (
        <TranslationRow
          row={firstRow + 1}
          label={t("editor.translations.title", { language: languageName })}
          kind={t("editor.options.public")}
          text={titleText.text}
          translation={titleText.translation}
          language={draft.language}
          locale={locale}
          isMissing={isUntranslated(titleText)}
          locked={viewOnly}
          onWrite={(text) => actor.send({ type: "title-translation.type", locale, text })}
          onFocus={onEditTitle}
        />
      )}
      {links.map((link, index) => (
        <tr
          // oxlint-disable-next-line react/no-array-index-key -- a link has no other identity than its place in the menu
          key={index}
          data-missing={isUntranslated(link)}
          aria-rowindex={firstRow + 1 + (hasTitle ? 1 : 0) + index}
        >
          <td className={classes["text"]}>
            <span className={classes["kind"]}>{t("editor.translations.menu", { n: index + 1 })}</span>
            <span dir="auto" className={classes["original"]}>
              {link.text}
            </span>
          </td>
          <td className={classes["text"]}>
            <span className={classes["kind"]}>
              <Link to="/$communitySlug/stylesheet" params={{ communitySlug: community }}>
                {t("editor.translations.menu.edit")}
              </Link>
            </span>
            <span lang={locale} dir="auto" className={classes["original"]}>
              {isUntranslated(link) ? <MissingMark /> : link.translation}
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  )
}
