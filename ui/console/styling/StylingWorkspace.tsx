// Controls on the left, the preview on the right; one of them at a time where there is no room for both.

import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Consent } from "../../kit/ConfirmDialog.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/i18n.tsx"
import { useScreenKeys, useUndoKeys } from "../../kit/keyboard-shortcuts.ts"
import type { StylingMachines } from "../console-services.tsx"
import { Conflict } from "./StyleConflictDialog.tsx"
import { StylePreview } from "./StylePreview.tsx"
import classes from "./Styling.module.css"
import { News } from "./StylingMessages.tsx"
import { Controls } from "./StylingTabs.tsx"
import { Bar } from "./StylingToolbar.tsx"
import { useStyled, useStyling } from "./styling-context.tsx"

// What is asked: whether changes may be lost, and whether a save is tried again (spec/3-community §8).

export const LeaveConsent = () => {
  const t = useWords()
  const actor = useStyling()
  const asks = useStyled((_, snapshot) => snapshot.hasTag("asks-to-leave"))
  return (
    <Consent
      title={t("styling.leave.title")}
      question={asks ? t("styling.leave.question") : null}
      deed={t("styling.leave.give")}
      destroys
      onGive={() => actor.send({ type: "leave.give" })}
      onRefuse={() => actor.send({ type: "leave.refuse" })}
    />
  )
}

export const RetryConsent = () => {
  const t = useWords()
  const actor = useStyling()
  const asks = useStyled((_, snapshot) => snapshot.hasTag("asks-to-retry"))
  const failure = useStyled((context) => context.failure)
  return (
    <Consent
      title={t("styling.retry.title")}
      question={asks ? t("styling.retry.question") : null}
      deed={t("retry")}
      onGive={() => actor.send({ type: "retry.give" })}
      onRefuse={() => actor.send({ type: "retry.refuse" })}
    >
      <FailureNotice failure={failure} />
    </Consent>
  )
}

// Controls or preview, where there is no room for both: the preview is shown from its top, the controls where their author left them.

export const panes = ["controls", "preview"] as const
type Pane = (typeof panes)[number]

export const usePanes = () => {
  const [pane, turn] = useState<Pane>("controls")
  /** What switches between them; not to be seen where both are. */
  const switches = useRef<HTMLFieldSetElement>(null)
  const left = useRef(0)
  const show = (next: Pane): void => {
    if (next === pane) return
    if (next === "preview") left.current = window.scrollY
    flushSync(() => turn(next))
    if (switches.current?.checkVisibility() !== true) return
    if (next === "preview") switches.current.scrollIntoView({ block: "start" })
    else window.scrollTo({ top: left.current })
  }
  return { pane, show, switches }
}

type Props = { readonly preview: StylingMachines["preview"]; readonly slug: string }

export const Desk = ({ preview, slug }: Props) => {
  const t = useWords()
  const actor = useStyling()
  const { pane, show, switches } = usePanes()
  useScreenKeys([["mod+S", () => actor.send({ type: "style.save" })]], { inFields: true })
  useUndoKeys(
    () => actor.send({ type: "edit.undo" }),
    () => actor.send({ type: "edit.redo" }),
  )
  return (
    <>
      <Bar />
      <News />
      <fieldset className={classes["panes"]} aria-label={t("styling.pane")} ref={switches}>
        {panes.map((one) => (
          <button key={one} type="button" aria-pressed={pane === one} onClick={() => show(one)}>
            {t(`styling.${one}`)}
          </button>
        ))}
      </fieldset>
      <div className={classes["desk"]} data-pane={pane}>
        <div className={classes["controls"]}>
          <Controls onShow={() => show("preview")} />
        </div>
        <div className={classes["preview"]}>
          <StylePreview machine={preview} slug={slug} />
        </div>
      </div>
      <LeaveConsent />
      <RetryConsent />
      <Conflict />
    </>
  )
}
