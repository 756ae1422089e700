// Chat overview: the active or archived chats of a community, with search, status filter and sorting.

import { Button, Skeleton, TextInput, Title } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { useDeferredValue, useMemo } from "react"
import { isInOtherList } from "../../../domain/failures/failure.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import { filterScripts, type ListName, statusesByList } from "../../../domain/script/script-list.ts"
import type { Status } from "../../../domain/script/status.ts"
import type { ChatNotice, ChatOverviewActor } from "../../../machines/chat/chat-overview-machine.ts"
import { DeletionDialog } from "../../kit/DeletionDialog.tsx"
import { EmptyMessage } from "../../kit/EmptyMessage.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { focusOnMount } from "../../kit/focus-hooks.ts"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { DismissButton } from "../../kit/Notice.tsx"
import { useConsoleServices } from "../console-services.tsx"
import picker from "../script-status/StatusPicker.module.css"
import { statusIcons } from "../script-status/StatusPicker.tsx"
import { NotFoundMessage } from "../shell/NotFoundPage.tsx"
import { PageContent } from "../shell/PageContent.tsx"
import classes from "./ChatOverviewPage.module.css"
import { ChatTable } from "./ChatTable.tsx"
import { DeletedContentsList } from "./DeletedContentsList.tsx"
import { RemovalSwitchReason } from "./RemovalSwitch.tsx"

/** `narrowed` is what filtered all chats out; null if the list itself is empty. */
type Props = { readonly list: ListName; readonly filteredBy: "search" | "status" | null }

/** Shown when the list has no rows: says why and what to do. */
export const EmptyChatList = ({ list, filteredBy }: Props) => {
  const t = useTranslate()
  return (
    <EmptyMessage
      isFramed
      title={t(`chats.none.${filteredBy ?? list}`)}
      description={list === "active" && filteredBy === null && t("chats.none.hint", { add: t("chats.add") })}
    />
  )
}

type StatusFilterProps = {
  readonly selected: Status | null
  /** The scripts of the list; null while loading. */
  readonly scripts: ReadonlyArray<ListedScript> | null
  readonly onShow: (only: Status | null) => void
}

