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
const usualHeight = 120

export const TranslationsPane = ({ onGo, onClose }: { readonly onGo: () => void; readonly onClose: () => void }) => {
  const t = useTranslate()
  const nameOfLanguage = useLanguageName()
  const instructions = useEditorState(({ draft }) => draft.instructions)
  const language = useEditorState(({ draft }) => draft.language)
  const offered = useMemo(
    () => [...new Set([...listScriptLanguages({ instructions, language }), ...languages])].filter((it) => it !== language),
    [instructions, language],
  )
  const [picked, pick] = useState<string | null>(null)
  /** Instructions that lacked translations when the filter was switched on: a row must not vanish while it is translated. */
  const [asked, ask] = useState<ReadonlySet<string> | null>(null)
  const [open, edit] = useState<string | null>(null)
  const [held, hold] = useState<string | null>(null)
  const locale = offered.find((it) => it === picked) ?? offered[0] ?? language
  const rows = useMemo(
    () =>
      instructions.flatMap((instruction, place) => {
        const tally = countTranslations(instruction, language, locale)
        return tally.all === 0 ? [] : [{ uuid: instruction.uuid, place, ...tally }]
      }),
    [instructions, language, locale],
  )
  const listed = useMemo(() => (asked === null ? rows : rows.filter(({ uuid, lacking }) => lacking > 0 || asked.has(uuid))), [asked, rows])
  const keys = useMemo(() => listed.map(({ uuid }) => uuid), [listed])
  // Each instruction has one row for its name and one for each of its texts.
  const firsts = useMemo(() => computeRowOffsets(listed.map((it) => 1 + it.all)), [listed])
  const { watch, measure, shown, gaps } = useMeasuredRows({ keys, defaultHeight: usualHeight, pinnedKey: held })
  const [all, lacking] = [sum(rows.map((it) => it.all)), sum(rows.map((it) => it.lacking))]
  const lackingNow = () => new Set(rows.flatMap((it) => (it.lacking > 0 ? [it.uuid] : [])))
  return (
    <SidePane heading={t("editor.translations.heading")} onClose={onClose}>
      <div className={classes["controls"]}>
        <NativeSelect
          label={t("editor.translations.into")}
          value={locale}
          data={offered.map((one) => ({ value: one, label: nameOfLanguage(one) }))}
          onChange={(event) => {
            pick(event.currentTarget.value)
            ask(null)
          }}
        />
        <SwitchField label={t("editor.translations.lacking")} on={asked !== null} onTurn={(on) => ask(on ? lackingNow() : null)} />
        <output className={classes["count"]}>
          {all === 0
            ? ""
            : lacking === 0
              ? t("editor.translations.option.done", { language: nameOfLanguage(locale) })
              : t("editor.translations.option", { language: nameOfLanguage(locale), lacking, all })}
        </output>
      </div>
      {listed.length === 0 ? (
        <EmptyPaneMessage>
          {all > 0 && <IconCircleCheck size={24} aria-hidden="true" />}
          <p>{all === 0 ? t("editor.translations.none") : t("editor.translations.all-there", { language: nameOfLanguage(locale) })}</p>
        </EmptyPaneMessage>
      ) : (
        <table ref={watch} className={classes["table"]} aria-rowcount={1 + (firsts.at(-1) ?? 0)}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{nameOfLanguage(language)}</th>
              <th scope="col">{nameOfLanguage(locale)}</th>
            </tr>
          </thead>
          {shown.map((row, n) => {
            const { uuid, place } = listed[row] ?? {}
            return uuid === undefined || place === undefined ? null : (
              <Fragment key={`${uuid} ${locale}`}>
                <RowSpacer height={gaps[n]} />
                <TranslationRows
                  uuid={uuid}
                  place={place}
                  from={2 + (firsts[row] ?? 0)}
                  locale={locale}
                  open={open}
                  onOpen={edit}
                  onHold={hold}
                  onGo={onGo}
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

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)
