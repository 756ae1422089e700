// Confirmations of the editor: deleting instructions that others refer to [C12], saving a live chat with errors, and leaving with unsaved work.
import { Text } from "@mantine/core"
import { findUsagesOutside } from "../../../domain/recall/usages.ts"
import { getInstructionName } from "../../../domain/script/instruction-name.ts"
import { findingInstructionUuid, listLiveErrors } from "../../../machines/editor/editor-findings.ts"
import { findInstructionIndex } from "../../../machines/editor/editor-selection.ts"
import { hasUnsavedWork } from "../../../machines/editor/unsaved-work.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { useFindingText, useTranslate } from "../../kit/i18n.tsx"
import classes from "./EditorPage.module.css"
import { useEditor, useEditorState } from "./editor-context.tsx"

const isSameList = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) => a.join("\n") === b.join("\n")

/** Confirms deleting instructions that others refer to, and lists the references. */
export const DeleteConfirmation = () => {
  const t = useTranslate()
  const actor = useEditor()
  const name = useEditorState((context) => {
    const [uuid = null, ...others] = context.pendingDeletion ?? []
    const instruction = context.draft.instructions[findInstructionIndex(context, uuid) ?? -1]
    if (instruction === undefined) return null
    return others.length === 0 ? getInstructionName(instruction) : t("editor.marked.count", { count: others.length + 1 })
  })
  const usages = useEditorState((context) => {
    if (context.pendingDeletion === null) return []
    return findUsagesOutside(context.draft.instructions, context.pendingDeletion).map(({ uuid, as }) => {
      const referrer = context.draft.instructions[findInstructionIndex(context, uuid) ?? -1]
      return t(`editor.use.${as}`, { name: referrer === undefined ? "" : getInstructionName(referrer) })
    })
  }, isSameList)
  return (
    <ConfirmDialog
      title={t("editor.deletion.title", { name: name ?? "" })}
      question={name === null ? null : t("editor.deletion.question")}
      confirmLabel={t("delete")}
      destroys
      onConfirm={() => actor.send({ type: "deletion.confirm" })}
      onCancel={() => actor.send({ type: "deletion.cancel" })}
    >
      <ul className={classes["list"]}>
        {[...new Set(usages)].map((usage) => (
          <li key={usage}>{usage}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** Asks before unsaved edits, or an imported file that awaits a decision, are lost. */
export const LeaveConfirmation = ({ onSave }: { readonly onSave: () => void }) => {
  const t = useTranslate()
  const actor = useEditor()
  const isAsking = useEditorState((_, snapshot) => snapshot.hasTag("confirming-leave"))
  const hasEdits = useEditorState(hasUnsavedWork)
  const importedCount = useEditorState(({ pendingImport }) => pendingImport?.script.instructions.length ?? null)
  const fileQuestion = importedCount === null ? null : t("editor.late-file.question", { count: importedCount })
  const isFileOnly = fileQuestion !== null && !hasEdits
  const save = () => {
    actor.send({ type: "leave.cancel" })
    onSave()
  }
  return (
    <ConfirmDialog
      title={isFileOnly ? t("editor.late-file.close") : t("editor.leave.title")}
      question={isAsking ? (isFileOnly ? fileQuestion : t("editor.leave.question")) : null}
      confirmLabel={isFileOnly ? t("editor.late-file.close") : t("editor.close")}
      destroys
      {...(hasEdits && { instead: { label: t("editor.save"), onGo: save } })}
      onConfirm={() => actor.send({ type: "leave.confirm" })}
      onCancel={() => actor.send({ type: "leave.cancel" })}
    >
      {hasEdits && fileQuestion !== null && <Text>{fileQuestion}</Text>}
    </ConfirmDialog>
  )
}

const shownErrorCount = 3

/** Asks before the errors of a live chat reach its respondents, and lists the first ones. */
export const LiveErrorsConfirmation = ({ onShowErrors }: { readonly onShowErrors: () => void }) => {
  const isAsking = useEditorState((_, snapshot) => snapshot.hasTag("confirming-errors"))
  return isAsking && <LiveErrorsQuestion onShowErrors={onShowErrors} />
}

const LiveErrorsQuestion = ({ onShowErrors }: { readonly onShowErrors: () => void }) => {
  const t = useTranslate()
  const formatFinding = useFindingText()
  const actor = useEditor()
  const count = useEditorState((context) => listLiveErrors(context).length)
  const errors = useEditorState((context) => {
    return listLiveErrors(context)
      .slice(0, shownErrorCount)
      .map((finding) => {
        const instruction = context.draft.instructions[findInstructionIndex(context, findingInstructionUuid(context, finding)) ?? -1]
        const text = formatFinding(finding)
        return instruction === undefined ? text : `${getInstructionName(instruction)}: ${text}`
      })
  }, isSameList)
  const cancel = () => actor.send({ type: "errors.cancel" })
  const showErrors = () => {
    cancel()
    onShowErrors()
  }
  return (
    <ConfirmDialog
      title={t("editor.live-errors.title")}
      question={t("editor.live-errors.question", { count })}
      confirmLabel={t("editor.live-errors.save")}
      destroys
      instead={{ label: t("editor.live-errors.show"), onGo: showErrors }}
      onConfirm={() => actor.send({ type: "errors.confirm" })}
      onCancel={cancel}
    >
      <ul className={classes["list"]}>
        {[...new Set(errors)].map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
      {count > shownErrorCount && <Text>{t("editor.live-errors.more", { count: count - shownErrorCount })}</Text>}
    </ConfirmDialog>
  )
}
