// All that conditions and recalls see of the conversation now; of many rows those in sight.
import { useSelector } from "@xstate/react"
import { Fragment, useMemo } from "react"
import { valuesOf } from "../../../../domain/chat/values.ts"
import { Gap } from "../../../kit/Gap.tsx"
import { useMeasuredRows } from "../../../kit/measured-rows.ts"
import { useWords } from "../../../kit/words.tsx"
import type { PlayingActor } from "./playing.ts"
import classes from "./test.module.css"

/** What a row of one line is high. */
const usualHeight = 30

export const ValuesTable = ({ actor }: { readonly actor: PlayingActor }) => {
  const t = useWords()
  const chat = useSelector(actor, ({ context }) => context.chat)
  const state = useSelector(actor, ({ context }) => context.state)
  const rows = useMemo(() => valuesOf(chat, state), [chat, state])
  const keys = useMemo(() => rows.map(({ reference }) => reference), [rows])
  const { watch, measure, shown, gaps } = useMeasuredRows({ keys, usualHeight, held: null })
  if (rows.length === 0) return <p className={classes["none"]}>{t("editor.test.values.none")}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing in it can have the focus: it is scrolled by keys itself
    <section className={classes["scroll"]} aria-label={t("editor.test.part.values")} tabIndex={0}>
      <table ref={watch} className={classes["values"]} aria-rowcount={1 + rows.length}>
        <caption className="unseen">{t("editor.test.part.values")}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t("editor.test.values.name")}</th>
            <th scope="col">{t("editor.test.values.value")}</th>
            <th scope="col">{t("editor.test.values.text")}</th>
          </tr>
        </thead>
        {shown.map((place, n) => {
          const row = rows[place]
          return row === undefined ? null : (
            <Fragment key={row.reference}>
              <Gap height={gaps[n]} />
              <tbody ref={measure} data-row={row.reference}>
                <tr aria-rowindex={place + 2}>
                  <th scope="row">{row.reference}</th>
                  <td>{JSON.stringify(row.value)}</td>
                  <td dir="auto">{row.text === null || row.text === row.value ? "" : [row.text].flat().join(", ")}</td>
                </tr>
              </tbody>
            </Fragment>
          )
        })}
        <Gap height={gaps.at(-1)} />
      </table>
    </section>
  )
}
