// The styling screen: controls beside the preview, or one at a time on narrow screens.
import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import { useScreenShortcuts, useUndoShortcuts } from "../../kit/shortcut-hooks.ts"
import type { StylingMachines } from "../console-services.tsx"
import { StyleConflictDialog } from "./StyleConflictDialog.tsx"
import { StylePreview } from "./StylePreview.tsx"
import classes from "./Styling.module.css"
import { StylingMessages } from "./StylingMessages.tsx"
import { StylingTabs } from "./StylingTabs.tsx"
import { StylingToolbar } from "./StylingToolbar.tsx"
import { useStyling, useStylingState } from "./styling-context.tsx"

export const LeaveStylingConfirmation = () => {
  const t = useTranslate()
  const actor = useStyling()
  const isAsking = useStylingState((_, snapshot) => snapshot.hasTag("confirming-leave"))
  return (
    <ConfirmDialog
      title={t("styling.leave.title")}
      question={isAsking ? t("styling.leave.question") : null}
      confirmLabel={t("styling.leave.give")}
      destroys
      onConfirm={() => actor.send({ type: "leave.confirm" })}
      onCancel={() => actor.send({ type: "leave.cancel" })}
    />
  )
}

export const RetrySaveConfirmation = () => {
  const t = useTranslate()
  const actor = useStyling()
  const isAsking = useStylingState((_, snapshot) => snapshot.hasTag("confirming-retry"))
  const failure = useStylingState((context) => context.failure)
  return (
    <ConfirmDialog
      title={t("styling.retry.title")}
      question={isAsking ? t("styling.retry.question") : null}
      confirmLabel={t("retry")}
      onConfirm={() => actor.send({ type: "retry.confirm" })}
      onCancel={() => actor.send({ type: "retry.cancel" })}
    >
      <FailureNotice failure={failure} />
    </ConfirmDialog>
  )
}

export const stylingPanes = ["controls", "preview"] as const
type Pane = (typeof stylingPanes)[number]

/** Switches panes on narrow screens: the preview opens at its top, the controls where the author left them. */
export const usePaneSwitch = () => {
  const [pane, setPane] = useState<Pane>("controls")
  /** What stays visible above both panes while the page scrolls. */
  const top = useRef<HTMLDivElement>(null)
  const workspace = useRef<HTMLDivElement>(null)
  const controlsScrollY = useRef(0)
  const show = (next: Pane): void => {
    if (next === pane) return
    if (next === "preview") controlsScrollY.current = window.scrollY
    flushSync(() => setPane(next))
    // Where both panes are visible, nothing scrolls.
    if (top.current?.querySelector("fieldset")?.checkVisibility() !== true || workspace.current === null) return
    if (next === "controls") return window.scrollTo({ top: controlsScrollY.current })
    const stuckBottom = Number.parseFloat(getComputedStyle(top.current).insetBlockStart) + top.current.offsetHeight
    window.scrollBy({ top: workspace.current.getBoundingClientRect().top - stuckBottom - gapAbovePreview })
  }
  return { pane, show, top, workspace }
}

/** The space between the sticky toolbar and the top of the preview, in pixels. */
const gapAbovePreview = 12

type Props = { readonly preview: StylingMachines["preview"]; readonly slug: string }

export const StylingWorkspace = ({ preview, slug }: Props) => {
  const t = useTranslate()
  const actor = useStyling()
  const { pane, show, top, workspace } = usePaneSwitch()
  useScreenShortcuts([["mod+S", () => actor.send({ type: "style.save" })]], { inFields: true })
  useUndoShortcuts(
    () => actor.send({ type: "edit.undo" }),
    () => actor.send({ type: "edit.redo" }),
  )
  return (
    <>
      <div className={classes["top"]} ref={top}>
        <StylingToolbar />
        <fieldset className={classes["panes"]} aria-label={t("styling.pane")}>
          {stylingPanes.map((name) => (
            <button key={name} type="button" aria-pressed={pane === name} onClick={() => show(name)}>
              {t(`styling.${name}`)}
            </button>
          ))}
        </fieldset>
      </div>
      <StylingMessages />
      <div className={classes["workspace"]} data-pane={pane} ref={workspace}>
        <div className={classes["controls"]}>
          <StylingTabs onShow={() => show("preview")} />
        </div>
        <div className={classes["preview"]}>
          <StylePreview machine={preview} slug={slug} />
        </div>
      </div>
      <LeaveStylingConfirmation />
      <RetrySaveConfirmation />
      <StyleConflictDialog />
    </>
  )
}
