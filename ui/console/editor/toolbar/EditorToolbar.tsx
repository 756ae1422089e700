// The toolbar of the editor: title, save status, undo and redo, panes, options, close and save.
import { Button } from "@mantine/core"
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
import { type ComponentType, type RefObject, useMemo, useRef } from "react"
import { describeUndoStep } from "../../../../domain/script/script-patch.ts"
import { titleProblem } from "../../../../domain/script/title.ts"
import type { Step } from "../../../../machines/editor/undo-history.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import { screenUndoScope } from "../../../kit/keyboard-shortcuts.ts"
import { useEditor, useEditorState, useIsLocked, useIsViewOnly } from "../editor-context.tsx"
import type { SidePaneName } from "../SidePane.tsx"
import classes from "./EditorToolbar.module.css"
import { SaveStatus } from "./SaveStatus.tsx"

type Props = {
  readonly side: SidePaneName | null
  readonly onTurn: (side: SidePaneName) => void
  readonly onOptions: () => void
  readonly onShortcuts: () => void
  readonly onSave: () => void
  readonly onClose: () => void
}

export const EditorToolbar = ({ side, onTurn, onOptions, onShortcuts, onSave, onClose }: Props) => {
  const t = useTranslate()
  const viewOnly = useIsViewOnly()
  const saving = useEditorState((_, snapshot) => snapshot.hasTag("saving"))
  return (
    <div className={classes["bar"]}>
      <div className={classes["about"]}>
        <TitleField />
        <SaveStatus />
      </div>
      <div className={classes["deeds"]}>
        {!viewOnly && <Steps />}
        <SideButton of="test" icon={IconPlayerPlay} side={side} onTurn={onTurn} />
        <SideButton of="flow" icon={IconSitemap} side={side} onTurn={onTurn} />
        <SideButton of="translations" icon={IconLanguage} side={side} onTurn={onTurn} />
        <CheckButton side={side} onTurn={onTurn} />
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
  const isWrong = titleProblem(name) !== null
  return (
    <input
      {...screenUndoScope}
      className={classes["title"]}
      aria-label={t("editor.title")}
      aria-invalid={isWrong}
      placeholder={t("editor.title")}
      dir="auto"
      autoComplete="off"
      readOnly={locked}
      value={name}
      onChange={(event) => actor.send({ type: "title.type", text: event.currentTarget.value })}
    />
  )
}

const Steps = () => {
  const t = useTranslate()
  const actor = useEditor()
  const back = useEditorState(({ history }) => history.past.at(-1))
  const forth = useEditorState(({ history }) => history.future.at(-1))
  const turned = useEditorState((context) => context.lastHistoryMove)
  const count = useEditorState(({ draft }) => draft.instructions.length)
  const subjectOf = (step: Step): string | null => {
    const subject = describeUndoStep(step) ?? { part: null, name: null }
    if ("count" in subject) return t("editor.marked.count", { count: subject.count })
    const { part, name } = subject
    if (part === null) return name
    return name === null ? t(`editor.part.${part}`) : t("editor.part.of", { part: t(`editor.part.${part}`), name })
  }
  const named = (step: Step) => {
    const deed = t(`editor.deed.${step.deed}`)
    const what = subjectOf(step)
    return what === null ? deed : t("editor.deed.of", { deed, what })
  }
  const [undo, redo] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  /** A disabled button cannot hold the focus: when undo or redo runs out, the focus moves to the other button. */
  const turn = (way: "undo" | "redo") => {
    actor.send({ type: `edit.${way}` })
    const { past, future } = actor.getSnapshot().context.history
    const isAtEnd = (way === "undo" ? past : future).length === 0
    if (isAtEnd) requestAnimationFrame(() => (way === "undo" ? redo : undo).current?.focus())
  }
  /** Announces copies and deletions. The outline announces moves itself; undo and redo are announced separately. */
  const newsOf = () => {
    if (back === undefined || forth !== undefined || turned?.step === back) return null
    const what = subjectOf(back)
    return what !== null && (back.deed === "copy" || back.deed === "delete") ? { deed: back.deed, what } : null
  }
  const news = newsOf()
  const hint = (way: "undo" | "redo", step: Step | undefined) =>
    step === undefined ? undefined : t(`editor.${way}.of`, { deed: named(step) })
  return (
    <>
      <Tool
        icon={IconArrowBackUp}
        name={t("editor.undo")}
        hint={hint("undo", back)}
        off={back === undefined}
        at={undo}
        onDo={() => turn("undo")}
      />
      <Tool
        icon={IconArrowForwardUp}
        name={t("editor.redo")}
        hint={hint("redo", forth)}
        off={forth === undefined}
        at={redo}
        onDo={() => turn("redo")}
      />
      <output className="unseen">{news !== null && t(`editor.done.${news.deed}`, { what: news.what, count })}</output>
      <output className="unseen">{turned !== null && t(`editor.${turned.way}.done`, { deed: named(turned.step) })}</output>
    </>
  )
}

type SideProps = {
  readonly of: SidePaneName
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>
  readonly side: SidePaneName | null
  readonly onTurn: (side: SidePaneName) => void
}

const SideButton = ({ of, icon: Icon, side, onTurn }: SideProps) => {
  const t = useTranslate()
  return (
    <button
      type="button"
      className={`${classes["check"]} ${classes["side"]}`}
      aria-label={t(`editor.${of}`)}
      aria-pressed={side === of}
      title={t(`editor.${of}`)}
      onClick={() => onTurn(of)}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={classes["wide"]}>{t(`editor.${of}`)}</span>
    </button>
  )
}

const CheckButton = ({ side, onTurn }: Omit<SideProps, "of" | "icon">) => {
  const t = useTranslate()
  const findings = useEditorState((context) => context.findings)
  const count = findings.length
  const hasErrors = useMemo(() => findings.some(({ severity }) => severity === "error"), [findings])
  return (
    <span className={`${classes["findings"]} ${classes["side"]}`}>
      <button
        type="button"
        className={classes["check"]}
        aria-label={t("editor.check")}
        aria-describedby={count > 0 ? "check-count" : undefined}
        aria-pressed={side === "check"}
        title={t("editor.check.count", { count })}
        onClick={() => onTurn("check")}
      >
        <IconListSearch size={18} aria-hidden="true" />
        <span className={classes["wide"]}>{t("editor.check")}</span>
      </button>
      {count > 0 && (
        <span id="check-count" className={classes["count"]} data-errors={hasErrors}>
          {count}
        </span>
      )}
    </span>
  )
}

type ToolProps = {
  readonly icon: ComponentType<{ size?: number; "aria-hidden"?: "true" }>
  readonly name: string
  readonly hint?: string | undefined
  readonly off?: boolean
  readonly at?: RefObject<HTMLButtonElement | null>
  readonly onDo: () => void
}

const Tool = ({ icon: Icon, name, hint = name, off = false, at, onDo }: ToolProps) => (
  <button ref={at} type="button" className={classes["tool"]} aria-label={name} title={hint} disabled={off} onClick={onDo}>
    <Icon size={18} aria-hidden="true" />
  </button>
)
