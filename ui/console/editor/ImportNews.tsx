// What became of a file: that it was imported, said once to those who cannot see it appear; why not, where the script has instructions by now
// and nobody sees the place where files are offered.
import { Button, CloseButton } from "@mantine/core"
import { isToldLate } from "../../../machines/editor/setup.ts"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useEditor } from "./editing.tsx"
import { ImportProblem } from "./ImportProblem.tsx"
import classes from "./SaveProblem.module.css"

export const ImportNews = () => {
  const t = useWords()
  const count = useEditing(({ draft }, snapshot) =>
    snapshot.matches({ open: { transfer: { idle: "complete" } } }) ? draft.instructions.length : null,
  )
  return (
    <>
      <output className="unseen">{count !== null && t("editor.import.complete", { count })}</output>
      <Late />
    </>
  )
}

const Late = () => {
  const t = useWords()
  const actor = useEditor()
  const problem = useEditing((context) => (isToldLate(context) ? context.importProblem : null))
  if (problem === null) return null
  return (
    <div className={classes["problems"]}>
      <div className={classes["failure"]}>
        <ImportProblem />
        {problem._tag === "NotEmpty" && (
          <Button size="xs" variant="default" onClick={() => actor.send({ type: "import.take" })}>
            {t("editor.import.take")}
          </Button>
        )}
        <CloseButton aria-label={t("dismiss")} onClick={() => actor.send({ type: "problem.dismiss" })} />
      </div>
    </div>
  )
}
