// Exporting the answers: the range, what the columns are made of, the first rows, and the file (spec/3-community §2 "Export block").

import { Button, Checkbox, Modal } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { useSelector } from "@xstate/react"
import { exportEmojiLabels, maxMetadataKeys, mayOmitKeys, planAnswers } from "../../../domain/exports/answers-plan.ts"
import { type ExportOptions, exportLimits } from "../../../domain/exports/export-options.ts"
import type { AnswersExportActor, AnswersExportPreview } from "../../../machines/chat/answers-export-machine.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./ChatDetails.module.css"
import { DateTimeField } from "./DateTimeField.tsx"

// Rows of an export as they will stand in the file.

/** What scrolls can be reached with the keyboard (WCAG 2.1.1). */
const scrolls = { tabIndex: 0 } as const

type ExportPreviewProps = {
  readonly preview: AnswersExportPreview
  readonly options: ExportOptions
  readonly rows: number
  readonly label: string
}

export const ExportPreview = ({ preview: { revisions, metadataKeys, rows: all }, options, rows, label }: ExportPreviewProps) => {
  const plan = planAnswers({ revisions, metadataKeys, options, emojiLabels: exportEmojiLabels(revisions) })
  return (
    <section className={classes["preview"]} aria-label={label} {...scrolls}>
      <table>
        <thead>
          <tr>
            {plan.columns.map(({ heading }, i) => (
              <th key={`${i} ${heading}`} scope="col" title={heading}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.slice(0, rows).map((row) => (
            <tr key={row.cuuid}>
              {plan.cells(row).map((cell, i) => (
                <td key={`${i} ${plan.columns[i]?.heading ?? ""}`} title={String(cell)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** `today`: on the person's calendar, `YYYY-MM-DD`. */
type Props = { readonly actor: AnswersExportActor; readonly today: string }

const allOptions = ["instructionNumber", "shortLabel", "type", "questionText", "nonNumeric", "emptyChats", "separatorDefinition"] as const

export const AnswersExportSection = ({ actor, today }: Props) => {
  const t = useTranslate()
  const context = useSelector(actor, (state) => state.context)
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const mayShow = useSelector(actor, (state) => state.can({ type: "preview.show", of: "all" }))
  const lookingAtAll = useSelector(actor, (state) => state.matches({ ready: "loadingFullPreview" }))
  const exporting = useSelector(actor, (state) => state.matches("exporting"))
  const mayStart = useSelector(actor, (state) => state.can({ type: "export.start", kind: "answers" })) && (context.preview?.count ?? 0) > 0
  const moment = (of: "from" | "to") => ({
    value: context.range[of],
    today,
    disabled: exporting,
    onChange: (it: string | undefined) => actor.send({ type: "range.set", of, moment: it }),
  })
  const { preview, options } = context
  return (
    <>
      <p className={classes["quiet"]}>{t("export.text")}</p>
      <div className={classes["row"]}>
        <DateTimeField
          label={t("export.from")}
          hours={t("export.from.hours")}
          minutes={t("export.from.minutes")}
          calendar={t("export.from.calendar")}
          usual="00:00"
          {...moment("from")}
        />
        <DateTimeField
          label={t("export.to")}
          hours={t("export.to.hours")}
          minutes={t("export.to.minutes")}
          calendar={t("export.to.calendar")}
          usual="23:59"
          {...moment("to")}
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
      <Shown actor={actor} />
      {exporting ? (
        <Running actor={actor} />
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
          <Done actor={actor} />
        </div>
      )}
    </>
  )
}

/** The first rows, and how many there are. */
const Shown = ({ actor }: { readonly actor: AnswersExportActor }) => {
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

/** [X10] */
const Done = ({ actor }: { readonly actor: AnswersExportActor }) => {
  const t = useTranslate()
  const { written, count } = useSelector(actor, ({ context }) => context)
  const done = useSelector(actor, (state) => state.matches({ ready: "completed" }))
  if (done && written !== count) return <Notice tone="bad" title={t("export.differs", { written, count })} />
  return <output>{done && t("export.done", { written, count })}</output>
}

const Running = ({ actor }: { readonly actor: AnswersExportActor }) => {
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
