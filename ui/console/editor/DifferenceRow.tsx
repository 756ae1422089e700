// One thing that two versions of a script say differently, and, where both changed it, whose is kept.
import { plainText } from "../../../domain/rich-text/plain-text.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { kindOf } from "../../../domain/script/kind.ts"
import { canKeepBoth, type Difference, type Picks, type Side } from "../../../domain/script/merge.ts"
import { nameOf } from "../../../domain/script/name.ts"
import { settingsApart } from "../../../domain/script/settings-apart.ts"
import { mayKeepBoth } from "../../../machines/editor/revisions.ts"
import { BothSaid, OneSaid, Said } from "../../kit/Overtaken.tsx"
import { useWords } from "../../kit/words.tsx"
import { useEditing } from "./editing.tsx"

type Pick = Picks[string]
type Props = {
  readonly difference: Difference
  readonly picked: Pick
  /** Where there is something to pick. */
  readonly onPick?: (pick: Pick) => void
}

export const DifferenceRow = ({ difference, picked, onPick }: Props) => {
  const t = useWords()
  const title = useTitle()(difference)
  const mayBoth = useEditing(mayKeepBoth)
  const said = (pick: Pick) =>
    pick === "both" ? <Said>{t("editor.conflict.use.both.text")}</Said> : <Version difference={difference} side={pick} />
  if (onPick === undefined) return <OneSaid title={title}>{said(picked)}</OneSaid>
  const picks = [...sides, ...(mayBoth && canKeepBoth(difference) ? (["both"] as const) : [])]
  return <BothSaid id={difference.key} title={title} picks={picks} picked={picked} said={said} onPick={onPick} />
}

const sides: ReadonlyArray<Side> = ["mine", "theirs"]

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
const Version = ({ difference, side }: { readonly difference: Difference; readonly side: Side }) => {
  const t = useWords()
  if (difference.kind === "order") return null
  if (difference.kind === "field") {
    const value = difference[side]
    return <Said>{typeof value === "string" ? value : JSON.stringify(value)}</Said>
  }
  const [instruction, other] = [difference[side], difference[side === "mine" ? "theirs" : "mine"]]
  return <Said>{instruction === undefined ? t("editor.conflict.gone") : wording(instruction, other)}</Said>
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
