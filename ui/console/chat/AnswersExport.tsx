// Exporting the answers: the range, what the columns are made of, the first rows, and the file (spec/3-community §2 "Export block").
import { Button, Checkbox, TextInput } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { usualRange } from "../../../domain/exports/export-options.ts"
import type { Script } from "../../../domain/script/script.ts"
import type { AnswersExportActor } from "../../../machines/chat/answers-export.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Chat.module.css"
import { ExportPreview } from "./ExportPreview.tsx"
import type { ChatMachines } from "./machines.ts"

type Props = { readonly machines: ChatMachines; readonly community: string; readonly script: Script }

const options = ["instructionNumber", "shortLabel", "type", "questionText", "nonNumeric", "emptyChats", "separatorDefinition"] as const

export const AnswersExport = ({ machines, community, script: { uuid, name } }: Props) => {
  const t = useWords()
  const { from, to } = usualRange(machines.today())
  const actor = useActorRef(machines.answersExport, {
    input: { community, uuid, name, range: { from: from.slice(0, 10), to: to.slice(0, 10) } },
  })
  const context = useSelector(actor, (state) => state.context)
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const exporting = useSelector(actor, (state) => state.matches("exporting"))
  const mayStart = useSelector(actor, (state) => state.can({ type: "export.start", kind: "answers" })) && (context.preview?.count ?? 0) > 0
  const day = (of: "from" | "to") => ({
    type: "date" as const,
    label: t(`export.${of}`),
    value: context.range[of],
    disabled: exporting,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      actor.send({ type: "range.set", range: { ...context.range, [of]: event.currentTarget.value } }),
  })
  return (
    <>
      <p className={classes["quiet"]}>{t("export.text")}</p>
      <div className={classes["row"]}>
        <TextInput {...day("from")} />
        <TextInput {...day("to")} />
      </div>
      <fieldset className={classes["options"]} disabled={exporting}>
        <legend>{t("export.options")}</legend>
        {options.map((option) => (
          <Checkbox
            key={option}
            label={t(`export.option.${option}`)}
            checked={context.options[option]}
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
      {context.preview !== null && !failed && <ExportPreview preview={context.preview} options={context.options} />}
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

/** [X10] */
const Done = ({ actor }: { readonly actor: AnswersExportActor }) => {
  const t = useWords()
  const { written, preview } = useSelector(actor, ({ context }) => context)
  const done = useSelector(actor, (state) => state.matches({ ready: "done" }))
  return <output>{done && t("export.done", { written, count: preview?.count ?? 0 })}</output>
}

const Running = ({ actor }: { readonly actor: AnswersExportActor }) => {
  const t = useWords()
  const { read, preview, failure } = useSelector(actor, ({ context }) => context)
  const stuck = useSelector(actor, (state) => state.matches({ exporting: "stuck" }))
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
