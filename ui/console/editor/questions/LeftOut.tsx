// What did not become a choice, and why: it was pasted, and may be nowhere else.
import { Textarea } from "@mantine/core"
import { mostChoices } from "../../../../domain/questions/choices.ts"
import { Dismiss } from "../../../kit/Dismiss.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useWords } from "../../../kit/words.tsx"
import classes from "./questions.module.css"

type Props = { readonly lines: ReadonlyArray<string>; readonly isFull: boolean; readonly onDismiss: () => void }

export const LeftOut = ({ lines, isFull, onDismiss }: Props) => {
  const t = useWords()
  const count = lines.length
  if (count === 0 && !isFull) return null
  return (
    <div className={classes["leftout"]}>
      <Notice tone="bad" title={isFull ? t("editor.choice.full", { most: mostChoices }) : t("editor.choice.left", { count })}>
        {isFull && count > 0 && <p>{t("editor.choice.left.full", { count })}</p>}
        {count > 0 && (
          <Textarea aria-label={t("editor.choice.left.lines")} dir="auto" readOnly autosize maxRows={8} value={lines.join("\n")} />
        )}
      </Notice>
      <Dismiss onDismiss={onDismiss} />
    </div>
  )
}
