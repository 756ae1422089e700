// The toolbar of the editor: title, save status, undo and redo, panes, options, close and save.
import { Button, VisuallyHidden } from "@mantine/core"
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconKeyboard,
  IconLanguage,
  IconListSearch,
  IconPlayerPlay,
  IconSettings,
  IconSitemap,
} from "@tabler/icons-react"
import { type ComponentType, type RefObject, useRef } from "react"
import { describeUndoStep } from "../../../../domain/revisions/script-patch.ts"
import { findTitleProblem } from "../../../../domain/script/title.ts"
import type { Step } from "../../../../machines/editor/undo-history.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { screenUndoScope } from "../../../kit/shortcut-hooks.ts"
import { FindingCount, useFindingCount } from "../check/FindingCount.tsx"
import { useEditor, useEditorState, useIsLocked, useIsViewOnly } from "../editor-context.tsx"
import type { SidePaneName } from "../SidePane.tsx"
import classes from "./EditorToolbar.module.css"
import { SaveStatus, saveStatusId } from "./SaveStatus.tsx"

type Props = {
  readonly side: SidePaneName | null
  readonly onToggleSide: (side: SidePaneName) => void
  readonly onOptions: () => void
  readonly onShortcuts: () => void
  readonly onSave: () => void
  readonly onClose: () => void
}

export const EditorToolbar = ({ side, onToggleSide, onOptions, onShortcuts, onSave, onClose }: Props) => {
  const t = useTranslate()
  const viewOnly = useIsViewOnly()
  const saving = useEditorState((_, snapshot) => snapshot.hasTag("saving"))
  return (
    <div className={classes["bar"]}>
      <div className={classes["about"]}>
        <TitleField />
        <SaveStatus />
      </div>
      <div className={classes["actions"]}>
        {!viewOnly && <UndoButtons />}
        <SideButton pane="test" icon={IconPlayerPlay} side={side} onToggleSide={onToggleSide} />
        <SideButton pane="flow" icon={IconSitemap} side={side} onToggleSide={onToggleSide} />
        <SideButton pane="translations" icon={IconLanguage} side={side} onToggleSide={onToggleSide} />
        <CheckButton side={side} onToggleSide={onToggleSide} />
        <button type="button" className={classes["check"]} aria-label={t("editor.options")} title={t("editor.options")} onClick={onOptions}>
          <IconSettings size={18} aria-hidden="true" />
          <span className={classes["wide"]}>{t("editor.options")}</span>
        </button>
        <button
          type="button"
          className={`${classes["tool"]} ${classes["side"]}`}
          aria-label={t("editor.shortcuts")}
          title={`${t("editor.shortcuts")} (?)`}
          onClick={onShortcuts}
        >
          <IconKeyboard size={18} aria-hidden="true" />
        </button>
        <Button variant="default" className={classes["close"] ?? ""} onClick={onClose}>
          {t("editor.close")}
        </Button>
        {!viewOnly && (
          <Button className={classes["save"] ?? ""} loading={saving} onClick={onSave}>
            {t("editor.save")}
          </Button>
        )}
      </div>
    </div>
  )
}

const TitleField = () => {
  const t = useTranslate()
  const actor = useEditor()
  const locked = useIsLocked("title")
  const name = useEditorState(({ draft }) => draft.name)
  const isInvalid = findTitleProblem(name) !== null
  return (
    <input
      {...screenUndoScope}
      className={classes["title"]}
      aria-label={t("editor.title")}
      aria-invalid={isInvalid}
      aria-describedby={isInvalid ? saveStatusId : undefined}
      placeholder={t("editor.title")}
      dir="auto"
      autoComplete="off"
      readOnly={locked}
      value={name}
      onChange={(event) => actor.send({ type: "title.type", text: event.currentTarget.value })}
    />
  )
}

