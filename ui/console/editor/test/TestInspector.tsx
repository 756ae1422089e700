// Inspects a test run: the values that conditions and recalls see, and why instructions were shown.

import { useSelector } from "@xstate/react"
import { useMemo, useState } from "react"
import { listNamedValues } from "../../../../domain/chat/evaluation-environment.ts"
import type { TestRunActor } from "../../../../machines/editor/rehearsal-machine.ts"
import { DataTable } from "../../../kit/DataTable.tsx"
import type { DataColumn } from "../../../kit/data-columns.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { createVirtualRows } from "../../../kit/VirtualRows.tsx"
import { useMeasuredRows } from "../../../kit/virtual-list.tsx"
import classes from "./TestPane.module.css"

type NamedValue = ReturnType<typeof listNamedValues>[number]

/** Rows with one line are 30 px high. */
const VirtualRows = createVirtualRows(30)

/** The current values that conditions and recalls can refer to. Virtualized. */
export const ValuesTable = ({ actor }: { readonly actor: TestRunActor }) => {
  const t = useTranslate()
  const chat = useSelector(actor, ({ context }) => context.chat)
  const state = useSelector(actor, ({ context }) => context.state)
  const rows = useMemo(() => listNamedValues(chat, state), [chat, state])
  const columns: ReadonlyArray<DataColumn<NamedValue>> = [
    { id: "name", heading: t("editor.test.values.name"), isRowHeading: true, cell: ({ reference }) => reference },
    { id: "value", heading: t("editor.test.values.value"), cell: ({ value }) => JSON.stringify(value) },
    {
      id: "text",
      heading: t("editor.test.values.text"),
      cell: ({ value, text }) => <span dir="auto">{text === null || text === value ? "" : [text].flat().join(", ")}</span>,
    },
  ]
  return (
    <DataTable
      label={t("editor.test.part.values")}
      columns={columns}
      rows={rows}
      getRowId={({ reference }) => reference}
      empty={<p className={classes["none"]}>{t("editor.test.values.none")}</p>}
      variant="plain"
      className={classes["values"]}
      Rows={VirtualRows}
    />
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
