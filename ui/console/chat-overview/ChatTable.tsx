// The table of the chat overview. Each row shows status, names, dates [S8] and actions; on narrow screens rows become cards.
import { ActionIcon, Table, VisuallyHidden } from "@mantine/core"
import { IconChartBar, IconCopy, IconMessageCircle, IconPencil, IconTrash } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { type PropsWithChildren, type ReactNode, useMemo } from "react"
import { buildAnonymousUrl, buildStatsUrl } from "../../../domain/links/respondent-urls.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import { getAllowedActions, getStatusRank, type ListName, listShownDates, truncateName } from "../../../domain/script/script-list.ts"
import type { ChatOverviewActor, ChatRow as Row, StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { DataTable } from "../../kit/DataTable.tsx"
import { type DataColumn, toSortableTime } from "../../kit/data-columns.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { StatusChangeFailure } from "../script-status/StatusChangeFailure.tsx"
import { StatusPicker } from "../script-status/StatusPicker.tsx"
import classes from "./ChatTable.module.css"
import { RemovalSwitch } from "./RemovalSwitch.tsx"

const columnIds = ["status", "name", "public-name", "dates", "answers", "updated", "removal", "actions"] as const
type ColumnId = (typeof columnIds)[number]
type Column = DataColumn<Row>

/** An archived chat has no dates to show and no removal procedure. */
const columnsByList: Readonly<Record<ListName, ReadonlyArray<ColumnId>>> = {
  active: columnIds,
  archive: columnIds.filter((column) => column !== "dates" && column !== "removal"),
}

/** Counts by the uuid of the script; see chatOverviewMachine. */
type Answers = ReturnType<ChatOverviewActor["getSnapshot"]>["context"]["answers"]

type Props = {
  readonly actor: ChatOverviewActor
  readonly list: ListName
  readonly rows: ReadonlyArray<Row>
  readonly answers: Answers
  /** Replaces the table if there are no rows. */
  readonly empty: ReactNode
}

export const ChatTable = ({ actor, list, rows, answers, empty }: Props) => {
  const t = useTranslate()
  const community = useSelector(actor, ({ context }) => context.community)
  const columns = useMemo(() => {
    const all: Readonly<Record<ColumnId, Omit<Column, "id" | "heading">>> = {
      status: { cell: ({ status }) => <StatusPicker actor={status} />, sortValue: ({ script }) => getStatusRank(script.status) },
      name: {
        className: classes["names"],
        cell: ({ script }) => <Names script={script} community={community} />,
        sortValue: ({ script }) => script.name,
      },
      "public-name": {
        className: classes["public"],
        cell: ({ script }) => truncateName(script.public_name),
        title: ({ script }) => script.public_name,
        sortValue: ({ script }) => script.public_name || null,
      },
      dates: { className: classes["dates"], cell: ({ script }) => <Dates script={script} /> },
      answers: {
        className: classes["answers"],
        cell: ({ script }) => <AnswerCount count={getAnswerCount(answers, script.uuid)} />,
        sortValue: ({ script }) => toSortableCount(getAnswerCount(answers, script.uuid)),
        isDescendingFirst: true,
      },
      updated: {
        className: classes["updated"],
        cell: ({ script }) => <LastChange script={script} />,
        sortValue: ({ script }) => toSortableTime(script.updatedAt),
        isDescendingFirst: true,
      },
      removal: {
        className: classes["removal"],
        cell: ({ script, status }) => getAllowedActions(script.status).includes("removal-procedure") && <RemovalSwitch actor={status} />,
      },
      actions: {
        className: classes["actions"],
        cell: ({ script }) => <Actions actor={actor} script={script} community={community} />,
      },
    }
    return columnsByList[list].map((id): Column => ({ id, heading: t(`chats.column.${id}`), ...all[id] }))
  }, [t, actor, list, community, answers])
  return (
    <DataTable
      label={t(`chats.${list}`)}
      columns={columns}
      rows={rows}
      getRowId={({ script }) => script.uuid}
      initialSort={{ by: "updated", descending: true }}
      empty={empty}
      isStacked
      hasTexts
      className={classes["chats"]}
      renderBelow={({ status }) => <RefusalRow status={status} columnCount={columns.length} />}
    />
  )
}

type CellProps = { readonly script: ListedScript }

const Names = ({ script, community }: CellProps & { readonly community: string }) => (
  <>
    <Link
      to="/chats/$communitySlug/$scriptUuid"
      params={{ communitySlug: community, scriptUuid: script.uuid }}
      className={classes["name"]}
      title={script.name}
    >
      <TruncatedName name={script.name} />
    </Link>
    <span className={classes["uuid"]}>{script.uuid}</span>
  </>
)

const Dates = ({ script }: CellProps) => {
  const t = useTranslate()
  const { day } = useDateFormat()
  return listShownDates(script).map(({ of: event, at }) => (
    <time key={event} dateTime={at}>
      {t(`chats.date.${event}`, { date: day(at) })}
    </time>
  ))
}

const AnswerCount = ({ count }: { readonly count: ReturnType<typeof getAnswerCount> }) => {
  const t = useTranslate()
  return count === "unknown" ? <span title={t("chats.answers.unknown")}>–</span> : count !== null && t("chats.answers.count", { count })
}

const LastChange = ({ script: { updatedAt } }: CellProps) => {
  const { dayAndTime } = useDateFormat()
  return <time dateTime={updatedAt}>{dayAndTime(updatedAt)}</time>
}

const Actions = ({ actor, script, community }: CellProps & { readonly actor: ChatOverviewActor; readonly community: string }) => {
  const t = useTranslate()
  const { bases } = useConsoleServices()
  const params = { communitySlug: community, scriptUuid: script.uuid }
  const target = { slug: community, script: script.uuid }
  const actions = getAllowedActions(script.status)
  return (
    <>
      {actions.includes("edit") && (
        <Link to="/chats/$communitySlug/$scriptUuid/edit" params={params} className={classes["edit"]}>
          <IconPencil size={18} aria-hidden="true" />
          {t("chats.edit")}
        </Link>
      )}
      {actions.includes("open-chat") && (
        <ExternalLink href={buildAnonymousUrl(bases, { ...target, language: script.language })} label={t("chats.open")}>
          <IconMessageCircle size={18} aria-hidden="true" />
        </ExternalLink>
      )}
      {actions.includes("live-statistics") && (
        <ExternalLink href={buildStatsUrl(bases, target)} label={t("chats.statistics")}>
          <IconChartBar size={18} aria-hidden="true" />
        </ExternalLink>
      )}
      {actions.includes("copy") && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("chats.copy")}
          title={t("chats.copy")}
          onClick={() => actor.send({ type: "script.copy", script })}
        >
          <IconCopy size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      {actions.includes("delete") && (
        <ActionIcon
          variant="subtle"
          color="gray"
          data-destroys
          size="lg"
          aria-label={t("chats.delete")}
          title={t("chats.delete")}
          onClick={() => actor.send({ type: "script.delete", script })}
        >
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </>
  )
}

/** A row below the row of a chat whose status could not be changed, with the reason. */
const RefusalRow = ({ status, columnCount }: { readonly status: StatusActor; readonly columnCount: number }) => {
  const failure = useSelector(status, ({ context }) => context.failure)
  return (
    failure !== null && (
      <Table.Tr className={classes["refusal"] ?? ""}>
        <Table.Td colSpan={columnCount}>
          <StatusChangeFailure actor={status} failure={failure} />
        </Table.Td>
      </Table.Tr>
    )
  )
}

/** A link that opens in a new tab. */
const ExternalLink = ({ href, label, children }: PropsWithChildren<{ readonly href: string; readonly label: string }>) => (
  <a href={href} target="_blank" rel="noopener" className={classes["elsewhere"]} aria-label={label} title={label}>
    {children}
  </a>
)

/** [S7] Shows a truncated name; screen readers read the full name. */
const TruncatedName = ({ name }: { readonly name: string }) => {
  const short = truncateName(name)
  if (short === name) return name
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  )
}

/** Returns the count of a script: "unknown" if counting failed, null until it is known. */
const getAnswerCount = (answers: Answers, uuid: string): number | "unknown" | null =>
  answers === null || answers === "unknown" ? answers : (answers[uuid] ?? 0)

const toSortableCount = (count: ReturnType<typeof getAnswerCount>): number | null => (count === "unknown" ? null : count)
