// [T18] Someone else saved the style first: the differences by key, and how to resolve them.
import { useMemo, useState } from "react"
import { isDataUri, isUploadAddress } from "../../../domain/assets/asset-address.ts"
import type { StyleSaveConflict } from "../../../domain/failures/failure.ts"
import { parseColor } from "../../../domain/style/color.ts"
import { decodeStyle, type Style } from "../../../domain/style/community-style.ts"
import { type StyleKeyTable, styleTables } from "../../../domain/style/style-keys.ts"
import { diffStyles, type StyleDifference, type StyleMergeChoices, type StyleMergeSide } from "../../../domain/style/style-merge.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import {
  ChangeExcerpt,
  ConflictGroup,
  ConflictingChange,
  ConflictResolution,
  SaveConflictDialog,
  SingleChange,
} from "../../kit/SaveConflictDialog.tsx"
import swatches from "./Styling.module.css"
import { setBackgroundColor, useFormatStyleValue, useStyleKeyLabel, useStyling, useStylingState } from "./styling-context.tsx"

type Props = {
  readonly difference: StyleDifference
  readonly versions: Readonly<Record<StyleMergeSide, Style>>
  readonly picked: StyleMergeSide
  /** Present where both sides changed the value. */
  readonly onPick?: (side: StyleMergeSide) => void
}

const sides = ["mine", "theirs"] as const

export const StyleDiffRow = ({ difference, versions, picked, onPick }: Props) => {
  const title = useTitle()(difference)
  const renderSide = (side: StyleMergeSide) => <Version difference={difference} style={versions[side]} />
  if (onPick === undefined) return <SingleChange title={title}>{renderSide(picked)}</SingleChange>
  return <ConflictingChange id={difference.key} title={title} sides={sides} picked={picked} renderSide={renderSide} onPick={onPick} />
}

const useTitle = () => {
  const t = useTranslate()
  const label = useStyleKeyLabel()
  return ({ portal, part }: StyleDifference): string => {
    switch (part.of) {
      case "key":
        return label(portal, part.name)
      case "link":
        return t("styling.link", { number: part.link })
      default:
        return t(`styling.section.${part.of}`)
    }
  }
}

/** One side's values, with the key labels if there are several, and with a swatch for a color. */
const Version = ({ difference: { portal, part, names }, style }: { readonly difference: StyleDifference; readonly style: Style }) => {
  const t = useTranslate()
  const label = useStyleKeyLabel()
  const formatStyleValue = useFormatStyleValue()
  const formatValue = (name: string, value: string): string => {
    if (value === "") return t("styling.conflict.nothing")
    return isDataUri(value) || isUploadAddress(value) ? t("styling.conflict.file") : formatStyleValue(portal, name, value)
  }
  return names.map((name) => {
    const value = style[portal][name] ?? ""
    const table: StyleKeyTable = styleTables[portal]
    const isColor = table[name]?.kind === "color" && parseColor(value) !== null
    return (
      <ChangeExcerpt key={name}>
        {isColor && <span className={swatches["dot"]} ref={setBackgroundColor(value)} />}
        {part.of === "key" ? formatValue(name, value) : `${label(portal, name)}: ${formatValue(name, value)}`}
      </ChangeExcerpt>
    )
  })
}

export const StyleConflictDialog = () => {
  const t = useTranslate()
  const theirs = useStylingState((context) => context.conflict)
  const title =
    theirs === null || theirs.savedBy === null ? t("styling.conflict.title.unknown") : t("styling.conflict.title", { who: theirs.savedBy })
  return (
    <SaveConflictDialog isOpen={theirs !== null} title={title}>
      {theirs !== null && <Resolution theirs={theirs} />}
    </SaveConflictDialog>
  )
}

const Resolution = ({ theirs }: { readonly theirs: StyleSaveConflict }) => {
  const actor = useStyling()
  const base = useStylingState(({ savedStyle }) => savedStyle)
  const mine = useStylingState(({ style }) => style)
  const [choices, setChoices] = useState<StyleMergeChoices>({})
  const versions = useMemo(() => ({ mine, theirs: decodeStyle(theirs.style) }), [mine, theirs])
  const differences = useMemo(() => diffStyles({ base, ...versions }), [base, versions])
  const filterBySide = (changedBy: StyleDifference["by"]) => differences.filter((difference) => difference.by === changedBy)
  const renderOneSided = (side: StyleMergeSide) => (difference: StyleDifference) => (
    <StyleDiffRow key={difference.key} difference={difference} versions={versions} picked={side} />
  )
  return (
    <ConflictResolution
      savedAt={theirs.savedAt}
      onChoose={(resolution) =>
        actor.send(resolution === "merge" ? { type: "conflict.merge", picks: choices } : { type: `conflict.${resolution}` })
      }
    >
      <ConflictGroup
        by="both"
        of={filterBySide("both")}
        row={(difference) => (
          <StyleDiffRow
            key={difference.key}
            difference={difference}
            versions={versions}
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
