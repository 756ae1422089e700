// [V6] Someone else saved the script first: the differences in fields, instructions and order, and how to resolve them.
import { useMemo, useState } from "react"
import type { ScriptSaveConflict } from "../../../../domain/failure.ts"
import { getInstructionKind } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
import { toAuthoredScript } from "../../../../domain/script/local-draft.ts"
import {
  canKeepBoth,
  listMergeDifferences,
  type MergeChoices,
  type MergeDifference,
  type MergeSide,
} from "../../../../domain/script/script-merge.ts"
import { canKeepBothSides } from "../../../../machines/editor/editor-saving-region.ts"
import { useTranslate } from "../../../kit/i18n.tsx"
import {
  ChangeExcerpt,
  ConflictGroup,
  ConflictingChange,
  ConflictResolution,
  SaveConflictDialog,
  SingleChange,
} from "../../../kit/SaveConflictDialog.tsx"
import { useEditor, useEditorState, useLanguageName } from "../editor-context.tsx"
import { InstructionDiff } from "./InstructionDiff.tsx"

type Pick = MergeChoices[string]
type Props = {
  readonly difference: MergeDifference
  readonly picked: Pick
  /** Present where both sides changed the value. */
  readonly onPick?: (pick: Pick) => void
}

export const ScriptDiffRow = ({ difference, picked, onPick }: Props) => {
  const t = useTranslate()
  const title = useTitle()(difference)
  const mayBoth = useEditorState(canKeepBothSides)
  const said = (pick: Pick) =>
    pick === "both" ? <ChangeExcerpt>{t("editor.conflict.use.both.text")}</ChangeExcerpt> : <Version difference={difference} side={pick} />
  if (onPick === undefined) return <SingleChange title={title}>{said(picked)}</SingleChange>
  const picks = [...sides, ...(mayBoth && canKeepBoth(difference) ? (["both"] as const) : [])]
  return <ConflictingChange id={difference.key} title={title} sides={picks} picked={picked} renderSide={said} onPick={onPick} />
}

const sides: ReadonlyArray<MergeSide> = ["mine", "theirs"]

const useTitle = () => {
  const t = useTranslate()
  return (difference: MergeDifference): string => {
    if (difference.kind === "order") return t("editor.conflict.order")
    if (difference.kind === "instruction") {
      const instruction = difference.mine ?? difference.theirs
      return instruction === undefined ? "" : `${getInstructionName(instruction)} · ${t(`editor.kind.${getInstructionKind(instruction)}`)}`
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

/** One side's value. */
const Version = ({ difference, side }: { readonly difference: MergeDifference; readonly side: MergeSide }) => {
  const t = useTranslate()
  const languageName = useLanguageName()
  if (difference.kind === "order") {
    const moved = difference[side]?.map(getInstructionName) ?? []
    return moved.length === 0 ? null : <ChangeExcerpt>{t("editor.conflict.moved", { names: moved.join(", ") })}</ChangeExcerpt>
  }
  if (difference.kind === "field") {
    const { key } = difference
    const value = difference[side]
    const written = typeof value === "string" ? value : JSON.stringify(value)
    return <ChangeExcerpt>{key === "language" ? languageName(written) : written}</ChangeExcerpt>
  }
  const [instruction, other] = [difference[side], difference[side === "mine" ? "theirs" : "mine"] ?? difference.base]
  if (instruction === undefined) return <ChangeExcerpt>{t("editor.conflict.gone")}</ChangeExcerpt>
  return (
    <>
      {difference.base === undefined && <ChangeExcerpt>{t("editor.conflict.added")}</ChangeExcerpt>}
      <InstructionDiff instruction={instruction} other={other} />
    </>
  )
}

export const ConflictDialog = () => {
  const t = useTranslate()
  const theirs = useEditorState((context, snapshot) => (snapshot.matches({ open: { saving: "overtaken" } }) ? context.theirs : null))
  const title =
    theirs === null || theirs.savedBy === null ? t("editor.conflict.title.unknown") : t("editor.conflict.title", { who: theirs.savedBy })
  return (
    <SaveConflictDialog isOpen={theirs !== null} title={title}>
      {theirs !== null && <Ways theirs={theirs} />}
    </SaveConflictDialog>
  )
}

const Ways = ({ theirs }: { readonly theirs: ScriptSaveConflict }) => {
  const t = useTranslate()
  const actor = useEditor()
  const base = useEditorState((context) => context.base)
  const mine = useEditorState(({ draft }) => draft)
  const [picks, pick] = useState<MergeChoices>({})
  const all = useMemo(() => listMergeDifferences({ base, mine, theirs: toAuthoredScript(theirs.script) }), [base, mine, theirs])
  const by = (whose: MergeDifference["by"]) => all.filter((one) => one.by === whose)
  const alone = (side: MergeSide) => (one: MergeDifference) => <ScriptDiffRow key={keyOf(one)} difference={one} picked={side} />
  return (
    <ConflictResolution
      savedAt={theirs.savedAt}
      onChoose={(way) => actor.send(way === "merge" ? { type: "conflict.merge", picks } : { type: `conflict.${way}` })}
    >
      {all.length === 0 && <p>{t("editor.conflict.none")}</p>}
      <ConflictGroup
        by="both"
        of={by("both")}
        row={(one) => (
          <ScriptDiffRow
            key={keyOf(one)}
            difference={one}
            picked={picks[one.key] ?? "mine"}
            onPick={(side) => pick({ ...picks, [one.key]: side })}
          />
        )}
      />
      <ConflictGroup by="mine" of={by("mine")} row={alone("mine")} />
      <ConflictGroup by="theirs" of={by("theirs")} row={alone("theirs")} />
    </ConflictResolution>
  )
}

const keyOf = ({ kind, key }: MergeDifference): string => `${kind} ${key}`
