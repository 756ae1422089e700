// [I10] The script's texts beside their translations; missing translations are marked.
import { Button, NativeSelect } from "@mantine/core"
import { IconCircleCheck } from "@tabler/icons-react"
import { Fragment, useCallback, useMemo, useState } from "react"
import { countOtherTranslations } from "../../../../domain/communities/side-menu.ts"
import { listScriptLanguages } from "../../../../domain/script/script-languages.ts"
import { getTitleText } from "../../../../domain/script/title.ts"
import { countTranslations, isFilledInAny, listTranslatableTexts } from "../../../../domain/script/translatable-texts.ts"
import { languages } from "../../../../domain/text/language.ts"
import { EmptyMessage } from "../../../kit/EmptyMessage.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { RowSpacer, useMeasuredRows } from "../../../kit/virtual-list.tsx"
import { useEditor, useEditorState, useLanguageName } from "../editor-context.tsx"
import { SidePane, sidePaneHeadingId } from "../SidePane.tsx"
import { OtherTextRows, TranslationRows } from "./TranslationRows.tsx"
import classes from "./TranslationsPane.module.css"

/** The height of an instruction's name with two texts, in pixels. */
const defaultRowHeight = 120
/** The key of the rows of texts that belong to no instruction. */
const othersKey = "others"

/** A text of the instruction with the UUID `of`, or the public title if that is `othersKey`. `part` is the key of the text (`getPartKey`). */
type EditedText = { readonly of: string; readonly part: string }

export const TranslationsPane = ({ onNavigate, onClose }: { readonly onNavigate: () => void; readonly onClose: () => void }) => {
  const t = useTranslate()
  const getLanguageName = useLanguageName()
  const draft = useEditorState((context) => context.draft)
  const sideMenu = useEditorState((context) => context.sideMenu)
  const { instructions, language } = draft
  const targetLanguages = useMemo(
    () => [...new Set([...listScriptLanguages(draft), ...languages])].filter((it) => it !== language),
    [draft, language],
  )
  const [pickedLocale, setPickedLocale] = useState<string | null>(null)
  /** Instructions with missing translations when the filter was switched on: a row must not vanish while it is translated. */
  const [filteredUuids, setFilteredUuids] = useState<ReadonlySet<string> | null>(null)
  const [openKey, setOpenKey] = useState<string | null>(null)
  /** The text that has, or had last, the focus: its row stays while its only text is cleared and typed again. */
  const [edited, setEdited] = useState<EditedText | null>(null)
  // The same function at every render, because the rows are memoized.
  const editPart = useCallback((of: string, part: string) => setEdited({ of, part }), [])
  const [focusedUuid, setFocusedUuid] = useState<string | null>(null)
  const locale = targetLanguages.find((it) => it === pickedLocale) ?? targetLanguages[0] ?? language
  const rows = useMemo(
    () =>
      instructions.flatMap((instruction, index) => {
        const { all, missing, ...count } = countTranslations(instruction, language, locale)
        const listed =
          edited?.of === instruction.uuid ? listTranslatableTexts(instruction, language, locale, edited.part).length : count.listed
        return listed === 0 ? [] : [{ uuid: instruction.uuid, place: index, all, listed, missing }]
      }),
    [instructions, language, locale, edited],
  )
  const listedRows = useMemo(
    () => (filteredUuids === null ? rows : rows.filter(({ uuid, missing }) => missing > 0 || filteredUuids.has(uuid))),
    [filteredUuids, rows],
  )
  const keys = useMemo(() => listedRows.map(({ uuid }) => uuid), [listedRows])
  // Each instruction has one row for its name and one for each of its texts.
  const rowOffsets = useMemo(() => accumulate(listedRows.map((it) => 1 + it.listed)), [listedRows])
  const { watch, measure, shown, gaps } = useMeasuredRows({ keys, defaultHeight: defaultRowHeight, pinnedKey: focusedUuid })
  const { all: otherCount, missing: missingOthers } = countOtherTranslations(draft, sideMenu, locale)
  const [total, missing] = [otherCount + sum(rows.map((it) => it.all)), missingOthers + sum(rows.map((it) => it.missing))]
  const isTitleEdited = edited?.of === othersKey
  const otherRows = otherCount + (isTitleEdited && !isFilledInAny(getTitleText(draft, locale)) ? 1 : 0)
  const showsOthers = otherRows > 0 && (filteredUuids === null || missingOthers > 0 || filteredUuids.has(othersKey))
  const firstInstructionRow = 2 + (showsOthers ? 1 + otherRows : 0)
  const editTitle = () => setEdited({ of: othersKey, part: "title" })
  const listMissing = () => new Set([...(missingOthers > 0 ? [othersKey] : []), ...rows.flatMap((it) => (it.missing > 0 ? [it.uuid] : []))])
  return (
    <SidePane heading={t("editor.translations.heading")} onClose={onClose}>
      <div className={classes["controls"]}>
        <NativeSelect
          label={t("editor.translations.into")}
          value={locale}
          data={targetLanguages.map((targetLanguage) => ({ value: targetLanguage, label: getLanguageName(targetLanguage) }))}
          onChange={(event) => {
            setPickedLocale(event.currentTarget.value)
            setFilteredUuids(null)
            setEdited(null)
          }}
        />
        <SwitchField
          label={t("editor.translations.only-missing")}
          on={filteredUuids !== null}
          onTurn={(on) => setFilteredUuids(on ? listMissing() : null)}
        />
        <output className={classes["count"]}>
          {total === 0
            ? ""
            : missing === 0
              ? t(sideMenu === null ? "editor.translations.option.script-done" : "editor.translations.option.done", {
                  language: getLanguageName(locale),
                })
              : t("editor.translations.option", { language: getLanguageName(locale), missing, all: total })}
        </output>
        <SideMenuFailure />
      </div>
      {listedRows.length === 0 && !showsOthers ? (
        <NothingListed hasTexts={total > 0} isSideMenuKnown={sideMenu !== null} language={getLanguageName(locale)} />
      ) : (
        <table ref={watch} className={classes["table"]} aria-rowcount={firstInstructionRow - 1 + (rowOffsets.at(-1) ?? 0)}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{getLanguageName(language)}</th>
              <th scope="col">{getLanguageName(locale)}</th>
            </tr>
          </thead>
          {showsOthers && <OtherTextRows firstRow={2} locale={locale} isTitleEdited={isTitleEdited} onEditTitle={editTitle} />}
          {shown.map(({ index: row }, n) => {
            const { uuid, place: index } = listedRows[row] ?? {}
            return uuid === undefined || index === undefined ? null : (
              <Fragment key={`${uuid} ${locale}`}>
                <RowSpacer height={gaps[n]} />
                <TranslationRows
                  uuid={uuid}
                  row={row}
                  index={index}
                  firstRow={firstInstructionRow + (rowOffsets[row] ?? 0)}
                  locale={locale}
                  openKey={openKey}
                  onOpen={setOpenKey}
                  editedPart={edited?.of === uuid ? edited.part : null}
                  onEdit={editPart}
                  onFocusRows={setFocusedUuid}
                  onNavigate={onNavigate}
                  measure={measure}
                />
              </Fragment>
            )
          })}
          <RowSpacer height={gaps.at(-1)} />
        </table>
      )}
    </SidePane>
  )
}

