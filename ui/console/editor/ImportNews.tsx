// That a file was imported, said once to those who cannot see it appear.
import { useWords } from "../../kit/words.tsx"
import { useEditing } from "./editing.tsx"

export const ImportNews = () => {
  const t = useWords()
  const count = useEditing(({ draft }, snapshot) =>
    snapshot.matches({ open: { transfer: { idle: "complete" } } }) ? draft.instructions.length : null,
  )
  return <output className="unseen">{count !== null && t("editor.import.complete", { count })}</output>
}
