// The communities of the whole console (spec/1-console §2 "Community management").
import { Button, Skeleton, Title } from "@mantine/core"
import { IconPlus } from "@tabler/icons-react"
import { useActorRef, useSelector } from "@xstate/react"
import { useDeferredValue } from "react"
import { arrangedRoster } from "../../../domain/accounts/roster.ts"
import {
  type CommunityManagementActor,
  type CommunityRosterActor,
  communityColumns,
  type communityManagementMachine,
} from "../../../machines/admin/community-management.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { useWords } from "../../kit/words.tsx"
import { AddCommunity } from "../home/AddCommunity.tsx"
import { AdminPage } from "./AdminPage.tsx"
import { RenameCommunity } from "./RenameCommunity.tsx"
import classes from "./Roster.module.css"
import { RosterDeletion } from "./RosterDeletion.tsx"
import { RosterTable } from "./RosterTable.tsx"

export const Communities = ({ machine }: { readonly machine: typeof communityManagementMachine }) => (
  <AdminPage right="communities.edit">
    <Management machine={machine} />
  </AdminPage>
)

const Management = ({ machine }: { readonly machine: typeof communityManagementMachine }) => {
  const actor = useActorRef(machine)
  const roster = useSelector(actor, ({ children }) => children.roster)
  return roster === undefined ? null : <Roster actor={actor} roster={roster} />
}

const Roster = ({ actor, roster }: { readonly actor: CommunityManagementActor; readonly roster: CommunityRosterActor }) => {
  const t = useWords()
  const { items, search, sort, failure, news } = useSelector(roster, ({ context }) => context)
  const state = useSelector(roster, ({ value }) => value)
  const adding = useSelector(roster, ({ children }) => children.add)
  const deletion = useSelector(roster, ({ children }) => children.deletion)
  const sought = useDeferredValue(search)
  const shown = arrangedRoster(items, { search: sought, sort, columns: communityColumns })
  return (
    <>
      <div className={classes["top"]}>
        <div className={classes["heading"]}>
          <Title order={1} size="h2">
            {t("communities.heading")}
          </Title>
          {state !== "loading" && state !== "failed" && (
            <span className={classes["count"]}>{t("communities.count", { count: shown.length })}</span>
          )}
          <output className="unseen">{news !== null && t(`communities.${news.what}`, { name: news.item.name })}</output>
        </div>
        <FilterField
          className={classes["search"]}
          label={t("communities.search")}
          text={search}
          onType={(text) => roster.send({ type: "search.type", text })}
        />
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => roster.send({ type: "add.open" })}>
          {t("home.add")}
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
            label={t("communities.heading")}
            items={shown}
            columns={communityColumns}
            sort={sort}
            heading={(column) => t(`communities.column.${column}`)}
            deletion={({ name }) => t("communities.delete", { name })}
            isDeletable={() => true}
            onSort={(column) => roster.send({ type: "sort.by", column })}
            onOpen={(item) => actor.send({ type: "item.open", item })}
            onDelete={(item) => roster.send({ type: "item.delete", item })}
          />
          {shown.length === 0 && <output className={classes["none"]}>{t("communities.none")}</output>}
        </>
      )}
      <AddCommunity form={adding} />
      <RenameCommunity actor={actor} />
      <RosterDeletion
        deletion={deletion}
        title={t("communities.delete.title")}
        question={({ name }) => t("communities.delete.question", { name })}
      />
    </>
  )
}
