// One thing that two versions of a script say differently, and, where both changed it, whose is kept.
import { plainText } from "../../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { kindOf } from "../../../domain/script/kind.ts"
import { canKeepBoth, type Difference, type Picks, type Side } from "../../../domain/script/merge.ts"
import { nameOf } from "../../../domain/script/name.ts"
import { settingsApart } from "../../../domain/script/settings-apart.ts"
import { mayKeepBoth } from "../../../machines/editor/revisions.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Conflict.module.css"
import { useEditing } from "./editing.tsx"

type Pick = Picks[string]
type Props = { readonly difference: Difference; readonly picked: Pick; readonly onPick: ((pick: Pick) => void) | undefined }

export const DifferenceRow = ({ difference, picked, onPick }: Props) => {
  const title = useTitle()(difference)
  const mayBoth = useEditing(mayKeepBoth)
  if (difference.by !== "both" || onPick === undefined)
    return (
      <li className={classes["one"]}>
        <span className={classes["what"]}>{title}</span>
        <Said difference={difference} side={difference.by === "theirs" ? "theirs" : "mine"} />
      </li>
    )
  return (
    <li>
      <fieldset className={classes["choice"]}>
        <legend>{title}</legend>
        {(["mine", "theirs"] as const).map((side) => (
          <Option key={side} difference={difference} pick={side} isPicked={side === picked} onPick={() => onPick(side)} />
        ))}
        {mayBoth && canKeepBoth(difference) && (
          <Option difference={difference} pick="both" isPicked={picked === "both"} onPick={() => onPick("both")} />
        )}
      </fieldset>
    </li>
  )
}

type OptionProps = { readonly difference: Difference; readonly pick: Pick; readonly isPicked: boolean; readonly onPick: () => void }

const Option = ({ difference, pick, isPicked, onPick }: OptionProps) => {
  const t = useWords()
  return (
    <label className={classes["option"]} data-picked={isPicked}>
      <input type="radio" name={`pick ${difference.key}`} checked={isPicked} onChange={onPick} />
      <span>
        <b>{t(`editor.conflict.use.${pick}`)}</b>
        {pick === "both" ? (
          <span className={classes["said"]}>{t("editor.conflict.use.both.text")}</span>
        ) : (
          <Said difference={difference} side={pick} />
        )}
      </span>
    </label>
  )
}

const useTitle = () => {
  const t = useWords()
  return (difference: Difference): string => {
    if (difference.kind === "order") return t("editor.conflict.order")
    if (difference.kind === "instruction") {
      const instruction = difference.mine ?? difference.theirs
      return instruction === undefined ? "" : `${nameOf(instruction)} · ${t(`editor.kind.${kindOf(instruction)}`)}`
    }
    switch (difference.key) {
      case "name":
      case "public_name":
      case "language":
        return t(`editor.conflict.field.${difference.key}`)
      default:
        return difference.key
    }
  }
}

/** What one side says. */
const Said = ({ difference, side }: { readonly difference: Difference; readonly side: Side }) => {
  const t = useWords()
  if (difference.kind === "order") return null
  if (difference.kind === "field") {
    const value = difference[side]
    return <span className={classes["said"]}>{typeof value === "string" ? value : JSON.stringify(value)}</span>
  }
  const [instruction, other] = [difference[side], difference[side === "mine" ? "theirs" : "mine"]]
  return (
    <span className={classes["said"]} dir="auto">
      {instruction === undefined ? t("editor.conflict.gone") : wording(instruction, other)}
    </span>
  )
}

/** An instruction's text, condition, choices and delay in a few lines, and what else it sets otherwise than the other version. */
const wording = (instruction: Instruction, other: Instruction | undefined): string => {
  const { messages, condition, question, typing_delay } = instruction
  return [
    ...messages.map(({ content }) => plainText(content)),
    condition ?? "",
    (question?.choices ?? []).map(({ value, translation }) => `${value} ${translation.content}`).join(" · "),
    `${typing_delay} s`,
    ...settingsApart(instruction, other).map(({ field, value }) => `${field}: ${value}`),
  ]
    .filter((line) => line !== "")
    .join("\n")
}
