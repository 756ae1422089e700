// [V6] Someone else saved the script first: the differences in fields, instructions and order, and how to resolve them.
import { useMemo, useState } from "react"
import type { ScriptSaveConflict } from "../../../../domain/failures/failure.ts"
import { toAuthoredScript } from "../../../../domain/revisions/local-draft.ts"
import {
  canKeepBoth,
  formatFieldValue,
  listMergeDifferences,
  type MergeChoices,
  type MergeDifference,
  type MergeSide,
} from "../../../../domain/revisions/script-merge.ts"
import { getInstructionKind } from "../../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../../domain/script/instruction-name.ts"
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

type Choice = MergeChoices[string]
type Props = {
  readonly difference: MergeDifference
  readonly picked: Choice
  /** Present where both sides changed the value. */
  readonly onPick?: (choice: Choice) => void
}

export const ScriptDiffRow = ({ difference, picked, onPick }: Props) => {
  const t = useTranslate()
  const title = useTitle()(difference)
  const isBothOffered = useEditorState(canKeepBothSides)
  const renderSide = (side: Choice) =>
    side === "both" ? <ChangeExcerpt>{t("editor.conflict.use.both.text")}</ChangeExcerpt> : <Version difference={difference} side={side} />
  if (onPick === undefined) return <SingleChange title={title}>{renderSide(picked)}</SingleChange>
  const selectableSides = [...sides, ...(isBothOffered && canKeepBoth(difference) ? (["both"] as const) : [])]
  return (
    <ConflictingChange id={difference.key} title={title} sides={selectableSides} picked={picked} renderSide={renderSide} onPick={onPick} />
  )
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
      case "public_name_translations":
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
    const text = formatFieldValue(difference[side])
    return <ChangeExcerpt>{key === "language" ? languageName(text) : text}</ChangeExcerpt>
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
  const theirs = useEditorState((context, snapshot) => (snapshot.matches({ open: { saving: "conflict" } }) ? context.theirs : null))
  const title =
    theirs === null || theirs.savedBy === null ? t("editor.conflict.title.unknown") : t("editor.conflict.title", { who: theirs.savedBy })
  return (
    <SaveConflictDialog isOpen={theirs !== null} title={title}>
      {theirs !== null && <Resolution theirs={theirs} />}
    </SaveConflictDialog>
  )
}

const Resolution = ({ theirs }: { readonly theirs: ScriptSaveConflict }) => {
  const t = useTranslate()
  const actor = useEditor()
  const base = useEditorState((context) => context.base)
  const mine = useEditorState(({ draft }) => draft)
  const [choices, setChoices] = useState<MergeChoices>({})
  const differences = useMemo(() => listMergeDifferences({ base, mine, theirs: toAuthoredScript(theirs.script) }), [base, mine, theirs])
  const filterBySide = (changedBy: MergeDifference["by"]) => differences.filter((difference) => difference.by === changedBy)
  const renderOneSided = (side: MergeSide) => (difference: MergeDifference) => (
    <ScriptDiffRow key={getKey(difference)} difference={difference} picked={side} />
  )
  return (
    <ConflictResolution
      savedAt={theirs.savedAt}
      onChoose={(resolution) =>
        actor.send(resolution === "merge" ? { type: "conflict.merge", picks: choices } : { type: `conflict.${resolution}` })
      }
    >
      {differences.length === 0 && <p>{t("editor.conflict.none")}</p>}
      <ConflictGroup
        by="both"
        of={filterBySide("both")}
        row={(difference) => (
          <ScriptDiffRow
            key={getKey(difference)}
            difference={difference}
            picked={choices[difference.key] ?? "mine"}
            onPick={(side) => setChoices({ ...choices, [difference.key]: side })}
          />
        )}
      />
      <ConflictGroup by="mine" of={filterBySide("mine")} row={renderOneSided("mine")} />
      <ConflictGroup by="theirs" of={filterBySide("theirs")} row={renderOneSided("theirs")} />
    </ConflictResolution>
  )
}

const getKey = ({ kind, key }: MergeDifference): string => `${kind} ${key}`
