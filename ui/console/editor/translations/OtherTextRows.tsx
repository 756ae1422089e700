// The rows of texts that belong to no instruction: the public title, and the community's side menu.
import { Link } from "@tanstack/react-router"
import { listLinkTexts } from "../../../../domain/communities/side-menu.ts"
import { getTitleText } from "../../../../domain/script/title.ts"
import { isFilledInAny, isUntranslated } from "../../../../domain/script/translatable-texts.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { useEditor, useEditorState, useIsViewOnly, useLanguageName } from "../editor-context.tsx"
import { MissingMark, TranslationRow } from "./TranslationRow.tsx"
import classes from "./TranslationsPane.module.css"

type Props = {
  /** The `aria-rowindex` of the first row. */
  readonly firstRow: number
  readonly locale: string
}

export const OtherTextRows = ({ firstRow, locale }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const viewOnly = useIsViewOnly()
  const community = useEditorState((context) => context.community)
  const draft = useEditorState((context) => context.draft)
  const sideMenu = useEditorState((context) => context.sideMenu)
  const languageName = useLanguageName()(locale)
  const titleText = getTitleText(draft, locale)
  const hasTitle = isFilledInAny(titleText)
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
