// Confirmations of the editor: deleting instructions that others refer to [C12], and leaving with unsaved work.
import { Text } from "@mantine/core"
import { findUsagesOutside } from "../../../domain/recall/usages.ts"
import { getInstructionName } from "../../../domain/script/instruction-name.ts"
import { findPlace } from "../../../machines/editor/editor-selection.ts"
import { hasUnsavedWork } from "../../../machines/editor/unsaved-work.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import classes from "./EditorPage.module.css"
import { useEditor, useEditorState } from "./editor-context.tsx"

const isSameList = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) => one.join("\n") === other.join("\n")

/** Confirms deleting instructions that others refer to, and lists the references. */
export const DeleteConfirmation = () => {
  const t = useTranslate()
  const actor = useEditor()
  const name = useEditorState((context) => {
    const [uuid = null, ...others] = context.pendingDeletion ?? []
    const instruction = context.draft.instructions[findPlace(context, uuid) ?? -1]
    if (instruction === undefined) return null
    return others.length === 0 ? getInstructionName(instruction) : t("editor.marked.count", { count: others.length + 1 })
  })
  const uses = useEditorState((context) => {
    if (context.pendingDeletion === null) return []
    return findUsagesOutside(context.draft.instructions, context.pendingDeletion).map(({ uuid, as }) => {
      const user = context.draft.instructions[findPlace(context, uuid) ?? -1]
      return t(`editor.use.${as}`, { name: user === undefined ? "" : getInstructionName(user) })
    })
  }, isSameList)
  return (
    <ConfirmDialog
      title={t("editor.deletion.title", { name: name ?? "" })}
      question={name === null ? null : t("editor.deletion.question")}
      confirmLabel={t("delete")}
      destroys
      onConfirm={() => actor.send({ type: "deletion.give" })}
      onCancel={() => actor.send({ type: "deletion.refuse" })}
    >
      <ul className={classes["list"]}>
        {[...new Set(uses)].map((use) => (
          <li key={use}>{use}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** Asks before unsaved edits, or an imported file that awaits a decision, are lost. */
export const LeaveConfirmation = ({ onSave }: { readonly onSave: () => void }) => {
  const t = useTranslate()
  const actor = useEditor()
  const asks = useEditorState((_, snapshot) => snapshot.hasTag("asks-to-leave"))
  const isWork = useEditorState(hasUnsavedWork)
  const late = useEditorState(({ pendingImport }) => pendingImport?.script.instructions.length ?? null)
  const ofFile = late === null ? null : t("editor.late-file.question", { count: late })
  const isFileOnly = ofFile !== null && !isWork
  const save = () => {
    actor.send({ type: "leave.refuse" })
    onSave()
  }
  return (
    <ConfirmDialog
      title={isFileOnly ? t("editor.late-file.close") : t("editor.leave.title")}
      question={asks ? (isFileOnly ? ofFile : t("editor.leave.question")) : null}
      confirmLabel={isFileOnly ? t("editor.late-file.close") : t("editor.close")}
      destroys
      {...(isWork && { instead: { deed: t("editor.save"), onGo: save } })}
      onConfirm={() => actor.send({ type: "leave.give" })}
      onCancel={() => actor.send({ type: "leave.refuse" })}
    >
      {isWork && ofFile !== null && <Text>{ofFile}</Text>}
    </ConfirmDialog>
  )
}
