// File import: the offer in an empty script, and messages about success, failure and files that arrived late.
import { Button, VisuallyHidden } from "@mantine/core"
import { IconFileImport } from "@tabler/icons-react"
import { formatFindingLocation } from "../../../../domain/findings/finding.ts"
import { hasSameTitleTranslations } from "../../../../domain/script/script-titles.ts"
import { findReplacedTitles } from "../../../../machines/editor/editor-files-region.ts"
import { canReplaceScript, isImportFailureShownOnTop } from "../../../../machines/editor/editor-setup.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { FileButton, toPickedFiles } from "../../../kit/FileInput.tsx"
import { useServerMessage, useTranslate } from "../../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../../kit/Notice.tsx"
import { useEditor, useEditorState } from "../editor-context.tsx"
import classes from "../toolbar/SaveStatus.module.css"
import fileImportClasses from "./FileImport.module.css"

/** Why a file was not imported. */
export const ImportProblem = () => {
  const t = useTranslate()
  const formatMessage = useServerMessage()
  const problem = useEditorState(({ importFailure }) => importFailure)
  if (problem === null) return null
  switch (problem._tag) {
    case "NotOneFile":
      return <ImportErrorNotice text={t("editor.import.NotOneFile")} />
    case "Insecure":
      return <ImportErrorNotice text={t("editor.insecure")} />
    case "Unreadable":
      return <ImportErrorNotice text={t("editor.import.unreadable")} />
    case "AssetProblem":
      return <ImportErrorNotice text={t(`editor.asset.${problem.reason}`, { address: problem.address })} />
    // The server rejected an embedded file, for example an invalid image.
    case "ValidationFailed":
      return <ImportErrorNotice text={problem.violations.map(({ message }) => formatMessage(message)).join(" ")} />
    case "Invalid": {
      const [finding] = problem.findings
      if (finding === undefined) return <ImportErrorNotice text={t("editor.import.unreadable")} />
      switch (finding.rule) {
        case "unknown-version":
        case "checksum-mismatch":
        case "not-json":
          return <ImportErrorNotice text={t(`editor.import.${finding.rule}`)} />
        default:
          return <ImportErrorNotice text={t("editor.import.structure", { pointer: formatFindingLocation(finding) })} />
      }
    }
    default:
      return <FailureNotice failure={problem} />
  }
}

const ImportErrorNotice = ({ text }: { readonly text: string }) => {
  const t = useTranslate()
  return (
    <Notice tone="bad" title={t("editor.import.error")}>
      <p>{text}</p>
    </Notice>
  )
}

/** Announces an import to screen readers, and shows what the import offer cannot show once there are instructions. */
export const ImportMessages = () => {
  const t = useTranslate()
  const count = useEditorState(({ importedCount }, snapshot) =>
    snapshot.matches({ open: { importing: { idle: "completed" } } }) ? importedCount : null,
  )
  return (
    <>
      <VisuallyHidden component="output">{count !== null && t("editor.import.complete", { count })}</VisuallyHidden>
      <ReplacedTitles />
      <LateImportProblem />
      <LateFile />
    </>
  )
}

/** An import takes the titles of the file; the author can bring back those of the chat. */
const ReplacedTitles = () => {
  const t = useTranslate()
  const actor = useEditor()
  const before = useEditorState(findReplacedTitles)
  const draft = useEditorState((context) => context.draft)
  if (before === null) return null
  const arePublicTitlesEqual = before.public_name === draft.public_name
  return (
    <div className={classes["problems"]}>
      <div className={classes["failure"]}>
        <Notice tone="quiet">
          {before.name !== draft.name && <p>{t("editor.import.title", { title: draft.name, before: before.name })}</p>}
          {!arePublicTitlesEqual && <p>{t("editor.import.public-title", { title: draft.public_name, before: before.public_name })}</p>}
          {arePublicTitlesEqual && !hasSameTitleTranslations(before, draft) && <p>{t("editor.import.public-title.translations")}</p>}
        </Notice>
        <Button size="xs" variant="default" onClick={() => actor.send({ type: "imported-titles.restore" })}>
          {t("editor.import.title.keep")}
        </Button>
        <Button size="xs" variant="default" onClick={() => actor.send({ type: "imported-titles.accept" })}>
          {t("editor.import.title.take")}
        </Button>
      </div>
    </div>
  )
}

const LateImportProblem = () => {
  const actor = useEditor()
  const isShown = useEditorState(isImportFailureShownOnTop)
  if (!isShown) return null
  return (
    <div className={classes["problems"]}>
      <div className={classes["failure"]}>
        <ImportProblem />
        <DismissButton onDismiss={() => actor.send({ type: "import.dismiss" })} />
      </div>
    </div>
  )
}

/** A file that was read when the script already had instructions; it can replace them. */
const LateFile = () => {
  const t = useTranslate()
  const actor = useEditor()
  const count = useEditorState(({ pendingImport }) => pendingImport?.script.instructions.length ?? null)
  const canTake = useEditorState(canReplaceScript)
  const status = useEditorState(({ savedScript }) => savedScript.status)
  if (count === null) return null
  return (
    <div className={classes["problems"]}>
      <div className={classes["failure"]}>
        <Notice tone="bad" title={t("editor.import.error")}>
          <p>
            {t("editor.late-file", { count })}
            {!canTake && ` ${t("editor.late-file.locked", { status: t(`status.${status}`).toLowerCase() })}`}
          </p>
        </Notice>
        {canTake && (
          <Button size="xs" variant="default" onClick={() => actor.send({ type: "pending-import.accept" })}>
            {t("editor.late-file.take")}
          </Button>
        )}
        <DismissButton name={t("editor.late-file.refuse")} onDismiss={() => actor.send({ type: "pending-import.discard" })} />
      </div>
    </div>
  )
}

/** Offers to import a script file while the script has no instructions. */
export const FileImportOffer = () => {
  const t = useTranslate()
  const actor = useEditor()
  const isImporting = useEditorState((_, snapshot) => snapshot.hasTag("importing"))
  const isLate = useEditorState(isImportFailureShownOnTop)
  return (
    <div className={fileImportClasses["offer"]}>
      <div className={fileImportClasses["drop"]}>
        <p>{isImporting ? t("editor.import.started") : t("editor.import.text")}</p>
        <FileButton
          label={t("editor.import")}
          accept=".json,application/json"
          icon={<IconFileImport size={18} aria-hidden="true" />}
          busy={isImporting}
          onPick={(files) => actor.send({ type: "file.import", files: toPickedFiles(files) })}
        />
      </div>
      {!isLate && <ImportProblem />}
    </div>
  )
}
