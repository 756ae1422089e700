// Someone else saved the script first: what differs in instructions, fields and their order.
import { useMemo, useState } from "react"
import type { Overtaken } from "../../../domain/failure.ts"
import { authoredOf } from "../../../domain/script/draft.ts"
import { type Difference, differences, type Picks, type Side } from "../../../domain/script/merge.ts"
import { OvertakenDialog, OvertakenGroup, OvertakenWays } from "../../kit/Overtaken.tsx"
import { useWords } from "../../kit/words.tsx"
import { DifferenceRow } from "./DifferenceRow.tsx"
import { useEditing, useEditor } from "./editing.tsx"

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
