// The users of the whole console (spec/1-console §2 "User management").
import { Button, Skeleton, Title } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { useDeferredValue } from "react"
import { arrangedRoster } from "../../../domain/accounts/roster.ts"
import { type UserRosterActor, type UsersActor, userColumns, type usersMachine } from "../../../machines/admin/users.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { useWords } from "../../kit/words.tsx"
import { useWired } from "../wired.tsx"
import { AddUser } from "./AddUser.tsx"
import { AdminPage } from "./AdminPage.tsx"
import { EditUser } from "./EditUser.tsx"
import classes from "./Roster.module.css"
import { RosterDeletion } from "./RosterDeletion.tsx"
import { RosterTable } from "./RosterTable.tsx"

export const Users = ({ machine }: { readonly machine: typeof usersMachine }) => (
  <AdminPage right="users.manage">
    <Management machine={machine} />
  </AdminPage>
)

const Management = ({ machine }: { readonly machine: typeof usersMachine }) => {
  const actor = useActorRef(machine)
  const roster = useSelector(actor, ({ children }) => children.roster)
  return roster === undefined ? null : <Roster actor={actor} roster={roster} />
}

const Roster = ({ actor, roster }: { readonly actor: UsersActor; readonly roster: UserRosterActor }) => {
  const t = useWords()
  const self = useSelector(useWired().session, ({ context }) => context.user?.uuid)
  const { items, search, sort, failure, news } = useSelector(roster, ({ context }) => context)
  const state = useSelector(roster, ({ value }) => value)
  const deletion = useSelector(roster, ({ children }) => children.deletion)
  const sought = useDeferredValue(search)
  const shown = arrangedRoster(items, { search: sought, sort, columns: userColumns })
  return (
    <>
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {t("users.heading")}
          </Title>
          {state !== "loading" && state !== "failed" && (
            <span className={classes["count"]}>{t("users.count", { count: shown.length })}</span>
          )}
          <output className="unseen">{news !== null && t(`users.${news.what}`, { username: news.item.username })}</output>
        </div>
        <FilterField
          className={classes["search"]}
          label={t("users.search")}
          text={search}
          onType={(text) => roster.send({ type: "search.type", text })}
        />
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => roster.send({ type: "add.open" })}>
          {t("users.add")}
        </Button>
      </div>
      {state === "loading" && <Skeleton height={240} radius="lg" aria-label={t("shell.loading")} />}
      {state === "failed" && (
        <>
          <FailureNotice failure={failure} />
          <div>
            <Button variant="default" onClick={() => roster.send({ type: "list.retry" })}>
              {t("retry")}
            </Button>
          </div>
        </>
      )}
      {state !== "loading" && state !== "failed" && (
        <>
          <RosterTable
            label={t("users.heading")}
            items={shown}
            columns={userColumns}
            sort={sort}
            heading={(column) => t(`users.column.${column}`)}
            deletion={({ username }) => t("users.delete", { username })}
            isDeletable={({ uuid }) => uuid !== self}
            onSort={(column) => roster.send({ type: "sort.by", column })}
            onOpen={(item) => actor.send({ type: "item.open", item })}
            onDelete={(item) => roster.send({ type: "item.delete", item })}
          />
          {shown.length === 0 && <output className={classes["none"]}>{t("users.none")}</output>}
        </>
      )}
      <AddUser roster={roster} />
      <EditUser actor={actor} />
      <RosterDeletion
        deletion={deletion}
        title={t("users.delete.title")}
        question={({ username }) => t("users.delete.question", { username })}
      />
    </>
  )
}
