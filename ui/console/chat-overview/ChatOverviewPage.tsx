// The chats of a community, active or archived (spec/1-console §2 "Chat overview"; design/interface "Chats").
import { Button, Skeleton, Text, Title } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { getRouteApi } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { useDeferredValue } from "react"
import type { ListedScript } from "../../../domain/script/script.ts"
import { filterAndSortScripts, type ListName, statusesByList } from "../../../domain/script/script-list.ts"
import type { Status } from "../../../domain/script/status.ts"
import type { ChatNotice } from "../../../machines/chat/chat-overview-machine.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { focusOnMount } from "../../kit/focus-hooks.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { DismissButton } from "../../kit/Notice.tsx"
import { useConsoleServices } from "../console-services.tsx"
import picker from "../script-status/StatusPicker.module.css"
import { statusIcons } from "../script-status/StatusPicker.tsx"
import { NotFoundMessage } from "../shell/NotFoundPage.tsx"
import { PageContent } from "../shell/PageContent.tsx"
import { AddChatDialog, DeleteChatDialog } from "./ChatOverviewDialogs.tsx"
import classes from "./ChatOverviewPage.module.css"
import { ChatTable } from "./ChatTable.tsx"

// A list without a row: why, and what can be done.

/** What the list was narrowed down by; null: there is nothing in it. */
type Props = { readonly list: ListName; readonly narrowed: "search" | "status" | null }

export const EmptyChatList = ({ list, narrowed }: Props) => {
  const t = useTranslate()
  return (
    <div className={classes["empty"]}>
      <Text fw={500}>{t(`chats.none.${narrowed ?? list}`)}</Text>
      {list === "active" && narrowed === null && <Text c="dimmed">{t("chats.none.hint", { add: t("chats.add") })}</Text>}
    </div>
  )
}

// Narrows the active chats down to those of one status (design/interface "Layout").

type StatusChipsProps = {
  readonly only: Status | null
  /** Those of the list; null while it is on its way. */
  readonly scripts: ReadonlyArray<ListedScript> | null
  readonly onShow: (only: Status | null) => void
}

export const StatusFilter = ({ only, scripts, onShow }: StatusChipsProps) => {
  const t = useTranslate()
  const count = (of: Status | null) => scripts?.filter(({ status }) => of === null || status === of).length
  return (
    <fieldset className={classes["chips"]} aria-label={t("chats.statuses")}>
      <button type="button" aria-pressed={only === null} onClick={() => onShow(null)}>
        {t("chats.statuses.all")} <span className={classes["of"]}>{count(null)}</span>
      </button>
      {statusesByList.active.map((status) => {
        const Icon = statusIcons[status]
        return (
          <button key={status} type="button" aria-pressed={only === status} onClick={() => onShow(only === status ? null : status)}>
            <Icon size={16} aria-hidden="true" className={picker["icon"]} data-status={status} />
            {t(`status.${status}`)} <span className={classes["of"]}>{count(status)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

const route = getRouteApi("/signed-in/chats/$communitySlug")
const names: ReadonlyArray<ListName> = ["active", "archive"]

export const ChatOverviewPage = () => {
  const t = useTranslate()
  const { communitySlug } = route.useParams()
  const { chatOverview } = useConsoleServices()
  const actor = useActorRef(chatOverview, { input: { community: communitySlug } })
  const { list, rows, search, sort, only, answers, news, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  const failed = useSelector(actor, (state) => state.hasTag("failed"))

  // A long list may come after the letter that narrows it down.
  const sought = useDeferredValue(search)
  if (failure?._tag === "Missing" && failed) return <NotFoundMessage />
  const byId = new Map(rows.map((row) => [row.script.uuid, row]))
  const order = filterAndSortScripts(
    rows.map(({ script }) => script),
    { search: sought, sort, only },
  )
  const shown = order.flatMap(({ uuid }) => byId.get(uuid) ?? [])

  return (
    <PageContent width="list">
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {t(`chats.${list}`)}
          </Title>
          {!loading && !failed && <span className={classes["count"]}>{t("chats.count", { count: shown.length })}</span>}
          <NewsLine news={news} />
        </div>
        <FilterField
          className={classes["search"]}
          label={t("chats.search")}
          text={search}
          onChange={(text) => actor.send({ type: "search.type", text })}
        />
        <fieldset className={classes["lists"]} aria-label={t("chats.lists")}>
          {names.map((one) => (
            <button key={one} type="button" aria-pressed={one === list} onClick={() => actor.send({ type: "list.show", list: one })}>
              {t(`chats.show.${one}`)}
            </button>
          ))}
        </fieldset>
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => actor.send({ type: "add.open" })}>
          {t("chats.add")}
        </Button>
      </div>

      {failure !== null && (
        <div className={classes["failure"]}>
          <FailureNotice failure={failure} />
          {failed ? (
            <Button variant="default" onClick={() => actor.send({ type: "list.retry" })}>
              {t("retry")}
            </Button>
          ) : (
            <DismissButton worded onDismiss={() => actor.send({ type: "failure.dismiss" })} />
          )}
        </div>
      )}
      {list === "active" && !failed && (
        <StatusFilter
          only={only}
          scripts={loading ? null : rows.map(({ script }) => script)}
          onShow={(it) => actor.send({ type: "only.show", only: it })}
        />
      )}
      {loading && <Loading />}
      {!loading && !failed && shown.length > 0 && <ChatTable actor={actor} rows={shown} sort={sort} answers={answers} />}
      {!loading && !failed && shown.length === 0 && (
        <EmptyChatList list={list} narrowed={rows.length === 0 ? null : sought.trim() === "" ? "status" : "search"} />
      )}

      <AddChatDialog actor={actor} />
      <DeleteChatDialog actor={actor} />
    </PageContent>
  )
}

/** Says what became of a script. Where its row went, the focus that stood there comes here. */
const NewsLine = ({ news }: { readonly news: ChatNotice | null }) => {
  const t = useTranslate()
  if (news === null || news.kind === "added" || news.kind === "copied")
    return <output className={classes["news"]}>{news !== null && t(`chats.news.${news.kind}`, { name: news.name })}</output>
  return (
    <p key={`${news.kind} ${news.name}`} className={classes["news"]} tabIndex={-1} ref={focusOnMount}>
      {t(`chats.news.${news.kind}`, { name: news.name })}
    </p>
  )
}

const Loading = () => {
  const t = useTranslate()
  return (
    <output className={classes["loading"]} aria-label={t("shell.loading")}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} height={64} radius="lg" />
      ))}
    </output>
  )
}
