// Offers unsaved edits of an earlier visit: lists them, then restores or discards them.
import { Button, Title } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { useMemo } from "react"
import type { ActorRefFrom } from "xstate"
import { indexByUuid } from "../../../domain/editing/instruction-list.ts"
import { listUnsavedChanges } from "../../../domain/revisions/local-draft.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../domain/script/instruction-name.ts"
import type { scriptOpeningMachine } from "../../../machines/editor/script-opening-machine.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { InstructionDiff } from "./conflict/InstructionDiff.tsx"
import classes from "./EditorPage.module.css"

const maxShown = 8

export const LocalDraftOffer = ({ opening }: { readonly opening: ActorRefFrom<typeof scriptOpeningMachine> }) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const localDraft = useSelector(opening, ({ context }) => context.kept)
  const revision = useSelector(opening, ({ context }) => context.script?.revision)
  const isDiscarding = useSelector(opening, (state) => state.matches("discarding"))
  const changes = useMemo(() => localDraft && listUnsavedChanges(localDraft), [localDraft])
  return (
    <main id="content" tabIndex={-1} className={classes["alone"]}>
      <Title order={1} size="h2">
        {t("editor.offer.title")}
      </Title>
      {localDraft !== null && (
        <>
          <p>{t("editor.offer.text", { date: dayAndTime(localDraft.at) })}</p>
          {localDraft.revision !== revision && (
            <Notice tone="quiet">
              <p>{t("editor.offer.older")}</p>
            </Notice>
          )}
          <ul className={classes["list"]}>
            {localDraft.delta.fields !== null && <li>{t("editor.offer.fields")}</li>}
            {changes !== null &&
              (["changed", "added", "deleted"] as const).map((change) => (
                <ChangeList key={change} change={change} instructions={changes[change]} originals={indexByUuid(localDraft.base)} />
              ))}
          </ul>
        </>
      )}
      <div className={classes["ways"]}>
        <Button onClick={() => opening.send({ type: "draft.restore" })} disabled={isDiscarding}>
          {t("editor.offer.restore")}
        </Button>
        <Button variant="default" color="red" loading={isDiscarding} onClick={() => opening.send({ type: "draft.discard" })}>
          {t("editor.offer.discard")}
        </Button>
        <p>{t("editor.offer.discard.text")}</p>
      </div>
    </main>
  )
}

type ChangeListProps = {
  readonly change: "changed" | "added" | "deleted"
  readonly instructions: ReadonlyArray<Instruction>
  /** The instructions before the edits, by uuid. */
  readonly originals: ReadonlyMap<string, Instruction>
}

const ChangeList = ({ change, instructions, originals }: ChangeListProps) => {
  const t = useTranslate()
  if (instructions.length === 0) return null
  return (
    <li>
      {t(`editor.offer.${change}`, { count: instructions.length })}
      <ul className={classes["touched"]}>
        {instructions.slice(0, maxShown).map((instruction) => (
          <li key={instruction.uuid}>
            <b>{getInstructionName(instruction)}</b>
            <InstructionDiff instruction={instruction} other={change === "changed" ? originals.get(instruction.uuid) : undefined} />
          </li>
        ))}
        {instructions.length > maxShown && <li>{t("editor.offer.more", { count: instructions.length - maxShown })}</li>}
      </ul>
    </li>
  )
}
