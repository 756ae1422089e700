// Why the script is not saved, and what to do; that this device keeps nothing; what the export came to.
import { Button } from "@mantine/core"
import { same } from "../../../domain/same.ts"
import { nameOf } from "../../../domain/script/name.ts"
import { isLocked } from "../../../domain/script/status.ts"
import { titleProblems } from "../../../domain/script/title.ts"
import { withheld } from "../../../machines/editor/entries.ts"
import { isLockedPart } from "../../../machines/editor/locked.ts"
import { isUnsaved, unfinished } from "../../../machines/editor/unsaved.ts"
import { Dismiss } from "../../kit/Dismiss.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import { useEditing, useEditor } from "./editing.tsx"
import classes from "./SaveProblem.module.css"

type Props = { readonly unreadable: boolean; readonly onShowFindings: () => void }

export const SaveProblem = ({ unreadable, onShowFindings }: Props) => {
  const t = useWords()
  const actor = useEditor()
  const status = useEditing(({ saved }) => saved.status)
  const failure = useEditing((context) => context.failure)
  const waiting = useEditing((_, snapshot) => snapshot.matches({ open: { saving: "waiting" } }))
  const empty = useEditing(({ draft }) => unfinished(draft).map(nameOf).join(", "))
  const mistitled = useEditing(({ draft }) => titleProblems(draft), same)
  const hasOpenChoices = useEditing((context) => !isLockedPart(context, "choices"))
  const heldUp = useEditing((context) => (context.isHeldUp ? withheld(context).map(nameOf).join(", ") : ""))
  const unkept = useEditing((context) => {
    const keeping = isUnsaved(context) ? (context.local?.keeping ?? "kept") : "kept"
    return keeping === "kept" ? null : keeping
  })
  const hasFindings = failure?._tag === "Refused" && failure.findings.length > 0
  return (
    <div className={classes["problems"]}>
      {isLocked(status) && (
        <Notice tone="quiet">
          <p>{t(hasOpenChoices ? "editor.locked.choices" : "editor.locked", { status: t(`status.${status}`).toLowerCase() })}</p>
        </Notice>
      )}
      {unreadable && (
        <Notice tone="bad">
          <p>{t("editor.unreadable")}</p>
        </Notice>
      )}
      {empty !== "" && (
        <Notice tone="quiet">
          <p>{t("editor.unfinished", { names: empty })}</p>
        </Notice>
      )}
      {mistitled.map(({ field, problem }) => (
        <Notice key={field} tone="bad">
          <p>{t("editor.mistitled", { field: t(`editor.conflict.field.${field}`), problem: t(problem) })}</p>
        </Notice>
      ))}
      {heldUp !== "" && (
        <Notice tone="bad">
          <p>{t("editor.withheld", { names: heldUp })}</p>
        </Notice>
      )}
      {unkept !== null && (
        <Notice tone="bad">
          <p>{t(`unkept.${unkept}`)}</p>
        </Notice>
      )}
      {failure !== null && (
        <div className={classes["failure"]}>
          {hasFindings ? (
            <Notice tone="bad">
              <p>{t("editor.refused")}</p>
            </Notice>
          ) : (
            <FailureNotice failure={failure} />
          )}
          {hasFindings && (
            <Button size="xs" variant="default" onClick={onShowFindings}>
              {t("editor.refused.show")}
            </Button>
          )}
          {waiting && (
            <Button size="xs" variant="default" onClick={() => actor.send({ type: "save.retry" })}>
              {t("retry")}
            </Button>
          )}
          {!waiting && <Dismiss onDismiss={() => actor.send({ type: "failure.dismiss" })} />}
        </div>
      )}
    </div>
  )
}
