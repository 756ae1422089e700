// Export of the answers: range, options of the columns, preview of the first rows, and download [X1, X9].

import { Button, Checkbox, Modal } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { exportEmojiLabels, maxMetadataKeys, mayOmitKeys, planAnswers } from "../../../domain/exports/answers-table.ts"
import { type ExportOptions, exportLimits } from "../../../domain/exports/export-options.ts"
import type { AnswersExportActor, AnswersExportPreview } from "../../../machines/chat/answers-export-machine.ts"
import { DataTable } from "../../kit/DataTable.tsx"
import type { DataColumn } from "../../kit/data-columns.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./ChatDetails.module.css"
import { DateTimeField } from "./DateTimeField.tsx"

type ExportPreviewProps = {
  readonly preview: AnswersExportPreview
  readonly options: ExportOptions
  readonly rows: number
  readonly label: string
}

type PreviewRow = { readonly cuuid: string; readonly cells: ReturnType<ReturnType<typeof planAnswers>["cells"]> }

/** Rows of an export as they will be written to the file. */
export const ExportPreview = ({ preview: { revisions, metadataKeys, rows: allRows }, options, rows, label }: ExportPreviewProps) => {
  const plan = planAnswers({ revisions, metadataKeys, options, emojiLabels: exportEmojiLabels(revisions) })
  const columns = plan.columns.map(
    ({ heading }, i): DataColumn<PreviewRow> => ({
      id: `${i} ${heading}`,
      heading,
      cell: ({ cells }) => cells[i],
      title: ({ cells }) => String(cells[i] ?? ""),
    }),
  )
  const shownRows = allRows.slice(0, rows).map((row) => ({ cuuid: row.cuuid, cells: plan.cells(row) }))
  return <DataTable label={label} columns={columns} rows={shownRows} getRowId={({ cuuid }) => cuuid} variant="compact" />
}

/** `today` is `YYYY-MM-DD` in the user's time zone. */
type Props = { readonly actor: AnswersExportActor; readonly today: string }

const allOptions = [
  "instructionNumber",
  "shortLabel",
  "type",
  "questionText",
  "nonNumeric",
  "scores",
  "emptyChats",
  "separatorDefinition",
  "formulaGuard",
] as const

