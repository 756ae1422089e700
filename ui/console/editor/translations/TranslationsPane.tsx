// [I10] The script's texts beside their translations; missing translations are marked.
import { NativeSelect } from "@mantine/core"
import { IconCircleCheck } from "@tabler/icons-react"
import { Fragment, useMemo, useState } from "react"
import { languages } from "../../../../domain/script/language.ts"
import { countTranslations, listScriptLanguages } from "../../../../domain/script/translations.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { computeRowOffsets } from "../../../kit/row-offsets.ts"
import { SwitchField } from "../../../kit/SwitchField.tsx"
import { RowSpacer, useMeasuredRows } from "../../../kit/virtual-list.tsx"
import { useEditorState, useLanguageName } from "../editor-context.tsx"
import { EmptyPaneMessage, SidePane } from "../SidePane.tsx"
import { TranslationRows } from "./TranslationRows.tsx"
import classes from "./TranslationsPane.module.css"

/** The height of an instruction's name with two texts, in pixels. */
const defaultRowHeight = 120

export const TranslationsPane = ({ onNavigate, onClose }: { readonly onNavigate: () => void; readonly onClose: () => void }) => {
  const t = useTranslate()
  const getLanguageName = useLanguageName()
  const instructions = useEditorState(({ draft }) => draft.instructions)
  const language = useEditorState(({ draft }) => draft.language)
  const targetLanguages = useMemo(
    () => [...new Set([...listScriptLanguages({ instructions, language }), ...languages])].filter((it) => it !== language),
    [instructions, language],
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
  const [total, missing] = [sum(rows.map((it) => it.all)), sum(rows.map((it) => it.lacking))]
  const listMissing = () => new Set(rows.flatMap((it) => (it.lacking > 0 ? [it.uuid] : [])))
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
      {listedRows.length === 0 ? (
        <EmptyPaneMessage>
          {total > 0 && <IconCircleCheck size={24} aria-hidden="true" />}
          <p>{total === 0 ? t("editor.translations.none") : t("editor.translations.all-there", { language: getLanguageName(locale) })}</p>
        </EmptyPaneMessage>
      ) : (
        <table ref={watch} className={classes["table"]} aria-rowcount={1 + (rowOffsets.at(-1) ?? 0)}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{getLanguageName(language)}</th>
              <th scope="col">{getLanguageName(locale)}</th>
            </tr>
          </thead>
          {shown.map((row, n) => {
            const { uuid, place: index } = listedRows[row] ?? {}
            return uuid === undefined || index === undefined ? null : (
              <Fragment key={`${uuid} ${locale}`}>
                <RowSpacer height={gaps[n]} />
                <TranslationRows
                  uuid={uuid}
                  index={index}
                  firstRow={2 + (rowOffsets[row] ?? 0)}
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
