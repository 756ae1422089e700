// How the score is shown (spec/2-editor §3 "score"; decisions E4): there is one way, and what it needs is told.
import { isScored } from "../../../../domain/questions/extras.ts"
import type { Instruction } from "../../../../domain/script/instruction.ts"
import { Notice } from "../../../kit/Notice.tsx"
import { useWords } from "../../../kit/words.tsx"
import { useEditing, useLocked, useWrite } from "../editing.tsx"
import { Segments } from "../fields/Segments.tsx"
import classes from "./media.module.css"

export const ScorePanel = ({ instruction: { uuid, order, action } }: { readonly instruction: Instruction }) => {
  const t = useWords()
  const write = useWrite(uuid)
  const locked = useLocked("action")
  const isAnyScored = useEditing(({ draft }) => draft.instructions.slice(0, order).some(isScored))
  return (
    <div className={classes["panel"]}>
      <Segments
        label={t("editor.chart")}
        value="average"
        options={[["average", t("editor.chart.average")]]}
        locked={locked}
        onPick={(charttype) => action?.type === "score" && write(null, { action: { ...action, params: { ...action.params, charttype } } })}
      />
      <p className={classes["hint"]}>{t("editor.score.about")}</p>
      {!isAnyScored && (
        <Notice tone="quiet">
          <p>{t("editor.score.none")}</p>
        </Notice>
      )}
    </div>
  )
}
