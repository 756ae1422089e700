// Inspects a test run: the values that conditions and recalls see, and why instructions were shown.

import { useSelector } from "@xstate/react"
import { Fragment, useMemo, useState } from "react"
import { listNamedValues } from "../../../../domain/chat/evaluation-environment.ts"
import type { TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { RowSpacer, useMeasuredRows } from "../../../kit/virtual-list.tsx"
import classes from "./TestPane.module.css"

/** The height of a table row with one line, in pixels. */
const valueRowHeight = 30

/** The current values that conditions and recalls can refer to. Virtualized. */
export const ValuesTable = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const chat = useSelector(actor, ({ context }) => context.chat)
  const state = useSelector(actor, ({ context }) => context.state)
  const rows = useMemo(() => listNamedValues(chat, state), [chat, state])
  const keys = useMemo(() => rows.map(({ reference }) => reference), [rows])
  const { watch, measure, shown, gaps } = useMeasuredRows({ keys, defaultHeight: valueRowHeight, pinnedKey: null })
  if (rows.length === 0) return <p className={classes["none"]}>{t("editor.test.values.none")}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- nothing inside takes the focus, so it must be focusable to scroll by keyboard
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
        {shown.map(({ index }, n) => {
          const row = rows[index]
          return row === undefined ? null : (
            <Fragment key={row.reference}>
              <RowSpacer height={gaps[n]} />
              <tbody ref={measure} data-row={index}>
                <tr aria-rowindex={index + 2}>
                  <th scope="row">{row.reference}</th>
                  <td>{JSON.stringify(row.value)}</td>
                  <td dir="auto">{row.text === null || row.text === row.value ? "" : [row.text].flat().join(", ")}</td>
                </tr>
              </tbody>
            </Fragment>
          )
        })}
        <RowSpacer height={gaps.at(-1)} />
      </table>
    </section>
  )
}

/** For each instruction that the test reached: whether it was shown, and why. Virtualized. */
export const ConditionTrace = ({ actor, onNavigate }: { readonly actor: TestRunActor; readonly onNavigate: (uuid: string) => void }) => {
  const t = useTranslate()
  const entries = useSelector(actor, ({ context }) => context.trace)
  const keys = useMemo(() => entries.map(({ uuid }) => uuid), [entries])
  const [focusedUuid, setFocusedUuid] = useState<string | null>(null)
  const { watch, measure, shown, height } = useMeasuredRows({ keys, defaultHeight: traceRowHeight, pinnedKey: focusedUuid })
  return (
    <div className={classes["scroll"]}>
      <ol ref={watch} className={classes["trace"]} aria-label={t("editor.test.part.why")} style={{ height }}>
        {shown.map(({ index, top }) => {
          const entry = entries[index]
          return entry === undefined ? null : (
            <li
              key={entry.uuid}
              ref={measure}
              data-row={index}
              style={{ top }}
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              data-outcome={entry.outcome}
            >
              <button type="button" onFocus={() => setFocusedUuid(entry.uuid)} onClick={() => onNavigate(entry.uuid)}>
                {entry.name}
              </button>
              <span className={classes["verdict"]}>{t(`editor.test.why.${entry.outcome}`)}</span>
              {entry.condition === null ? <p>{t("editor.test.why.always")}</p> : <code>{entry.condition}</code>}
              {entry.operandValues.map(({ reference, value }) => (
                <code key={reference} className={classes["saw"]}>
                  {reference} = {JSON.stringify(value)}
                </code>
              ))}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** The height of an entry without a condition, in pixels. */
const traceRowHeight = 88
