// The script's texts beside what they are in another language; what lacks is marked (decisions I10).
import { Button, NativeSelect } from "@mantine/core"
import { IconCircleCheck } from "@tabler/icons-react"
import { useMemo, useState } from "react"
import { languages } from "../../../../domain/script/language.ts"
import { languagesOf, tallyOf } from "../../../../domain/script/translations.ts"
import { useWords } from "../../../kit/words.tsx"
import { useEditing } from "../editing.tsx"
import { Toggle } from "../fields/Toggle.tsx"
import { useLanguageName } from "../language-name.ts"
import { NothingListed, SidePane } from "../SidePane.tsx"
import { Passages } from "./Passages.tsx"
import classes from "./translations.module.css"

/** So many instructions are shown at first, and so many more at a time. */
const shownAtOnce = 50

export const TranslationsPane = ({ onGo, onClose }: { readonly onGo: () => void; readonly onClose: () => void }) => {
  const t = useWords()
  const nameOfLanguage = useLanguageName()
  const instructions = useEditing(({ draft }) => draft.instructions)
  const language = useEditing(({ draft }) => draft.language)
  const offered = useMemo(
    () => [...new Set([...languagesOf({ instructions, language }), ...languages])].filter((it) => it !== language),
    [instructions, language],
  )
  const [picked, pick] = useState<string | null>(null)
  const [shown, show] = useState(shownAtOnce)
  /** What lacked when that alone was asked for: a row does not go while it is being written. */
  const [asked, ask] = useState<ReadonlySet<string> | null>(null)
  const [open, edit] = useState<string | null>(null)
  const locale = offered.find((it) => it === picked) ?? offered[0] ?? language
  const rows = useMemo(
    () =>
      instructions.flatMap((instruction, place) => {
        const tally = tallyOf(instruction, language, locale)
        return tally.all === 0 ? [] : [{ uuid: instruction.uuid, place, ...tally }]
      }),
    [instructions, language, locale],
  )
  const listed = asked === null ? rows : rows.filter(({ uuid, lacking }) => lacking > 0 || asked.has(uuid))
  const [all, lacking] = [sum(rows.map((it) => it.all)), sum(rows.map((it) => it.lacking))]
  const rest = Math.min(listed.length - shown, shownAtOnce)
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
            show(shownAtOnce)
          }}
        />
        <Toggle label={t("editor.translations.lacking")} on={asked !== null} onTurn={(on) => ask(on ? lackingNow() : null)} />
        <output className={classes["count"]}>
          {all === 0
            ? ""
            : lacking === 0
              ? t("editor.translations.option.done", { language: nameOfLanguage(locale) })
              : t("editor.translations.option", { language: nameOfLanguage(locale), lacking, all })}
        </output>
      </div>
      {listed.length === 0 ? (
        <NothingListed>
          {all > 0 && <IconCircleCheck size={24} aria-hidden="true" />}
          <p>{all === 0 ? t("editor.translations.none") : t("editor.translations.all-there", { language: nameOfLanguage(locale) })}</p>
        </NothingListed>
      ) : (
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">{nameOfLanguage(language)}</th>
              <th scope="col">{nameOfLanguage(locale)}</th>
            </tr>
          </thead>
          {listed.slice(0, shown).map(({ uuid, place }) => (
            <Passages key={`${uuid} ${locale}`} uuid={uuid} place={place} locale={locale} open={open} onOpen={edit} onGo={onGo} />
          ))}
        </table>
      )}
      {rest > 0 && (
        <Button variant="default" className={classes["more"] ?? ""} onClick={() => show(shown + shownAtOnce)}>
          {t("editor.translations.more", { count: rest })}
        </Button>
      )}
    </SidePane>
  )
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)
