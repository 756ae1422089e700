// One thing that two versions of a script say differently, and, where both changed it, whose is kept.

import { useMemo, useState } from "react"
import type { Overtaken } from "../../../../domain/failure.ts"
import { kindOf } from "../../../../domain/script/instruction.ts"
import { nameOf } from "../../../../domain/script/instruction-name.ts"
import { authoredOf } from "../../../../domain/script/local-draft.ts"
import { canKeepBoth, type Difference, differences, type Picks, type Side } from "../../../../domain/script/script-merge.ts"
import { mayKeepBoth } from "../../../../machines/editor/editor-saving-region.ts"
import { useWords } from "../../../kit/i18n.tsx"
import { BothSaid, OneSaid, OvertakenDialog, OvertakenGroup, OvertakenWays, Said } from "../../../kit/SaveConflictDialog.tsx"
import { useEditing, useEditor, useLanguageName } from "../editor-context.tsx"
import { InstructionSaid } from "./InstructionDiff.tsx"

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

// Someone else saved the script first: what differs in instructions, fields and their order.

export const Conflict = () => {
  const t = useWords()
  const theirs = useEditing((context, snapshot) => (snapshot.matches({ open: { saving: "overtaken" } }) ? context.theirs : null))
  const title =
    theirs === null || theirs.savedBy === null ? t("editor.conflict.title.unknown") : t("editor.conflict.title", { who: theirs.savedBy })
  return (
    <OvertakenDialog isOpen={theirs !== null} title={title}>
      {theirs !== null && <Ways theirs={theirs} />}
    </OvertakenDialog>
  )
}

const Ways = ({ theirs }: { readonly theirs: Overtaken }) => {
  const t = useWords()
  const actor = useEditor()
  const base = useEditing((context) => context.base)
  const mine = useEditing(({ draft }) => draft)
  const [picks, pick] = useState<Picks>({})
  const all = useMemo(() => differences({ base, mine, theirs: authoredOf(theirs.script) }), [base, mine, theirs])
  const by = (whose: Difference["by"]) => all.filter((one) => one.by === whose)
  const alone = (side: Side) => (one: Difference) => <DifferenceRow key={keyOf(one)} difference={one} picked={side} />
  return (
    <OvertakenWays
      savedAt={theirs.savedAt}
      onGo={(way) => actor.send(way === "merge" ? { type: "conflict.merge", picks } : { type: `conflict.${way}` })}
    >
      {all.length === 0 && <p>{t("editor.conflict.none")}</p>}
      <OvertakenGroup
        by="both"
        of={by("both")}
        row={(one) => (
          <DifferenceRow
            key={keyOf(one)}
            difference={one}
            picked={picks[one.key] ?? "mine"}
            onPick={(side) => pick({ ...picks, [one.key]: side })}
          />
        )}
      />
      <OvertakenGroup by="mine" of={by("mine")} row={alone("mine")} />
      <OvertakenGroup by="theirs" of={by("theirs")} row={alone("theirs")} />
    </OvertakenWays>
  )
}

const keyOf = ({ kind, key }: Difference): string => `${kind} ${key}`
