// Edits of an earlier visit that the server does not have: what they are, and the way back to them or past them.
import { Button, Title } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { ActorRefFrom } from "xstate"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { nameOf } from "../../../domain/script/name.ts"
import type { openingMachine } from "../../../machines/editor/opening.ts"
import { useMoments } from "../../kit/moments.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Editor.module.css"

const shownAtOnce = 8

export const Offer = ({ opening }: { readonly opening: ActorRefFrom<typeof openingMachine> }) => {
  const t = useWords()
  const { minute } = useMoments()
  const kept = useSelector(opening, ({ context }) => context.kept)
  const revision = useSelector(opening, ({ context }) => context.script?.revision)
  const busy = useSelector(opening, (state) => state.matches("discarding"))
  const touched = kept === null ? [] : touchedBy(kept.delta)
  return (
    <main id="content" tabIndex={-1} className={classes["alone"]}>
      <Title order={1} size="h2">
        {t("editor.offer.title")}
      </Title>
      {kept !== null && (
        <>
          <p>{t("editor.offer.text", { date: minute(kept.at) })}</p>
          {kept.revision !== revision && (
            <Notice tone="quiet">
              <p>{t("editor.offer.older")}</p>
            </Notice>
          )}
          <ul className={classes["list"]}>
            {kept.delta.fields !== null && <li>{t("editor.offer.fields")}</li>}
            {touched.length > 0 && (
              <li>
                {t("editor.offer.changed", { count: touched.length })}: {touched.slice(0, shownAtOnce).map(nameOf).join(", ")}
                {touched.length > shownAtOnce && " …"}
              </li>
            )}
          </ul>
        </>
      )}
      <div className={classes["ways"]}>
        <Button onClick={() => opening.send({ type: "draft.restore" })} disabled={busy}>
          {t("editor.offer.restore")}
        </Button>
        <Button variant="default" color="red" loading={busy} onClick={() => opening.send({ type: "draft.discard" })}>
          {t("editor.offer.discard")}
        </Button>
      </div>
    </main>
  )
}

/** The instructions that were added, changed, moved or deleted, each once. */
const touchedBy = ({
  removed,
  inserted,
}: {
  readonly removed: ReadonlyArray<Instruction>
  readonly inserted: ReadonlyArray<Instruction>
}) => [...new Map([...removed, ...inserted].map((it) => [it.uuid, it])).values()]
