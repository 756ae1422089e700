// [I10] The script's texts beside their translations; missing translations are marked.
import { NativeSelect } from "@mantine/core"
import { IconCircleCheck } from "@tabler/icons-react"
import { Fragment, useMemo, useState } from "react"
import { languages } from "../../../../domain/script/language.ts"
import { listScriptLanguages } from "../../../../domain/script/script-languages.ts"
import { countOtherTranslations, countTranslations } from "../../../../domain/script/translatable-texts.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { computeRowOffsets } from "../../../kit/row-offsets.ts"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { RowSpacer, useMeasuredRows } from "../../../kit/virtual-list.tsx"
import { useEditorState, useLanguageName } from "../editor-context.tsx"
import { EmptyPaneMessage, SidePane } from "../SidePane.tsx"
import { OtherTextRows } from "./OtherTextRows.tsx"
import { TranslationRows } from "./TranslationRows.tsx"
import classes from "./TranslationsPane.module.css"

/** The height of an instruction's name with two texts, in pixels. */
const defaultRowHeight = 120
/** The key of the rows of texts that belong to no instruction. */
const othersKey = "others"

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
  /** Instructions that lacked translations when the filter was switched on: a row must not vanish while it is translated. */
  const [filteredUuids, setFilteredUuids] = useState<ReadonlySet<string> | null>(null)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [focusedUuid, setFocusedUuid] = useState<string | null>(null)
  const locale = targetLanguages.find((it) => it === pickedLocale) ?? targetLanguages[0] ?? language
  const rows = useMemo(
    () =>
      instructions.flatMap((instruction, index) => {
        const counts = countTranslations(instruction, language, locale)
        return counts.all === 0 ? [] : [{ uuid: instruction.uuid, place: index, ...counts }]
      }),
    [instructions, language, locale],
  )
  const listedRows = useMemo(
    () => (filteredUuids === null ? rows : rows.filter(({ uuid, lacking: missing }) => missing > 0 || filteredUuids.has(uuid))),
    [filteredUuids, rows],
  )
  const keys = useMemo(() => listedRows.map(({ uuid }) => uuid), [listedRows])
  // Each instruction has one row for its name and one for each of its texts.
  const rowOffsets = useMemo(() => computeRowOffsets(listedRows.map((it) => 1 + it.all)), [listedRows])
  const { watch, measure, shown, gaps } = useMeasuredRows({ keys, defaultHeight: defaultRowHeight, pinnedKey: focusedUuid })
  const others = countOtherTranslations(draft, sideMenu, locale)
  const [total, missing] = [others.all + sum(rows.map((it) => it.all)), others.lacking + sum(rows.map((it) => it.lacking))]
  const showsOthers = others.all > 0 && (filteredUuids === null || others.lacking > 0 || filteredUuids.has(othersKey))
  const firstInstructionRow = 2 + (showsOthers ? 1 + others.all : 0)
  const listMissing = () =>
    new Set([...(others.lacking > 0 ? [othersKey] : []), ...rows.flatMap((it) => (it.lacking > 0 ? [it.uuid] : []))])
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
          }}
        />
        <SwitchField
          label={t("editor.translations.lacking")}
          on={filteredUuids !== null}
          onTurn={(on) => setFilteredUuids(on ? listMissing() : null)}
        />
        <output className={classes["count"]}>
          {total === 0
            ? ""
            : missing === 0
              ? t("editor.translations.option.done", { language: getLanguageName(locale) })
              : t("editor.translations.option", { language: getLanguageName(locale), lacking: missing, all: total })}
        </output>
      </div>
      {listedRows.length === 0 && !showsOthers ? (
        <EmptyPaneMessage>
          {total > 0 && <IconCircleCheck size={24} aria-hidden="true" />}
          <p>{total === 0 ? t("editor.translations.none") : t("editor.translations.all-there", { language: getLanguageName(locale) })}</p>
        </EmptyPaneMessage>
      ) : (
        <table ref={watch} className={classes["table"]} aria-rowcount={firstInstructionRow - 1 + (rowOffsets.at(-1) ?? 0)}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{getLanguageName(language)}</th>
              <th scope="col">{getLanguageName(locale)}</th>
            </tr>
          </thead>
          {showsOthers && <OtherTextRows firstRow={2} locale={locale} />}
          {shown.map((row, n) => {
            const { uuid, place: index } = listedRows[row] ?? {}
            return uuid === undefined || index === undefined ? null : (
              <Fragment key={`${uuid} ${locale}`}>
                <RowSpacer height={gaps[n]} />
                <TranslationRows
                  uuid={uuid}
                  index={index}
                  firstRow={firstInstructionRow + (rowOffsets[row] ?? 0)}
                  locale={locale}
                  openKey={openKey}
                  onOpen={setOpenKey}
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

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)
