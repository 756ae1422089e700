// What became of a file: that it was imported, said once to those who cannot see it appear; why not, where the script has instructions by now
// and nobody sees the place where files are offered; that it came when there were some, and can take their place.
import { Button } from "@mantine/core"
import { mayBeReplaced } from "../../../machines/editor/locked.ts"
import { isToldLate } from "../../../machines/editor/setup.ts"
import { Dismiss } from "../../kit/Dismiss.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useEditor } from "./editing.tsx"
import { ImportProblem } from "./ImportProblem.tsx"
import classes from "./SaveProblem.module.css"

export const ImportNews = () => {
  const t = useWords()
  const count = useEditing(({ imported }, snapshot) => (snapshot.matches({ open: { importing: { idle: "complete" } } }) ? imported : null))
  return (
    <>
      <output className="unseen">{count !== null && t("editor.import.complete", { count })}</output>
      <ToldLate />
      <LateFile />
    </>
  )
}

const ToldLate = () => {
  const actor = useEditor()
  const told = useEditing(isToldLate)
  if (!told) return null
  return (
    <div className={classes["problems"]}>
      <div className={classes["failure"]}>
        <ImportProblem />
        <Dismiss onDismiss={() => actor.send({ type: "import.dismiss" })} />
      </div>
    </div>
  )
}

const LateFile = () => {
  const t = useWords()
  const actor = useEditor()
  const count = useEditing(({ lateFile }) => lateFile?.script.instructions.length ?? null)
  const takeable = useEditing(mayBeReplaced)
  const status = useEditing(({ saved }) => saved.status)
  if (count === null) return null
  return (
    <div className={classes["problems"]}>
      <div className={classes["failure"]}>
        <Notice tone="bad" title={t("editor.import.error")}>
          <p>
            {t("editor.late-file", { count })}
            {!takeable && ` ${t("editor.late-file.locked", { status: t(`status.${status}`).toLowerCase() })}`}
          </p>
        </Notice>
        {takeable && (
          <Button size="xs" variant="default" onClick={() => actor.send({ type: "late-file.take" })}>
            {t("editor.late-file.take")}
          </Button>
        )}
        <Dismiss name={t("editor.late-file.refuse")} onDismiss={() => actor.send({ type: "late-file.refuse" })} />
      </div>
    </div>
  )
}
