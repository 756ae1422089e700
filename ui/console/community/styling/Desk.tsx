// Controls on the left, the preview on the right; one of them at a time where there is no room for both.
import { useScreenKeys } from "../../../kit/screen-keys.ts"
import { useUndoKeys } from "../../../kit/undo-keys.ts"
import { useWords } from "../../../kit/words.tsx"
import { Bar } from "./Bar.tsx"
import { Conflict } from "./Conflict.tsx"
import { LeaveConsent, RetryConsent } from "./Consents.tsx"
import { Controls } from "./Controls.tsx"
import { useStyling } from "./configuring.tsx"
import type { StylingMachines } from "./machines.ts"
import { News } from "./News.tsx"
import { panes, usePanes } from "./panes.ts"
import { StylePreview } from "./preview/StylePreview.tsx"
import classes from "./Styling.module.css"

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
