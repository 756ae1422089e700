// A chat of the overview: status, names, dates by status, and what can be done with it.
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
import { getAllowedActions, listShownDates, type ScriptSort, type ScriptSortKey, truncateName } from "../../../domain/script/script-list.ts"
import type { ChatOverviewActor, ChatRow as Row, StatusActor } from "../../../machines/chat/chat-overview-machine.ts"
import { useDateFormat, useTranslate } from "../../kit/i18n.tsx"
import { useConsoleServices } from "../console-services.tsx"
import { StatusChangeFailure } from "../script-status/StatusChangeFailure.tsx"
import { StatusPicker } from "../script-status/StatusPicker.tsx"
import classes from "./ChatTable.module.css"
import { RemovalSwitch } from "./RemovalSwitch.tsx"

type Props = {
  readonly actor: ChatOverviewActor
  readonly script: ListedScript
  readonly status: StatusActor
  /** Conversations with an answer; null until they are counted. */
  readonly answers: number | "unknown" | null
}

/** Drawn again only when the script is another: searching and sorting leave the rows as they are. */
export const ChatRow = memo(({ actor, script, status, answers }: Props) => {
  const t = useTranslate()
  const { day, dayAndTime } = useDateFormat()
  const community = useSelector(status, ({ context }) => context.community)
  const failure = useSelector(status, ({ context }) => context.failure)
  const params = { communitySlug: community, scriptUuid: script.uuid }
  const place = { slug: community, script: script.uuid }
  const actions = getAllowedActions(script.status)
  const { bases } = useConsoleServices()
  return (
    <>
      <tr data-refused={failure !== null}>
        <td className={classes["status"]}>
          <StatusPicker actor={status} />
        </td>
        <td className={classes["names"]}>
          <Link to="/chats/$communitySlug/$scriptUuid" params={params} className={classes["name"]} title={script.name}>
            <WholeName name={script.name} />
          </Link>
          <span className={classes["uuid"]}>{script.uuid}</span>
        </td>
        <td className={classes["public"]} title={script.public_name}>
          {truncateName(script.public_name)}
        </td>
        <td className={classes["dates"]}>
          {listShownDates(script).map(({ of, at }) => (
            <time key={of} dateTime={at}>
              {t(`chats.date.${of}`, { date: day(at) })}
            </time>
          ))}
        </td>
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
        <td className={classes["removal"]}>{actions.includes("removal-procedure") && <RemovalSwitch actor={status} />}</td>
        <td className={classes["actions"]}>
          {actions.includes("edit") && (
            <Link to="/chats/$communitySlug/$scriptUuid/edit" params={params} className={classes["edit"]}>
              <IconPencil size={18} aria-hidden="true" />
              {t("chats.edit")}
            </Link>
          )}
          {actions.includes("open-chat") && (
            <Elsewhere href={buildAnonymousUrl(bases, { ...place, language: script.language })} label={t("chats.open")}>
              <IconMessageCircle size={18} aria-hidden="true" />
            </Elsewhere>
          )}
          {actions.includes("live-statistics") && (
            <Elsewhere href={buildStatsUrl(bases, place)} label={t("chats.statistics")}>
              <IconChartBar size={18} aria-hidden="true" />
            </Elsewhere>
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
          <td colSpan={8}>
            <StatusChangeFailure actor={status} failure={failure} />
          </td>
        </tr>
      )}
    </>
  )
})
ChatRow.displayName = "ChatRow"

/** An address that opens beside the console. */
const Elsewhere = ({ href, label, children }: PropsWithChildren<{ readonly href: string; readonly label: string }>) => (
  <a href={href} target="_blank" rel="noopener" className={classes["elsewhere"]} aria-label={label} title={label}>
    {children}
  </a>
)

/** Cut for the eye, whole for screen readers. */
const WholeName = ({ name }: { readonly name: string }) => {
  const short = truncateName(name)
  if (short === name) return name
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span className="unseen">{name}</span>
    </>
  )
}

// The list as a table that reads like an inbox; on narrow screens each row is a card.

/** By script; see the machine. */
type Answers = ReturnType<ChatOverviewActor["getSnapshot"]>["context"]["answers"]
type ChatTableProps = {
  readonly actor: ChatOverviewActor
  readonly rows: ReadonlyArray<Row>
  readonly sort: ScriptSort
  readonly answers: Answers
}

const columns = ["status", "name", "public-name", "dates", "answers", "updated", "removal", "actions"] as const
const sortable = { status: "status", name: "name", updated: "updated" } as const satisfies Partial<
  Record<(typeof columns)[number], ScriptSortKey>
>
const isSortable = (column: (typeof columns)[number]): column is keyof typeof sortable => column in sortable

export const ChatTable = ({ actor, rows, sort, answers }: ChatTableProps) => {
  const t = useTranslate()
  return (
    <table className={classes["table"]}>
      <thead>
        <tr>
          {columns.map((column) =>
            isSortable(column) ? (
              <th key={column} scope="col" aria-sort={ariaSort(sort, column)}>
                <button type="button" onClick={() => actor.send({ type: "sort.by", key: column })}>
                  {t(`chats.column.${column}`)}
                  <SortMark sort={sort} of={column} />
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
          <ChatRow key={script.uuid} actor={actor} script={script} status={status} answers={countOf(answers, script.uuid)} />
        ))}
      </tbody>
    </table>
  )
}

/** "unknown" where it could not be counted, null until it is. */
const countOf = (answers: Answers, uuid: string): number | "unknown" | null =>
  answers === null || answers === "unknown" ? answers : (answers[uuid] ?? 0)

const ariaSort = (sort: ScriptSort, by: ScriptSortKey) => (sort.by !== by ? "none" : sort.descending ? "descending" : "ascending")

const SortMark = ({ sort, of }: { readonly sort: ScriptSort; readonly of: ScriptSortKey }) => {
  const Icon = sort.by !== of ? IconArrowsSort : sort.descending ? IconArrowDown : IconArrowUp
  return <Icon size={14} aria-hidden="true" data-sorted={sort.by === of} />
}
