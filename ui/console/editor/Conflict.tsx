// Someone else saved first: who and when, what differs, and the three ways on (decisions "Two people saving the same script").
import { Button, Modal } from "@mantine/core"
import { useMemo, useState } from "react"
import type { Overtaken } from "../../../domain/failure.ts"
import { authoredOf } from "../../../domain/script/draft.ts"
import { type Difference, differences, type Picks, type Side } from "../../../domain/script/merge.ts"
import { useMoments } from "../../kit/moments.ts"
import { useWords } from "../../kit/words.tsx"
import classes from "./Conflict.module.css"
import { DifferenceRow } from "./DifferenceRow.tsx"
import { useEditing, useEditor } from "./editing.tsx"

export const Conflict = () => {
  const t = useWords()
  const theirs = useEditing((context, snapshot) => (snapshot.matches({ open: { saving: "overtaken" } }) ? context.theirs : null))
  const title =
    theirs === null || theirs.savedBy === null ? t("editor.conflict.title.unknown") : t("editor.conflict.title", { who: theirs.savedBy })
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

const Ways = ({ theirs }: { readonly theirs: Overtaken }) => {
  const t = useWords()
  const { minute } = useMoments()
  const actor = useEditor()
  const base = useEditing((context) => context.base)
  const mine = useEditing(({ draft }) => draft)
  const [picks, pick] = useState<Picks>({})
  const all = useMemo(() => differences({ base, mine, theirs: authoredOf(theirs.script) }), [base, mine, theirs])
  return (
    <div className={classes["conflict"]}>
      {theirs.savedAt !== null && <p>{t("editor.conflict.when", { date: minute(theirs.savedAt) })}</p>}
      {all.length === 0 && <p>{t("editor.conflict.none")}</p>}
      <div className={classes["groups"]}>
        <Group of="both" all={all} picks={picks} onPick={(key, side) => pick({ ...picks, [key]: side })} />
        <Group of="mine" all={all} />
        <Group of="theirs" all={all} />
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

type GroupProps = {
  readonly of: Side | "both"
  readonly all: ReadonlyArray<Difference>
  readonly picks?: Picks
  readonly onPick?: (key: string, side: Picks[string]) => void
}

const Group = ({ of, all, picks = {}, onPick }: GroupProps) => {
  const t = useWords()
  const some = all.filter(({ by }) => by === of)
  if (some.length === 0) return null
  return (
    <section className={classes["group"]} aria-labelledby={`conflict-${of}`}>
      <h3 id={`conflict-${of}`}>{t(`editor.conflict.${of}`)}</h3>
      <ul>
        {some.map((difference) => (
          <DifferenceRow
            key={`${difference.kind} ${difference.key}`}
            difference={difference}
            picked={picks[difference.key] ?? "mine"}
            onPick={onPick && ((side) => onPick(difference.key, side))}
          />
        ))}
      </ul>
    </section>
  )
}
