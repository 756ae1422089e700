// [T18] Someone else saved the style first: the differences by key, and how to resolve them.
import { useMemo, useState } from "react"
import { isDataUri, isUploadAddress } from "../../../domain/assets/asset-address.ts"
import type { StyleSaveConflict } from "../../../domain/failure.ts"
import { parseColor } from "../../../domain/style/color.ts"
import { decodeStyle, type Style } from "../../../domain/style/community-style.ts"
import { type StyleKeyTable, styleTables } from "../../../domain/style/style-keys.ts"
import { diffStyles, type Side, type StyleDifference, type StylePicks } from "../../../domain/style/style-merge.ts"
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
  readonly versions: Readonly<Record<Side, Style>>
  readonly picked: Side
  /** Present where both sides changed the value. */
  readonly onPick?: (side: Side) => void
}

const sides = ["mine", "theirs"] as const

export const StyleDiffRow = ({ difference, versions, picked, onPick }: Props) => {
  const title = useTitle()(difference)
  const said = (side: Side) => <Version difference={difference} style={versions[side]} />
  if (onPick === undefined) return <SingleChange title={title}>{said(picked)}</SingleChange>
  return <ConflictingChange id={difference.key} title={title} sides={sides} picked={picked} renderSide={said} onPick={onPick} />
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
  const spoken = useFormatStyleValue()
  const said = (name: string, value: string): string => {
    if (value === "") return t("styling.conflict.nothing")
    return isDataUri(value) || isUploadAddress(value) ? t("styling.conflict.file") : spoken(portal, name, value)
  }
  return names.map((name) => {
    const value = style[portal][name] ?? ""
    const table: StyleKeyTable = styleTables[portal]
    const isColour = table[name]?.kind === "colour" && parseColor(value) !== null
    return (
      <ChangeExcerpt key={name}>
        {isColour && <span className={swatches["dot"]} ref={setBackgroundColor(value)} />}
        {part.of === "key" ? said(name, value) : `${label(portal, name)}: ${said(name, value)}`}
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
      {theirs !== null && <Ways theirs={theirs} />}
    </SaveConflictDialog>
  )
}

const Ways = ({ theirs }: { readonly theirs: StyleSaveConflict }) => {
  const actor = useStyling()
  const base = useStylingState(({ savedStyle }) => savedStyle)
  const mine = useStylingState(({ style }) => style)
  const [picks, pick] = useState<StylePicks>({})
  const versions = useMemo(() => ({ mine, theirs: decodeStyle(theirs.style) }), [mine, theirs])
  const all = useMemo(() => diffStyles({ base, ...versions }), [base, versions])
  const by = (whose: StyleDifference["by"]) => all.filter((one) => one.by === whose)
  const alone = (side: Side) => (one: StyleDifference) => <StyleDiffRow key={one.key} difference={one} versions={versions} picked={side} />
  return (
    <ConflictResolution
      savedAt={theirs.savedAt}
      onChoose={(way) => actor.send(way === "merge" ? { type: "conflict.merge", picks } : { type: `conflict.${way}` })}
    >
      <ConflictGroup
        by="both"
        of={by("both")}
        row={(one) => (
          <StyleDiffRow
            key={one.key}
            difference={one}
            versions={versions}
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
