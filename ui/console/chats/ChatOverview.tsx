// The chats of a community, active or archived (spec/1-console §2 "Chat overview"; design/interface "Chats").
import { Button, Skeleton, Title } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { getRouteApi } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { useDeferredValue } from "react"
import { arranged } from "../../../domain/script/listing.ts"
import type { ListName } from "../../../domain/script/overview.ts"
import type { News } from "../../../machines/chat-overview.ts"
import { Dismiss } from "../../kit/Dismiss.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { focusOnArrival } from "../../kit/focus.ts"
import { useWords } from "../../kit/words.tsx"
import { Frame } from "../Frame.tsx"
import { NothingHere } from "../NothingHere.tsx"
import { useWired } from "../wired.tsx"
import { AddChat } from "./AddChat.tsx"
import classes from "./ChatOverview.module.css"
import { ChatTable } from "./ChatTable.tsx"
import { DeleteChat } from "./DeleteChat.tsx"
import { EmptyList } from "./EmptyList.tsx"
import { StatusChips } from "./StatusChips.tsx"

const route = getRouteApi("/signed-in/chats/$communitySlug")
const names: ReadonlyArray<ListName> = ["active", "archive"]

export const ChatOverview = () => {
  const t = useWords()
  const { communitySlug } = route.useParams()
  const { chatOverview } = useWired()
  const actor = useActorRef(chatOverview, { input: { community: communitySlug } })
  const { list, rows, search, sort, only, answers, news, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  const failed = useSelector(actor, (state) => state.hasTag("failed"))

  // A long list may come after the letter that narrows it down.
  const sought = useDeferredValue(search)
  if (failure?._tag === "Missing" && failed) return <NothingHere />
  const byId = new Map(rows.map((row) => [row.script.uuid, row]))
  const order = arranged(
    rows.map(({ script }) => script),
    { search: sought, sort, only },
  )
  const shown = order.flatMap(({ uuid }) => byId.get(uuid) ?? [])

  return (
    <Frame width="list">
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
          onType={(text) => actor.send({ type: "search.type", text })}
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
            <Dismiss worded onDismiss={() => actor.send({ type: "failure.dismiss" })} />
          )}
        </div>
      )}
      {list === "active" && !failed && (
        <StatusChips
          only={only}
          scripts={loading ? null : rows.map(({ script }) => script)}
          onShow={(it) => actor.send({ type: "only.show", only: it })}
        />
      )}
      {loading && <Loading />}
      {!loading && !failed && shown.length > 0 && <ChatTable actor={actor} rows={shown} sort={sort} answers={answers} />}
      {!loading && !failed && shown.length === 0 && (
        <EmptyList list={list} narrowed={rows.length === 0 ? null : sought.trim() === "" ? "status" : "search"} />
      )}

      <AddChat actor={actor} />
      <DeleteChat actor={actor} />
    </Frame>
  )
}

/** Says what became of a script. Where its row went, the focus that stood there comes here. */
const NewsLine = ({ news }: { readonly news: News | null }) => {
  const t = useWords()
  if (news === null || news.kind === "added" || news.kind === "copied")
    return <output className={classes["news"]}>{news !== null && t(`chats.news.${news.kind}`, { name: news.name })}</output>
  return (
    <p key={`${news.kind} ${news.name}`} className={classes["news"]} tabIndex={-1} ref={focusOnArrival}>
      {t(`chats.news.${news.kind}`, { name: news.name })}
    </p>
  )
}

const Loading = () => {
  const t = useWords()
  return (
    <output className={classes["loading"]} aria-label={t("shell.loading")}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} height={64} radius="lg" />
      ))}
    </output>
  )
}