/** Filters the active chats by status. */
export const StatusFilter = ({ selected, scripts, onShow }: StatusFilterProps) => {
  const t = useTranslate()
  const count = (value: Status | null) => scripts?.filter(({ status }) => value === null || status === value).length
  return (
    <fieldset className={classes["chips"]} aria-label={t("chats.statuses")}>
      <button type="button" aria-pressed={selected === null} onClick={() => onShow(null)}>
        {t("chats.statuses.all")} <span className={classes["of"]}>{count(null)}</span>
      </button>
      {statusesByList.active.map((status) => {
        const Icon = statusIcons[status]
        return (
          <button key={status} type="button" aria-pressed={selected === status} onClick={() => onShow(selected === status ? null : status)}>
            <Icon size={16} aria-hidden="true" className={picker["icon"]} data-status={status} />
            {t(`status.${status}`)} <span className={classes["of"]}>{count(status)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

/** The addresses of the lists. */
const lists = [
  { name: "active", to: "/chats/$communitySlug" },
  { name: "archive", to: "/chats/$communitySlug/archive" },
] as const satisfies ReadonlyArray<{ readonly name: ListName; readonly to: string }>

type PageProps = { readonly community: string; readonly list: ListName }

export const ChatOverviewPage = ({ community, list }: PageProps) => {
  const t = useTranslate()
  const { chatOverview } = useConsoleServices()
  const actor = useActorRef(chatOverview, { input: { community, list } })
  const { rows, search, only, answers, notice, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  const failed = useSelector(actor, (state) => state.hasTag("failed"))

  // Deferred, so that filtering a long list does not delay typing.
  const deferredSearch = useDeferredValue(search)
  const shown = useMemo(() => {
    const byId = new Map(rows.map((row) => [row.script.uuid, row]))
    const scripts = rows.map(({ script }) => script)
    return filterScripts(scripts, { search: deferredSearch, only }).flatMap(({ uuid }) => byId.get(uuid) ?? [])
  }, [rows, deferredSearch, only])
  if (failure?._tag === "NotFound" && failed) return <NotFoundMessage />

  return (
    <PageContent width="list">
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {t(`chats.${list}`)}
          </Title>
          {!loading && !failed && <span className={classes["count"]}>{t("chats.count", { count: shown.length })}</span>}
          <LastChange notice={notice} />
        </div>
        <FilterField
          className={classes["search"]}
          label={t("chats.search")}
          text={search}
          onChange={(text) => actor.send({ type: "search.type", text })}
        />
        <nav className={classes["lists"]} aria-label={t("chats.lists")}>
          {lists.map(({ name, to }) => (
            <Link key={name} to={to} params={{ communitySlug: community }} activeOptions={{ exact: true }}>
              {t(`chats.show.${name}`)}
            </Link>
          ))}
        </nav>
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
          selected={only}
          scripts={loading ? null : rows.map(({ script }) => script)}
          onShow={(it) => actor.send({ type: "status.filter", only: it })}
        />
      )}
      {loading && <LoadingRows />}
      {!loading && !failed && shown.length > 0 && list === "active" && <RemovalSwitchReason slug={community} />}
      {!loading && !failed && (
        <ChatTable
          actor={actor}
          list={list}
          rows={shown}
          answers={answers}
          empty={<EmptyChatList list={list} filteredBy={rows.length === 0 ? null : deferredSearch.trim() === "" ? "status" : "search"} />}
        />
      )}

      <AddChatDialog actor={actor} />
      <DeleteChatDialog actor={actor} />
    </PageContent>
  )
}

/** Announces the last change. If it removed the focused row, the announcement takes the focus. */
const LastChange = ({ notice }: { readonly notice: ChatNotice | null }) => {
  const t = useTranslate()
  if (notice === null || notice.kind === "added" || notice.kind === "copied")
    return <output className={classes["notice"]}>{notice !== null && t(`chats.notice.${notice.kind}`, { name: notice.name })}</output>
  return (
    <p key={`${notice.kind} ${notice.name}`} className={classes["notice"]} tabIndex={-1} ref={focusOnMount}>
      {t(`chats.notice.${notice.kind}`, { name: notice.name })}
    </p>
  )
}

const LoadingRows = () => {
  const t = useTranslate()
  return (
    <output className={classes["loading"]} aria-label={t("shell.loading")}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={64} radius="lg" />
      ))}
    </output>
  )
}

const AddChatDialog = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useTranslate()
  const form = useSelector(actor, ({ children }) => children.addChat)
  return (
    <FormDialog form={form} title={t("chats.add")}>
      {(it) => <AddChatFields actor={it} />}
    </FormDialog>
  )
}

type AddChatForm = NonNullable<ReturnType<ChatOverviewActor["getSnapshot"]>["children"]["addChat"]>

const AddChatFields = ({ actor }: { readonly actor: AddChatForm }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { error, ...name } = form.field("name")
  return (
    <FormFields form={form} submitLabel={t("add")} notice={<FailureNotice failure={form.failure} />}>
      <TextInput
        label={t("chats.add.title")}
        description={error === undefined ? t("chats.add.help") : undefined}
        error={error}
        autoComplete="off"
        data-autofocus
        {...name}
      />
    </FormFields>
  )
}

/** Deletes a chat in two steps. */
const DeleteChatDialog = ({ actor }: { readonly actor: ChatOverviewActor }) => {
  const t = useTranslate()
  const deletion = useSelector(actor, ({ children }) => children.chatDeletion)
  // [S10] What the token authorizes; while it is being fetched, what the list requests.
  const action = useSelector(deletion, (state) => (state === undefined ? "archive" : (state.context.token ?? state.context.target).action))
  const texts = action === "erase" ? "erase" : "delete"
  return (
    <DeletionDialog
      deletion={deletion}
      title={t(`chats.${texts}.title`)}
      question={({ name }) => t(`chats.${texts}.question`, { name })}
      renderPreview={(contents) => (
        <DeletedContentsList contents={contents} intro={t(action === "erase" ? "chats.erase.goes" : "chats.delete.stays")} />
      )}
      // A chat that is in the other list now is deleted there.
      canRetry={(failure, { action }) => !isInOtherList(failure, action)}
    />
  )
}