type NothingListedProps = { readonly hasTexts: boolean; readonly isSideMenuKnown: boolean; readonly language: string }

/** Why no text is listed. Without the side menu only the texts of the script are known. */
const NothingListed = ({ hasTexts, isSideMenuKnown, language }: NothingListedProps) => {
  const t = useTranslate()
  if (!isSideMenuKnown) return hasTexts && <EmptyMessage title={t("editor.translations.script-all-there", { language })} />
  if (!hasTexts) return <EmptyMessage title={t("editor.translations.none")} />
  return <EmptyMessage icon={<IconCircleCheck aria-hidden="true" />} title={t("editor.translations.all-there", { language })} />
}

/** Returns the sum of the numbers before each place, followed by the sum of all. */
const accumulate = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sums = [0]
  let total = 0
  for (const number of numbers) {
    total += number
    sums.push(total)
  }
  return sums
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** Says that the side menu could not be loaded, so that its translations are unknown, and loads it again on request. */
const SideMenuFailure = () => {
  const t = useTranslate()
  const actor = useEditor()
  const isUnavailable = useEditorState((_, snapshot) => snapshot.matches({ open: { sideMenu: "unavailable" } }))
  if (!isUnavailable) return null
  const retry = () => {
    // The button disappears while the side menu is loading.
    document.getElementById(sidePaneHeadingId)?.focus({ preventScroll: true })
    actor.send({ type: "side-menu.retry" })
  }
  return (
    <div className={classes["failure"]}>
      <Notice tone="warning">
        <p>{t("editor.translations.menu.failed")}</p>
      </Notice>
      <Button size="xs" variant="default" onClick={retry}>
        {t("retry")}
      </Button>
    </div>
  )
}
