// Asks before an instruction goes that others refer to, and shows which (decisions C12).

import { Text } from "@mantine/core"
import { usesElsewhere } from "../../../domain/recall/usages.ts"
import { nameOf } from "../../../domain/script/instruction-name.ts"
import { placeOf } from "../../../machines/editor/editor-selection.ts"
import { isWorkAtStake } from "../../../machines/editor/unsaved-work.ts"
import { Consent } from "../../kit/ConfirmDialog.tsx"
import { useWords } from "../../kit/i18n.tsx"
import classes from "./EditorPage.module.css"
import { useEditing, useEditor } from "./editor-context.tsx"

const isSameList = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) => one.join("\n") === other.join("\n")

export const DeleteConsent = () => {
  const t = useWords()
  const actor = useEditor()
  const name = useEditing((context) => {
    const [uuid = null, ...others] = context.deleting ?? []
    const instruction = context.draft.instructions[placeOf(context, uuid) ?? -1]
    if (instruction === undefined) return null
    return others.length === 0 ? nameOf(instruction) : t("editor.marked.count", { count: others.length + 1 })
  })
  const uses = useEditing((context) => {
    if (context.deleting === null) return []
    return usesElsewhere(context.draft.instructions, context.deleting).map(({ uuid, as }) => {
      const user = context.draft.instructions[placeOf(context, uuid) ?? -1]
      return t(`editor.use.${as}`, { name: user === undefined ? "" : nameOf(user) })
    })
  }, isSameList)
  return (
    <Consent
      title={t("editor.deletion.title", { name: name ?? "" })}
      question={name === null ? null : t("editor.deletion.question")}
      deed={t("delete")}
      destroys
      onGive={() => actor.send({ type: "deletion.give" })}
      onRefuse={() => actor.send({ type: "deletion.refuse" })}
    >
      <ul className={classes["list"]}>
        {[...new Set(uses)].map((use) => (
          <li key={use}>{use}</li>
        ))}
      </ul>
    </Consent>
  )
}

// Asks before edits that are not saved go, or a file that waits for the author's word.

export const LeaveConsent = ({ onSave }: { readonly onSave: () => void }) => {
  const t = useWords()
  const actor = useEditor()
  const asks = useEditing((_, snapshot) => snapshot.hasTag("asks-to-leave"))
  const isWork = useEditing(isWorkAtStake)
  const late = useEditing(({ lateFile }) => lateFile?.script.instructions.length ?? null)
  const ofFile = late === null ? null : t("editor.late-file.question", { count: late })
  const isFileOnly = ofFile !== null && !isWork
  const save = () => {
    actor.send({ type: "leave.refuse" })
    onSave()
  }
  return (
    <Consent
      title={isFileOnly ? t("editor.late-file.close") : t("editor.leave.title")}
      question={asks ? (isFileOnly ? ofFile : t("editor.leave.question")) : null}
      deed={isFileOnly ? t("editor.late-file.close") : t("editor.close")}
      destroys
      {...(isWork && { instead: { deed: t("editor.save"), onGo: save } })}
      onGive={() => actor.send({ type: "leave.give" })}
      onRefuse={() => actor.send({ type: "leave.refuse" })}
    >
      {isWork && ofFile !== null && <Text>{ofFile}</Text>}
    </Consent>
  )
}
