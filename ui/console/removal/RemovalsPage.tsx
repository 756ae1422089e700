// [R3] Lists of the chats scheduled for removal, of one community or all, and the dialog that edits the removal of a chat.
import { Button, Checkbox, Title } from "@mantine/core"
import { IconPencil } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { maxShownNameLengths, truncateName } from "../../../domain/script/script-list.ts"
import type { RemovalEditActor, RemovalsActor } from "../../../machines/removals-machine.ts"
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx"
import { DataTable } from "../../kit/DataTable.tsx"
import { DateField } from "../../kit/DateField.tsx"
import { type DataColumn, toSortableTime } from "../../kit/data-columns.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { AdminLayout } from "../admin/AdminLayout.tsx"
import classes from "../community/Community.module.css"
import { CommunityLayout } from "../community/CommunityLayout.tsx"
import type { RemovalMachines } from "../console-services.tsx"
import removalClasses from "./RemovalsPage.module.css"

/** [R2] Edits the removal procedure and dates of one chat. */
export const RemovalDialog = ({ actor }: { readonly actor: RemovalsActor }) => {
  const t = useTranslate()
  const edit = useSelector(actor, ({ children }) => children.edit)
  const name = useSelector(actor, ({ context }) => context.chosen?.name ?? "")
  return (
    <FormDialog form={edit} title={t("removals.edit", { name: truncateName(name, maxShownNameLengths.removalEdit) })}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const dateFields = ["removalWarningDate", "deletedDate"] as const

const Fields = ({ actor }: { readonly actor: RemovalEditActor }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { today } = useSelector(actor, ({ context }) => context.facts)
  const isAsking = useSelector(actor, (state) => state.hasTag("confirming-submission"))
  const { name, value, disabled, onChange } = form.field("removalProcedure")
  const isOn = value === "true"
  const getDayProps = (dateName: (typeof dateFields)[number]) => {
    const field = form.field(dateName)
    return { today, earliest: today, ...field, disabled: !isOn || field.disabled }
  }
  return (
    <FormFields
      form={form}
      submitLabel={t("removals.edit.save")}
      unchanged={!form.edited}
      notice={<FailureNotice failure={form.failure} shown={dateFields} />}
    >
      <Checkbox
        label={t("removals.edit.procedure")}
        description={t("removals.edit.procedure.help")}
        name={name}
        checked={isOn}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? "true" : "")}
      />
      <DateField
        label={t("removals.edit.warning")}
        calendarLabel={t("removals.edit.warning.calendar")}
        {...getDayProps("removalWarningDate")}
      />
      <DateField label={t("removals.edit.removal")} calendarLabel={t("removals.edit.removal.calendar")} {...getDayProps("deletedDate")} />
      <ConfirmDialog
        title={t("removals.off.title")}
        question={isAsking ? t("removals.off.question") : null}
        confirmLabel={t("continue")}
        onConfirm={() => actor.send({ type: "consent.give" })}
        onCancel={() => actor.send({ type: "consent.refuse" })}
      />
    </FormFields>
  )
}

type Props = { readonly machines: RemovalMachines; readonly slug: string | null }

export const RemovalList = ({ machines, slug }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machines.removals, { input: { slug, today: machines.today() } })
  const { rows, failure, notice } = useSelector(actor, ({ context }) => context)
  const state = useSelector(actor, ({ value }) => value)
  const isListed = state !== "loading" && state !== "failed"
  return (
    <>
      <div className={classes["heading"]}>
        <Title order={1} size="h2">
          {t("removals.heading")}
        </Title>
        {isListed && <span className={classes["count"]}>{t("removals.count", { count: rows.length })}</span>}
        <output className={classes["notice"]}>
          {notice !== null && t(notice.removalProcedure ? "removals.saved" : "removals.taken-off", { name: notice.name })}
        </output>
      </div>
      <p className={classes["quiet"]}>{t("removals.text")}</p>
      {state === "failed" && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => actor.send({ type: "list.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {(isListed || state === "loading") && <RemovalTable actor={actor} isAllCommunities={slug === null} />}
      <RemovalDialog actor={actor} />
    </>
  )
}

const RemovalTable = ({ actor, isAllCommunities }: { readonly actor: RemovalsActor; readonly isAllCommunities: boolean }) => {
  const t = useTranslate()
  const { day } = useDateFormat()
  const rows = useSelector(actor, ({ context }) => context.rows)
  const state = useSelector(actor, ({ value }) => value)
  const formatOptionalDay = (instant: string | null) => (instant === null ? "–" : day(instant))
  type Column = DataColumn<(typeof rows)[number]>
  const communityColumn: Column = {
    id: "community",
    heading: t("removals.column.community"),
    cell: (row) => row.communityName,
    sortValue: (row) => row.communityName,
  }
  const dateColumn = (id: "closed" | "warning" | "removal", getDate: (row: (typeof rows)[number]) => string | null): Column => ({
    id,
    heading: t(`removals.column.${id}`),
    cell: (row) => formatOptionalDay(getDate(row)),
    sortValue: (row) => toSortableTime(getDate(row)),
  })
  const columns: ReadonlyArray<Column> = [
    ...(isAllCommunities ? [communityColumn] : []),
    {
      id: "name",
      heading: t("removals.column.name"),
      sortValue: (row) => row.name,
      cell: (row) => (
        <button
          type="button"
          className={removalClasses["open"]}
          title={row.name}
          aria-label={t("removals.edit", { name: row.name })}
          onClick={() => actor.send({ type: "row.open", row })}
        >
          {truncateName(row.name, maxShownNameLengths.removals)}
          <IconPencil size={18} aria-hidden="true" />
        </button>
      ),
    },
    dateColumn("closed", (row) => row.closedDate),
    dateColumn("warning", (row) => row.removalWarningDate),
    dateColumn("removal", (row) => row.deletedDate),
  ]
  return (
    <DataTable
      label={t("removals.heading")}
      columns={columns}
      rows={rows}
      getRowId={({ uuid }) => uuid}
      initialSort={{ by: "removal", descending: false }}
      isLoading={state === "loading"}
      empty={t("removals.none")}
      isStacked
    />
  )
}

export const AllRemovalsPage = ({ machines }: { readonly machines: RemovalMachines }) => (
  <AdminLayout right="removals.manage">
    <RemovalList machines={machines} slug={null} />
  </AdminLayout>
)

export const CommunityRemovalsPage = ({ machines, slug }: { readonly machines: RemovalMachines; readonly slug: string }) => (
  <CommunityLayout slug={slug} right="community.removals">
    <RemovalList machines={machines} slug={slug} />
  </CommunityLayout>
)
