// Offers unsaved edits of an earlier visit: lists them, then restores or discards them.
import { Button, Title } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useMemo } from "react"
import type { ActorRefFrom } from "xstate"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { indexByUuid } from "../../../domain/script/instruction-list.ts"
import { getInstructionName } from "../../../domain/script/instruction-name.ts"
import { listUnsavedChanges } from "../../../domain/script/local-draft.ts"
import type { scriptOpeningMachine } from "../../../machines/editor/script-opening-machine.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { InstructionDiff } from "./conflict/InstructionDiff.tsx"
import classes from "./EditorPage.module.css"

const shownAtOnce = 8

export const LocalDraftOffer = ({ opening }: { readonly opening: ActorRefFrom<typeof scriptOpeningMachine> }) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const kept = useSelector(opening, ({ context }) => context.kept)
  const revision = useSelector(opening, ({ context }) => context.script?.revision)
  const busy = useSelector(opening, (state) => state.matches("discarding"))
  const unsaved = useMemo(() => kept && listUnsavedChanges(kept), [kept])
  return (
    <main id="content" tabIndex={-1} className={classes["alone"]}>
      <Title order={1} size="h2">
        {t("editor.offer.title")}
      </Title>
      {kept !== null && (
        <>
          <p>{t("editor.offer.text", { date: dayAndTime(kept.at) })}</p>
          {kept.revision !== revision && (
            <Notice tone="quiet">
              <p>{t("editor.offer.older")}</p>
            </Notice>
          )}
          <ul className={classes["list"]}>
            {kept.delta.fields !== null && <li>{t("editor.offer.fields")}</li>}
            {unsaved !== null &&
              (["changed", "added", "deleted"] as const).map((what) => (
                <Touched key={what} what={what} all={unsaved[what]} before={indexByUuid(kept.base)} />
              ))}
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
        <p>{t("editor.offer.discard.text")}</p>
      </div>
    </main>
  )
}

type TouchedProps = {
  readonly what: "changed" | "added" | "deleted"
  readonly all: ReadonlyArray<Instruction>
  /** The instructions before the edits, by uuid. */
  readonly before: ReadonlyMap<string, Instruction>
}

const Touched = ({ what, all, before }: TouchedProps) => {
  const t = useTranslate()
  if (all.length === 0) return null
  return (
    <li>
      {t(`editor.offer.${what}`, { count: all.length })}
      <ul className={classes["touched"]}>
        {all.slice(0, shownAtOnce).map((instruction) => (
          <li key={instruction.uuid}>
            <b>{getInstructionName(instruction)}</b>
            <InstructionDiff instruction={instruction} other={what === "changed" ? before.get(instruction.uuid) : undefined} />
          </li>
        ))}
        {all.length > shownAtOnce && <li>{t("editor.offer.more", { count: all.length - shownAtOnce })}</li>}
      </ul>
    </li>
  )
}
