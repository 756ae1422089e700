// The save status, and the messages about what prevents the script from being saved or stored on this device.
import { Button } from "@mantine/core"
import { IconCloudCheck, IconCloudOff, IconDeviceDesktop, IconLock } from "@tabler/icons-react"
import type { SnapshotFrom } from "xstate"
import type { PlainMessageKey } from "../../../../domain/catalog/catalog.ts"
import { deepEqual } from "../../../../domain/json/json-value.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { isLocked } from "../../../../domain/script/status.ts"
import { findTitleProblems } from "../../../../domain/script/title.ts"
import type { editorMachine } from "../../../../machines/editor/editor-machine.ts"
import { isLockedPart, isScriptViewOnly } from "../../../../machines/editor/editor-setup.ts"
import { isUnsaved, listEmptyInstructions, listPendingForms } from "../../../../machines/editor/unsaved-work.ts"
import { FailureNotice } from "../../../kit/FailureNotice.tsx"
import { useTranslate } from "../../../kit/i18n.tsx"
import { DismissButton, Notice } from "../../../kit/Notice.tsx"
import { useEditor, useEditorState } from "../editor-context.tsx"
import classes from "./SaveStatus.module.css"

type Props = { readonly unreadable: boolean; readonly onShowFindings: () => void }

export const SaveMessages = ({ unreadable, onShowFindings }: Props) => {
  const t = useTranslate()
  const actor = useEditor()
  const status = useEditorState(({ savedScript }) => savedScript.status)
  const failure = useEditorState((context) => context.failure)
  const isWaiting = useEditorState((_, snapshot) => snapshot.matches({ open: { saving: "retrying" } }))
  const emptyNames = useEditorState(({ draft }) => listEmptyInstructions(draft).map(getInstructionName).join(", "))
  const hasOpenChoices = useEditorState((context) => !isLockedPart(context, "choices"))
  const blockingNames = useEditorState((context) =>
    context.isBlockedByForms ? listPendingForms(context).map(getInstructionName).join(", ") : "",
  )
  const storageProblem = useEditorState((context) => {
    const storageStatus = isUnsaved(context) ? (context.localDraft?.keeping ?? "kept") : "kept"
    return storageStatus === "kept" ? null : storageStatus
  })
  const hasFindings = failure?._tag === "ValidationFailed" && failure.findings.length > 0
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
      {emptyNames !== "" && (
        <Notice tone="quiet">
          <p>{t("editor.unfinished", { names: emptyNames })}</p>
        </Notice>
      )}
      {blockingNames !== "" && (
        <Notice tone="bad">
          <p>{t("editor.withheld", { names: blockingNames })}</p>
        </Notice>
      )}
      {storageProblem !== null && (
        <Notice tone="bad">
          <p>{t(`unkept.${storageProblem}`)}</p>
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
          {isWaiting && (
            <Button size="xs" variant="default" onClick={() => actor.send({ type: "save.retry" })}>
              {t("retry")}
            </Button>
          )}
          {!isWaiting && <DismissButton onDismiss={() => actor.send({ type: "failure.dismiss" })} />}
        </div>
      )}
    </div>
  )
}

type SaveState = "saved" | "saving" | "kept" | "offline" | "waiting" | "signed-out" | "conflict" | "refused" | "full" | "off" | "view-only"

const getSaveState = (snapshot: SnapshotFrom<typeof editorMachine>): SaveState => {
  const { context } = snapshot
  if (isScriptViewOnly(context)) return "view-only"
  if (snapshot.hasTag("saving")) return "saving"
  if (snapshot.matches({ open: { saving: "conflict" } })) return "conflict"
  if (snapshot.matches({ open: { saving: "signedOut" } })) return "signed-out"
  if (snapshot.matches({ open: { saving: "retrying" } })) return context.failure?._tag === "RateLimited" ? "waiting" : "offline"
  if (context.failure !== null || (context.isBlockedByForms && listPendingForms(context).length > 0)) return "refused"
  if (!isUnsaved(context)) return "saved"
  return context.localDraft === null || context.localDraft.keeping === "kept" ? "kept" : context.localDraft.keeping
}

const icons = { good: IconCloudCheck, quiet: IconDeviceDesktop, bad: IconCloudOff, lock: IconLock } as const
const tones: Readonly<Record<SaveState, keyof typeof icons>> = {
  saved: "good",
  saving: "quiet",
  kept: "quiet",
  offline: "bad",
  waiting: "bad",
  "signed-out": "bad",
  conflict: "bad",
  refused: "bad",
  full: "bad",
  off: "bad",
  "view-only": "lock",
}

/** The id of the save status, which describes an invalid title. */
export const saveStatusId = "save-status"

/** Where the edits are saved, or which title keeps them from being saved, in one line: a notice would move the screen while a title is typed. */
export const SaveStatus = () => {
  const t = useTranslate()
  const state = useEditorState((_, snapshot) => getSaveState(snapshot))
  const titleProblem = useEditorState(({ draft }) => findTitleProblems(draft)[0], deepEqual)
  const shownProblem = state === "view-only" ? undefined : titleProblem
  const tone = shownProblem === undefined ? tones[state] : "bad"
  const Icon = icons[tone]
  const key: PlainMessageKey = `editor.state.${state}`
  const text =
    shownProblem === undefined
      ? t(key)
      : t("editor.mistitled", { field: t(`editor.conflict.field.${shownProblem.field}`), problem: t(shownProblem.problem) })
  return (
    <output id={saveStatusId} className={classes["state"]} data-tone={tone} title={text}>
      <Icon size={16} aria-hidden="true" />
      <span>{text}</span>
    </output>
  )
}