const UndoButtons = () => {
  const t = useTranslate()
  const actor = useEditor()
  const undoStep = useEditorState(({ history }) => history.past.at(-1))
  const redoStep = useEditorState(({ history }) => history.future.at(-1))
  const lastMove = useEditorState((context) => context.lastHistoryMove)
  const count = useEditorState(({ draft }) => draft.instructions.length)
  const getSubject = (step: Step): string | null => {
    const subject = describeUndoStep(step) ?? { part: null, name: null }
    if ("count" in subject) return t("editor.marked.count", { count: subject.count })
    const { part, name } = subject
    if (part === null) return name
    return name === null ? t(`editor.part.${part}`) : t("editor.part.of", { part: t(`editor.part.${part}`), name })
  }
  const describeStep = (step: Step) => {
    const action = t(`editor.step.${step.kind}`)
    const subject = getSubject(step)
    return subject === null ? action : t("editor.step.of", { action, what: subject })
  }
  const [undoButton, redoButton] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  /** A disabled button cannot hold the focus: when undo or redo runs out, the focus moves to the other button. */
  const moveInHistory = (direction: "undo" | "redo") => {
    actor.send({ type: `edit.${direction}` })
    const { past, future } = actor.getSnapshot().context.history
    const isAtEnd = (direction === "undo" ? past : future).length === 0
    if (isAtEnd) requestAnimationFrame(() => (direction === "undo" ? redoButton : undoButton).current?.focus())
  }
  /** Announces copies and deletions. The outline announces moves itself; undo and redo are announced separately. */
  const getAnnouncement = () => {
    if (undoStep === undefined || redoStep !== undefined || lastMove?.step === undoStep) return null
    const subject = getSubject(undoStep)
    return subject !== null && (undoStep.kind === "copy" || undoStep.kind === "delete") ? { kind: undoStep.kind, what: subject } : null
  }
  const announcement = getAnnouncement()
  const getHint = (direction: "undo" | "redo", step: Step | undefined) =>
    step === undefined ? undefined : t(`editor.${direction}.of`, { action: describeStep(step) })
  return (
    <>
      <Tool
        icon={IconArrowBackUp}
        name={t("editor.undo")}
        hint={getHint("undo", undoStep)}
        isDisabled={undoStep === undefined}
        buttonRef={undoButton}
        onClick={() => moveInHistory("undo")}
      />
      <Tool
        icon={IconArrowForwardUp}
        name={t("editor.redo")}
        hint={getHint("redo", redoStep)}
        isDisabled={redoStep === undefined}
        buttonRef={redoButton}
        onClick={() => moveInHistory("redo")}
      />
      <VisuallyHidden component="output">
        {announcement !== null && t(`editor.done.${announcement.kind}`, { what: announcement.what, count })}
      </VisuallyHidden>
      <VisuallyHidden component="output">
        {lastMove !== null && t(`editor.${lastMove.way}.done`, { action: describeStep(lastMove.step) })}
      </VisuallyHidden>
    </>
  )
}

type SideProps = {
  readonly pane: SidePaneName
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>
  readonly side: SidePaneName | null
  readonly onToggleSide: (side: SidePaneName) => void
}

const SideButton = ({ pane, icon: Icon, side, onToggleSide }: SideProps) => {
  const t = useTranslate()
  return (
    <button
      type="button"
      className={`${classes["check"]} ${classes["side"]}`}
      aria-label={t(`editor.${pane}`)}
      aria-pressed={side === pane}
      title={t(`editor.${pane}`)}
      onClick={() => onToggleSide(pane)}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={classes["wide"]}>{t(`editor.${pane}`)}</span>
    </button>
  )
}

const CheckButton = ({ side, onToggleSide }: Omit<SideProps, "pane" | "icon">) => {
  const t = useTranslate()
  const count = useFindingCount()
  return (
    <span className={`${classes["findings"]} ${classes["side"]}`}>
      <button
        type="button"
        className={classes["check"]}
        aria-label={t("editor.check")}
        aria-describedby={count > 0 ? "check-count" : undefined}
        aria-pressed={side === "check"}
        title={t("editor.check.count", { count })}
        onClick={() => onToggleSide("check")}
      >
        <IconListSearch size={18} aria-hidden="true" />
        <span className={classes["wide"]}>{t("editor.check")}</span>
      </button>
      <FindingCount id="check-count" count={count} />
    </span>
  )
}

type ToolProps = {
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>
  readonly name: string
  readonly hint?: string | undefined
  readonly isDisabled?: boolean
  readonly buttonRef?: RefObject<HTMLButtonElement | null>
  readonly onClick: () => void
}

const Tool = ({ icon: Icon, name, hint = name, isDisabled = false, buttonRef, onClick }: ToolProps) => (
  <button ref={buttonRef} type="button" className={classes["tool"]} aria-label={name} title={hint} disabled={isDisabled} onClick={onClick}>
    <Icon size={18} aria-hidden="true" />
  </button>
)
