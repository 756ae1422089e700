// One thing that two versions of a script say differently, and, where both changed it, whose is kept.
import { kindOf } from "../../../domain/script/kind.ts"
import { canKeepBoth, type Difference, type Picks, type Side } from "../../../domain/script/merge.ts"
import { nameOf } from "../../../domain/script/name.ts"
import { mayKeepBoth } from "../../../machines/editor/revisions.ts"
import { BothSaid, OneSaid, Said } from "../../kit/Overtaken.tsx"
import { useWords } from "../../kit/words.tsx"
import { useEditing } from "./editing.tsx"
import { InstructionSaid } from "./InstructionSaid.tsx"
import { useLanguageName } from "./language-name.ts"

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
  const languageName = useLanguageName()
  if (difference.kind === "order") {
    const moved = difference[side]?.map(nameOf) ?? []
    return moved.length === 0 ? null : <Said>{t("editor.conflict.moved", { names: moved.join(", ") })}</Said>
  }
  if (difference.kind === "field") {
    const { key } = difference
    const value = difference[side]
    const written = typeof value === "string" ? value : JSON.stringify(value)
    return <Said>{key === "language" ? languageName(written) : written}</Said>
  }
  const [instruction, other] = [difference[side], difference[side === "mine" ? "theirs" : "mine"] ?? difference.base]
  if (instruction === undefined) return <Said>{t("editor.conflict.gone")}</Said>
  return (
    <>
      {difference.base === undefined && <Said>{t("editor.conflict.added")}</Said>}
      <InstructionSaid instruction={instruction} other={other} />
    </>
  )
}
