// One thing that two savings of a style say differently, and, where both changed it, whose is kept.

import { useMemo, useState } from "react"
import { isDataUri, isUpload } from "../../../domain/assets/asset-address.ts"
import type { StyleOvertaken } from "../../../domain/failure.ts"
import { readColour } from "../../../domain/style/color.ts"
import { type Style, styleOf } from "../../../domain/style/community-style.ts"
import { type StyleTable, styleTables } from "../../../domain/style/style-keys.ts"
import { type Side, type StyleDifference, type StylePicks, styleDifferences } from "../../../domain/style/style-merge.ts"
import { useWords } from "../../kit/i18n.tsx"
import { BothSaid, OneSaid, OvertakenDialog, OvertakenGroup, OvertakenWays, Said } from "../../kit/SaveConflictDialog.tsx"
import swatches from "./Styling.module.css"
import { painted, useLabel, useSpoken, useStyled, useStyling } from "./styling-context.tsx"

type Props = {
  readonly difference: StyleDifference
  readonly versions: Readonly<Record<Side, Style>>
  readonly picked: Side
  /** Where there is something to pick. */
  readonly onPick?: (side: Side) => void
}

const sides = ["mine", "theirs"] as const

export const StyleDifferenceRow = ({ difference, versions, picked, onPick }: Props) => {
  const title = useTitle()(difference)
  const said = (side: Side) => <Version difference={difference} style={versions[side]} />
  if (onPick === undefined) return <OneSaid title={title}>{said(picked)}</OneSaid>
  return <BothSaid id={difference.key} title={title} picks={sides} picked={picked} said={said} onPick={onPick} />
}

const useTitle = () => {
  const t = useWords()
  const label = useLabel()
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

/** What one side says, with the names of the keys where there are several, and with the colour beside its value. */
const Version = ({ difference: { portal, part, names }, style }: { readonly difference: StyleDifference; readonly style: Style }) => {
  const t = useWords()
  const label = useLabel()
  const spoken = useSpoken()
  const said = (name: string, value: string): string => {
    if (value === "") return t("styling.conflict.nothing")
    return isDataUri(value) || isUpload(value) ? t("styling.conflict.file") : spoken(portal, name, value)
  }
  return names.map((name) => {
    const value = style[portal][name] ?? ""
    const table: StyleTable = styleTables[portal]
    const isColour = table[name]?.kind === "colour" && readColour(value) !== null
    return (
      <Said key={name}>
        {isColour && <span className={swatches["dot"]} ref={painted(value)} />}
        {part.of === "key" ? said(name, value) : `${label(portal, name)}: ${said(name, value)}`}
      </Said>
    )
  })
}

// Someone else saved the styling first: what differs, key by key, the font and each link as a whole (decisions T18).

export const Conflict = () => {
  const t = useWords()
  const theirs = useStyled((context) => context.theirs)
  const title =
    theirs === null || theirs.savedBy === null ? t("styling.conflict.title.unknown") : t("styling.conflict.title", { who: theirs.savedBy })
  return (
    <OvertakenDialog isOpen={theirs !== null} title={title}>
      {theirs !== null && <Ways theirs={theirs} />}
    </OvertakenDialog>
  )
}

const Ways = ({ theirs }: { readonly theirs: StyleOvertaken }) => {
  const actor = useStyling()
  const base = useStyled(({ saved }) => saved)
  const mine = useStyled(({ style }) => style)
  const [picks, pick] = useState<StylePicks>({})
  const versions = useMemo(() => ({ mine, theirs: styleOf(theirs.style) }), [mine, theirs])
  const all = useMemo(() => styleDifferences({ base, ...versions }), [base, versions])
  const by = (whose: StyleDifference["by"]) => all.filter((one) => one.by === whose)
  const alone = (side: Side) => (one: StyleDifference) => (
    <StyleDifferenceRow key={one.key} difference={one} versions={versions} picked={side} />
  )
  return (
    <OvertakenWays
      savedAt={theirs.savedAt}
      onGo={(way) => actor.send(way === "merge" ? { type: "conflict.merge", picks } : { type: `conflict.${way}` })}
    >
      <OvertakenGroup
        by="both"
        of={by("both")}
        row={(one) => (
          <StyleDifferenceRow
            key={one.key}
            difference={one}
            versions={versions}
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
