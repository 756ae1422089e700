// [V5] The revision history of a script; each entry opens a preview that says what restoring it would change.
import { Button, Group, Modal } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { PropsWithChildren } from "react"
import { canRestore, compareScripts, getFieldKey, isSameAsCurrent } from "../../../domain/revisions/change-impact.ts"
import { getInstructionKind, type Instruction } from "../../../domain/script/instruction.ts"
import { getInstructionName } from "../../../domain/script/instruction-name.ts"
import type { RevisionComparison, RevisionsActor } from "../../../machines/chat/revisions-machine.ts"
import { DataTable } from "../../kit/DataTable.tsx"
import type { DataColumn } from "../../kit/data-columns.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { LoadingPlaceholder } from "../../kit/LoadingPlaceholder.tsx"
import { Notice } from "../../kit/Notice.tsx"
import chatDetailsClasses from "./ChatDetails.module.css"
import classes from "./RevisionHistory.module.css"

/** Preview of an earlier revision: what restoring it would change, and the Restore button. */
export const RevisionPreviewDialog = ({ actor }: { readonly actor: RevisionsActor }) => {
  const t = useTranslate()
  const open = useSelector(actor, (state) => state.hasTag("inspecting"))
  const { selectedRevision, comparison, failure } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.matches("restoring"))
  const mayRestore = useSelector(actor, (state) => state.can({ type: "revision.restore" }))
  const close = () => actor.send({ type: "revision.close" })
  return (
    <Modal
      opened={open}
      onClose={close}
      size="lg"
      title={t("versions.title", { revision: selectedRevision })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <FailureNotice failure={failure} />
      {comparison === null && failure === null && <LoadingPlaceholder height={120} />}
      {comparison !== null && <RestorePreview comparison={comparison} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close} disabled={busy}>
          {t("cancel")}
        </Button>
        {comparison === null ? (
          failure !== null && <Button onClick={() => actor.send({ type: "revisions.retry" })}>{t("retry")}</Button>
        ) : (
          <Button loading={busy} disabled={!mayRestore && !busy} onClick={() => actor.send({ type: "revision.restore" })}>
            {t("versions.restore")}
          </Button>
        )}
      </Group>
    </Modal>
  )
}

const RestorePreview = ({ comparison: { now, earlier } }: { readonly comparison: RevisionComparison }) => {
  const t = useTranslate()
  if (isSameAsCurrent(now, earlier)) return <p className={classes["line"]}>{t("versions.same")}</p>
  const { fields, added, removed, moved, changed, affectedColumns } = compareScripts(now, earlier)
  const describePart = (name: string): string => {
    const key = getFieldKey(name)
    return key === null ? name : t(key)
  }
  const describeInstruction = (it: Instruction): string => `${getInstructionName(it)} · ${t(`editor.kind.${getInstructionKind(it)}`)}`
  return (
    <div className={classes["words"]}>
      <p className={classes["line"]}>{t("versions.would")}</p>
      {fields.length > 0 && (
        <List title={t("versions.fields")}>
          {fields.map(({ field, before, after }) => (
            <li key={field}>
              {t(`versions.field.${field}`)}: <del>{before}</del> → <ins>{after}</ins>
            </li>
          ))}
        </List>
      )}
      {(
        [
          ["returns", added],
          ["goes", removed],
          ["moves", moved],
        ] as const
      ).map(
        ([key, instructions]) =>
          instructions.length > 0 && (
            <List key={key} title={t(`versions.${key}`)}>
              {instructions.map((it) => (
                <li key={it.uuid}>{describeInstruction(it)}</li>
              ))}
            </List>
          ),
      )}
      {changed.length > 0 && (
        <List title={t("versions.changes")}>
          {changed.map(({ instruction, fields: changedParts }) => (
            <li key={instruction.uuid}>
              {describeInstruction(instruction)}: {changedParts.map(describePart).join(", ")}
            </li>
          ))}
        </List>
      )}
      {affectedColumns.length > 0 && (
        <Notice tone="bad" title={t("versions.touched")}>
          <ul>
            {affectedColumns.map(({ column: { uuid, name, change } }) => (
              <li key={uuid}>
                {name}: {t(`versions.touched.${change}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {!canRestore(now, earlier) && <Notice tone="quiet" title={t("versions.locked")} />}
    </div>
  )
}

const List = ({ title, children }: PropsWithChildren<{ readonly title: string }>) => (
  <section>
    <h3 className={classes["line"]}>{title}</h3>
    <ul>{children}</ul>
  </section>
)

/** All revisions of a script, loaded page by page. */
export const RevisionHistory = ({ actor }: { readonly actor: RevisionsActor }) => {
  const t = useTranslate()
  const { restored, failure } = useSelector(actor, ({ context }) => context)
  const closed = useSelector(actor, (state) => state.matches("closed"))
  const failed = useSelector(actor, (state) => state.matches("failed"))
  const loading = useSelector(actor, (state) => state.matches("loading"))
  const hasMore = useSelector(actor, (state) => state.can({ type: "revisions.more" }))
  return (
    <>
      <p className={chatDetailsClasses["quiet"]}>{t("versions.text")}</p>
      <RevisionTable actor={actor} />
      {failed && <FailureNotice failure={failure} />}
      <div className={chatDetailsClasses["row"]}>
        {closed && (
          <Button variant="default" onClick={() => actor.send({ type: "revisions.open" })}>
            {t("versions.open")}
          </Button>
        )}
        {(hasMore || loading) && (
          <Button variant="default" loading={loading} onClick={() => actor.send({ type: "revisions.more" })}>
            {t("versions.more")}
          </Button>
        )}
        {failed && (
          <Button variant="default" onClick={() => actor.send({ type: "revisions.retry" })}>
            {t("retry")}
          </Button>
        )}
        <output>{restored !== null && t("versions.restored", { revision: restored })}</output>
      </div>
      <RevisionPreviewDialog actor={actor} />
    </>
  )
}

/** Not sortable: the server sends the revisions page by page, newest first, so sorting those that are loaded would hide the others. */
const RevisionTable = ({ actor }: { readonly actor: RevisionsActor }) => {
  const t = useTranslate()
  const { dayAndTime } = useDateFormat()
  const versions = useSelector(actor, ({ context }) => context.versions)
  type Column = DataColumn<(typeof versions)[number]>
  const columns: ReadonlyArray<Column> = [
    { id: "revision", heading: t("versions.column.revision"), cell: ({ revision }) => revision },
    {
      id: "savedAt",
      heading: t("versions.column.savedAt"),
      cell: ({ savedAt }) => <time dateTime={savedAt}>{dayAndTime(savedAt)}</time>,
    },
    { id: "savedBy", heading: t("versions.column.savedBy"), cell: ({ savedBy }) => savedBy ?? t("versions.nobody") },
    { id: "name", heading: t("versions.column.name"), cell: ({ name }) => name, title: ({ name }) => name },
    { id: "instructions", heading: t("versions.column.instructions"), cell: ({ instructions }) => instructions },
    {
      id: "actions",
      heading: t("chats.column.actions"),
      cell: ({ revision }) =>
        revision === versions[0]?.revision ? (
          t("versions.current")
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t("versions.look", { revision })}
            onClick={() => actor.send({ type: "revision.inspect", revision })}
          >
            {t("versions.look.short")}
          </Button>
        ),
    },
  ]
  return (
    <DataTable
      label={t("versions.table")}
      columns={columns}
      rows={versions}
      getRowId={({ revision }) => String(revision)}
      variant="compact"
    />
  )
}
