// The table of the chat overview. Each row shows status, names, dates [S8] and actions; on narrow screens rows become cards.
import { ActionIcon } from "@mantine/core"
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChartBar,
  IconCopy,
  IconMessageCircle,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useSelector } from "@xstate/react"
import { memo, type PropsWithChildren } from "react"
import { buildAnonymousUrl, buildStatsUrl } from "../../../domain/links/respondent-urls.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import {
  getAllowedActions,
  getListName,
  type ListName,
  listShownDates,
  type ScriptSort,
  type ScriptSortKey,
  truncateName,
} from "../../../domain/script/script-list.ts"
import type { ChatOverviewActor, ChatRow as Row, StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { StatusChangeFailure } from "../script-status/StatusChangeFailure.tsx"
import { StatusPicker } from "../script-status/StatusPicker.tsx"
import classes from "./ChatTable.module.css"
import { RemovalSwitch } from "./RemovalSwitch.tsx"

const columns = ["status", "name", "public-name", "dates", "answers", "updated", "removal", "actions"] as const
type Column = (typeof columns)[number]

/** An archived chat has no dates to show and no removal procedure. */
const columnsByList: Readonly<Record<ListName, ReadonlyArray<Column>>> = {
  active: columns,
  archive: columns.filter((column) => column !== "dates" && column !== "removal"),
}

type Props = {
  readonly actor: ChatOverviewActor
  readonly script: ListedScript
  readonly status: StatusActor
  /** Conversations with an answer; null until they are counted. */
  readonly answers: number | "unknown" | null
}

/** Memoized, so that searching and sorting do not render the rows again. */
export const ChatRow = memo(({ actor, script, status, answers }: Props) => {
  const t = useTranslate()
  const { day, dayAndTime } = useDateFormat()
  const community = useSelector(status, ({ context }) => context.community)
  const failure = useSelector(status, ({ context }) => context.failure)
  const params = { communitySlug: community, scriptUuid: script.uuid }
  const target = { slug: community, script: script.uuid }
  const actions = getAllowedActions(script.status)
  const isShown = (column: Column) => columnsByList[getListName(script.status)].includes(column)
  const { bases } = useConsoleServices()
  return (
    <>
      <tr data-refused={failure !== null}>
        <td className={classes["status"]}>
          <StatusPicker actor={status} />
        </td>
        <td className={classes["names"]}>
          <Link to="/chats/$communitySlug/$scriptUuid" params={params} className={classes["name"]} title={script.name}>
            <TruncatedName name={script.name} />
          </Link>
          <span className={classes["uuid"]}>{script.uuid}</span>
        </td>
        <td className={classes["public"]} title={script.public_name}>
          {truncateName(script.public_name)}
        </td>
        {isShown("dates") && (
          <td className={classes["dates"]}>
            {listShownDates(script).map(({ of: event, at }) => (
              <time key={event} dateTime={at}>
                {t(`chats.date.${event}`, { date: day(at) })}
              </time>
            ))}
          </td>
        )}
        <td className={classes["answers"]}>
          <span className={classes["label"]}>{t("chats.column.answers")} </span>
          {answers === "unknown" ? (
            <span title={t("chats.answers.unknown")}>–</span>
          ) : (
            answers !== null && t("chats.answers.count", { count: answers })
          )}
        </td>
        <td className={classes["updated"]}>
          <span className={classes["label"]}>{t("chats.column.updated")} </span>
          <time dateTime={script.updatedAt}>{dayAndTime(script.updatedAt)}</time>
        </td>
        {isShown("removal") && (
          <td className={classes["removal"]}>{actions.includes("removal-procedure") && <RemovalSwitch actor={status} />}</td>
        )}
        <td className={classes["actions"]}>
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
        </td>
      </tr>
      {failure !== null && (
        <tr className={classes["refusal"]}>
          <td colSpan={columnsByList[getListName(script.status)].length}>
            <StatusChangeFailure actor={status} failure={failure} />
          </td>
        </tr>
      )}
    </>
  )
})
ChatRow.displayName = "ChatRow"

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
      <span className="unseen">{name}</span>
    </>
  )
}

/** Counts by the uuid of the script; see chatOverviewMachine. */
type Answers = ReturnType<ChatOverviewActor["getSnapshot"]>["context"]["answers"]
type ChatTableProps = {
  readonly actor: ChatOverviewActor
  readonly list: ListName
  readonly rows: ReadonlyArray<Row>
  readonly sort: ScriptSort
  readonly answers: Answers
}

const sortable = { status: "status", name: "name", updated: "updated" } as const satisfies Partial<Record<Column, ScriptSortKey>>
const isSortable = (column: Column): column is keyof typeof sortable => column in sortable

export const ChatTable = ({ actor, list, rows, sort, answers }: ChatTableProps) => {
  const t = useTranslate()
  return (
    <table className={classes["table"]}>
      <thead>
        <tr>
          {columnsByList[list].map((column) =>
            isSortable(column) ? (
              <th key={column} scope="col" className={classes[`head-${column}`]} aria-sort={ariaSort(sort, column)}>
                <button type="button" onClick={() => actor.send({ type: "sort.by", key: column })}>
                  {t(`chats.column.${column}`)}
                  <SortMark sort={sort} column={column} />
                </button>
              </th>
            ) : (
              <th key={column} scope="col" className={classes[`head-${column}`]}>
                {t(`chats.column.${column}`)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ script, status }) => (
          <ChatRow key={script.uuid} actor={actor} script={script} status={status} answers={getAnswerCount(answers, script.uuid)} />
        ))}
      </tbody>
    </table>
  )
}

/** Returns the count of a script: "unknown" if counting failed, null until it is known. */
const getAnswerCount = (answers: Answers, uuid: string): number | "unknown" | null =>
  answers === null || answers === "unknown" ? answers : (answers[uuid] ?? 0)

const ariaSort = (sort: ScriptSort, column: ScriptSortKey) => (sort.by !== column ? "none" : sort.descending ? "descending" : "ascending")

const SortMark = ({ sort, column }: { readonly sort: ScriptSort; readonly column: ScriptSortKey }) => {
  const Icon = sort.by !== column ? IconArrowsSort : sort.descending ? IconArrowDown : IconArrowUp
  return <Icon size={14} aria-hidden="true" data-sorted={sort.by === column} />
}
