// Asks before edits that are not saved go.
import { Consent } from "../../kit/Consent.tsx"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useEditor } from "./editing.tsx"

export const LeaveConsent = () => {
  const t = useWords()
  const actor = useEditor()
  const asks = useEditing((_, snapshot) => snapshot.hasTag("asks-to-leave"))
  return (
    <Consent
      title={t("editor.leave.title")}
      question={asks ? t("editor.leave.question") : null}
      deed={t("editor.close")}
      destroys
      onGive={() => actor.send({ type: "leave.give" })}
      onRefuse={() => actor.send({ type: "leave.refuse" })}
    />
  )
}
