// Asks before edits that are not saved go, or a file that waits for the author's word.
import { Text } from "@mantine/core"
import { isWorkAtStake } from "../../../machines/editor/unsaved.ts"
import { Consent } from "../../kit/Consent.tsx"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useEditor } from "./editing.tsx"

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