export const AnswersExportSection = ({ actor, today }: Props) => {
  const t = useTranslate()
  const context = useSelector(actor, (state) => state.context)
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const mayShow = useSelector(actor, (state) => state.can({ type: "preview.show", of: "all" }))
  const lookingAtAll = useSelector(actor, (state) => state.matches({ ready: "loadingFullPreview" }))
  const exporting = useSelector(actor, (state) => state.matches("exporting"))
  const mayStart = useSelector(actor, (state) => state.can({ type: "export.start", kind: "answers" })) && (context.preview?.count ?? 0) > 0
  const getMomentProps = (bound: "from" | "to") => ({
    value: context.range[bound],
    today,
    disabled: exporting,
    onChange: (moment: string | undefined) => actor.send({ type: "range.set", of: bound, moment }),
  })
  const { preview, options } = context
  return (
    <>
      <p className={classes["quiet"]}>{t("export.text")}</p>
      <div className={classes["row"]}>
        <DateTimeField
          label={t("export.from")}
          hoursLabel={t("export.from.hours")}
          minutesLabel={t("export.from.minutes")}
          calendarLabel={t("export.from.calendar")}
          defaultTime="00:00"
          {...getMomentProps("from")}
        />
        <DateTimeField
          label={t("export.to")}
          hoursLabel={t("export.to.hours")}
          minutesLabel={t("export.to.minutes")}
          calendarLabel={t("export.to.calendar")}
          defaultTime="23:59"
          {...getMomentProps("to")}
        />
      </div>
      <fieldset className={classes["options"]} disabled={exporting}>
        <legend>{t("export.options")}</legend>
        {allOptions.map((option) => (
          <Checkbox
            key={option}
            label={t(`export.option.${option}`)}
            checked={options[option]}
            onChange={(event) => actor.send({ type: "option.set", option, on: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
      {failed && (
        <>
          <FailureNotice failure={context.failure} />
          <div>
            <Button variant="default" onClick={() => actor.send({ type: "preview.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {preview !== null && !failed && preview.count === 0 && <p className={classes["quiet"]}>{t("export.none")}</p>}
      {preview !== null && !failed && preview.count > 0 && (
        <ExportPreview preview={preview} options={options} rows={exportLimits.headingRows} label={t("export.headings")} />
      )}
      {preview !== null && !failed && mayOmitKeys(preview.metadataKeys) && (
        <p className={classes["quiet"]}>{t("export.metadata.most", { most: maxMetadataKeys })}</p>
      )}
      {preview !== null && !failed && (
        <div className={classes["row"]}>
          <Button
            variant="default"
            size="xs"
            disabled={!mayShow || preview.total === 0}
            loading={lookingAtAll}
            onClick={() => actor.send({ type: "preview.show", of: "all" })}
          >
            {t("export.preview.all", { count: preview.total })}
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={!mayShow || preview.count === 0}
            onClick={() => actor.send({ type: "preview.show", of: "period" })}
          >
            {t("export.preview.period", { count: preview.count })}
          </Button>
        </div>
      )}
      {!failed && !exporting && <FailureNotice failure={context.failure} />}
      <PreviewDialog actor={actor} />
      {exporting ? (
        <ExportProgress actor={actor} />
      ) : (
        <div className={classes["row"]}>
          <Button
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            disabled={!mayStart}
            onClick={() => actor.send({ type: "export.start", kind: "answers" })}
          >
            {t("export.csv")}
          </Button>
          <Button variant="default" disabled={!mayStart} onClick={() => actor.send({ type: "export.start", kind: "spss" })}>
            {t("export.spss")}
          </Button>
          <ExportOutcome actor={actor} />
        </div>
      )}
    </>
  )
}

/** Dialog with the first rows and the number of all rows. */
const PreviewDialog = ({ actor }: { readonly actor: AnswersExportActor }) => {
  const t = useTranslate()
  const { shown, options } = useSelector(actor, ({ context }) => context)
  return (
    <Modal
      opened={shown !== null}
      onClose={() => actor.send({ type: "preview.close" })}
      size="min(72rem, 100%)"
      title={t("export.preview.title")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {shown !== null && (
        <>
          <p className={classes["quiet"]}>{t("export.preview", { shown: shown.preview.rows.length, count: shown.preview.count })}</p>
          <ExportPreview preview={shown.preview} options={options} rows={exportLimits.previewRows} label={t("export.scroll")} />
        </>
      )}
    </Modal>
  )
}

/** [X10] The result, or a warning if the number of written rows differs from the server's count. */
const ExportOutcome = ({ actor }: { readonly actor: AnswersExportActor }) => {
  const t = useTranslate()
  const { written, count } = useSelector(actor, ({ context }) => context)
  const done = useSelector(actor, (state) => state.matches({ ready: "completed" }))
  if (done && written !== count) return <Notice tone="bad" title={t("export.differs", { written, count })} />
  return <output>{done && t("export.done", { written, count })}</output>
}

const ExportProgress = ({ actor }: { readonly actor: AnswersExportActor }) => {
  const t = useTranslate()
  const { read, preview, failure } = useSelector(actor, ({ context }) => context)
  const stuck = useSelector(actor, (state) => state.matches({ exporting: "failed" }))
  const count = preview?.count ?? 0
  return (
    <div className={classes["progress"]}>
      <progress max={count} value={read} aria-label={t("export.heading")} />
      <output>{t("export.progress", { read, count })}</output>
      {stuck && (
        <>
          <FailureNotice failure={failure} />
          <p className={classes["quiet"]}>{t("export.stuck")}</p>
        </>
      )}
      <div className={classes["row"]}>
        {stuck && <Button onClick={() => actor.send({ type: "export.retry" })}>{t("retry")}</Button>}
        <Button variant="default" onClick={() => actor.send({ type: "export.cancel" })}>
          {t("export.cancel")}
        </Button>
      </div>
    </div>
  )
}
