// Someone else saved the styling first: what differs, key by key, the font and each link as a whole (decisions T18).
import { useMemo, useState } from "react"
import type { StyleOvertaken } from "../../../../domain/failure.ts"
import { type Side, type StyleDifference, type StylePicks, styleDifferences } from "../../../../domain/style/merge.ts"
import { styleOf } from "../../../../domain/style/payload.ts"
import { OvertakenDialog, OvertakenGroup, OvertakenWays } from "../../../kit/Overtaken.tsx"
import { useWords } from "../../../kit/words.tsx"
import { useStyled, useStyling } from "./configuring.tsx"
import { StyleDifferenceRow } from "./StyleDifferenceRow.tsx"

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
