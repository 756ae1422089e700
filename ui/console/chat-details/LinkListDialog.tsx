// Dialog that creates links for a list: choose the file, wait until it is read, map its columns.
import { Button, Modal } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { type ListProblem, maxColumns, maxListFileBytes, maxParticipants } from "../../../domain/links/participant-list.ts"
import type { PeopleImportActor } from "../../../machines/chat/people-import-machine.ts"
import { FileDrop } from "../../kit/FileDropArea.tsx"
import { focusOnMount } from "../../kit/focus-hooks.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import classes from "./ChatDetails.module.css"
import { formatRowNumbers, ListColumnMapping, ListFormatFields } from "./ListColumnMapping.tsx"

type Props = { readonly actor: PeopleImportActor }

export const LinkListDialog = ({ actor }: Props) => {
  const t = useTranslate()
  const choosing = useSelector(actor, (state) => state.matches("choosingFile"))
  const reading = useSelector(actor, (state) => state.matches("reading"))
  const close = () => actor.send({ type: "list.close" })
  return (
    <Modal opened onClose={close} title={t("list.heading")} size="56rem" closeButtonProps={{ "aria-label": t("close") }}>
      <div className={classes["list"]}>
        {choosing && <FileChooser actor={actor} />}
        {reading && <ReadingProgress actor={actor} />}
        {!choosing && !reading && <ListColumnMapping actor={actor} />}
      </div>
    </Modal>
  )
}

const FileChooser = ({ actor }: Props) => {
  const t = useTranslate()
  const { file, problem, how: format } = useSelector(actor, ({ context }) => context)
  const canChangeFormat = useSelector(actor, (state) => state.can({ type: "read-options.set", how: format }))
  return (
    <>
      <p className={classes["quiet"]}>{t("list.text")}</p>
      {problem !== null && (
        <Notice tone="bad" title={t("list.problem")}>
          <p>
            <strong>{file?.name}</strong>
          </p>
          <p>
            <ProblemText problem={problem} />
          </p>
          {problem.type === "one-column" && (
            <Button
              variant="default"
              size="xs"
              mt="xs"
              onClick={() => actor.send({ type: "read-options.set", how: { ...format, separator: "none" } })}
            >
              {t("list.problem.one-column.accept")}
            </Button>
          )}
        </Notice>
      )}
      {canChangeFormat && <ListFormatFields actor={actor} />}
      <FileDrop
        text={t("list.drop")}
        label={t("list.choose")}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onFile={(picked) => actor.send({ type: "file.choose", file: picked })}
      />
    </>
  )
}

/** [L7] Why a list was refused. */
const ProblemText = ({ problem }: { readonly problem: ListProblem }) => {
  const t = useTranslate()
  switch (problem.type) {
    case "too-large":
      return t("list.problem.too-large", { size: toMegabytes(problem.bytes), most: toMegabytes(maxListFileBytes) })
    case "too-many-people":
      return t("list.problem.too-many-people", { most: maxParticipants })
    case "too-many-columns":
      return t("list.problem.too-many-columns", { columns: problem.columns, most: maxColumns })
    case "ragged":
      return t("list.problem.ragged", { ...problem, rows: formatRowNumbers(problem) })
    case "open-quote":
      return t("list.problem.open-quote", { row: problem.row })
    default:
      return t(`list.problem.${problem.type}`)
  }
}

const toMegabytes = (bytes: number): number => Math.round(bytes / (1024 * 1024))

const ReadingProgress = ({ actor }: Props) => {
  const t = useTranslate()
  const { file, read: readBytes } = useSelector(actor, ({ context }) => context)
  const size = file?.size ?? 0
  return (
    <div className={classes["progress"]}>
      <strong>{file?.name}</strong>
      <progress max={size} value={readBytes} aria-label={t("list.heading")} />
      <output>{t("list.reading", { read: toMegabytes(readBytes), size: toMegabytes(size) })}</output>
      <div className={classes["row"]}>
        <Button ref={focusOnMount} variant="default" onClick={() => actor.send({ type: "file.forget" })}>
          {t("list.reading.cancel")}
        </Button>
      </div>
    </div>
  )
}
