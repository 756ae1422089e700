// A script file instead of a blank page; only where there are no instructions yet (spec/2-editor §4, §5).
import { IconFileImport } from "@tabler/icons-react"
import { isToldLate } from "../../../machines/editor/setup.ts"
import { FileButton } from "../../kit/FileButton.tsx"
import { useWords } from "../../kit/words.tsx"
import { picked } from "../files/picked.ts"
import { useEditing, useEditor } from "./editing.tsx"
import classes from "./ImportOffer.module.css"
import { ImportProblem } from "./ImportProblem.tsx"

export const ImportOffer = () => {
  const t = useWords()
  const actor = useEditor()
  const busy = useEditing((_, snapshot) => snapshot.hasTag("importing"))
  const isLate = useEditing(isToldLate)
  return (
    <div className={classes["offer"]}>
      <div className={classes["drop"]}>
        <p>{busy ? t("editor.import.started") : t("editor.import.text")}</p>
        <FileButton
          label={t("editor.import")}
          accept=".json,application/json"
          icon={<IconFileImport size={18} aria-hidden="true" />}
          busy={busy}
          onPick={(files) => actor.send({ type: "file.import", files: picked(files) })}
        />
      </div>
      {!isLate && <ImportProblem />}
    </div>
  )
}
