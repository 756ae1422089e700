// Someone else saved the styling first: who and when, what differs, and the three ways on (decisions T18).
import { Button, Modal } from "@mantine/core"
import { useMemo, useState } from "react"
import type { StyleOvertaken } from "../../../../domain/failure.ts"
import { type Side, type StyleDifference, type StylePicks, styleDifferences } from "../../../../domain/style/merge.ts"
import { styleOf } from "../../../../domain/style/payload.ts"
import { useMoments } from "../../../kit/moments.ts"
import { useWords } from "../../../kit/words.tsx"
import classes from "../../editor/Conflict.module.css"
import { useStyled, useStyling } from "./configuring.tsx"
import { StyleDifferenceRow } from "./StyleDifferenceRow.tsx"

export const Conflict = () => {
  const t = useWords()
  const theirs = useStyled((context) => context.theirs)
  const title =
    theirs === null || theirs.savedBy === null ? t("styling.conflict.title.unknown") : t("styling.conflict.title", { who: theirs.savedBy })
  return (
    <Modal
      opened={theirs !== null}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="52rem"
      title={title}
    >
      {theirs !== null && <Ways theirs={theirs} />}
    </Modal>
  )
}

const Ways = ({ theirs }: { readonly theirs: StyleOvertaken }) => {
  const t = useWords()
  const { minute } = useMoments()
  const actor = useStyling()
  const base = useStyled(({ saved }) => saved)
  const mine = useStyled(({ style }) => style)
  const [picks, pick] = useState<StylePicks>({})
  const versions = useMemo(() => ({ mine, theirs: styleOf(theirs.style) }), [mine, theirs])
  const all = useMemo(() => styleDifferences({ base, ...versions }), [base, versions])
  const group = (of: StyleDifference["by"], row: (difference: StyleDifference) => { picked: Side; onPick?: (side: Side) => void }) => {
    const some = all.filter(({ by }) => by === of)
    if (some.length === 0) return null
    return (
      <section className={classes["group"]} aria-labelledby={`styling-conflict-${of}`}>
        <h3 id={`styling-conflict-${of}`}>{t(`editor.conflict.${of}`)}</h3>
        <ul>
          {some.map((difference) => (
            <StyleDifferenceRow key={difference.key} difference={difference} versions={versions} {...row(difference)} />
          ))}
        </ul>
      </section>
    )
  }
  return (
    <div className={classes["conflict"]}>
      {theirs.savedAt !== null && <p>{t("editor.conflict.when", { date: minute(theirs.savedAt) })}</p>}
      <div className={classes["groups"]}>
        {group("both", ({ key }) => ({ picked: picks[key] ?? "mine", onPick: (side) => pick({ ...picks, [key]: side }) }))}
        {group("mine", () => ({ picked: "mine" }))}
        {group("theirs", () => ({ picked: "theirs" }))}
      </div>
      <ul className={classes["ways"]}>
        <li>
          <Button fullWidth onClick={() => actor.send({ type: "conflict.merge", picks })}>
            {t("editor.conflict.merge")}
          </Button>
          <p>{t("editor.conflict.merge.text")}</p>
        </li>
        <li>
          <Button fullWidth variant="default" onClick={() => actor.send({ type: "conflict.overwrite" })}>
            {t("editor.conflict.overwrite")}
          </Button>
          <p>{t("editor.conflict.overwrite.text")}</p>
        </li>
        <li>
          <Button fullWidth variant="default" onClick={() => actor.send({ type: "conflict.discard" })}>
            {t("editor.conflict.discard")}
          </Button>
          <p>{t("editor.conflict.discard.text")}</p>
        </li>
      </ul>
    </div>
  )
}
