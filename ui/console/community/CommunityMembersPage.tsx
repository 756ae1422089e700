// Members page: the respondent profiles of a community, with search and export.
import { Button, Title } from "@mantine/core"
import { IconDownload, IconUserSearch } from "@tabler/icons-react"
import { Link } from "@tanstack/react-router"
import { useActorRef, useSelector } from "@xstate/react"
import { hasRight } from "../../../domain/accounts/rights.ts"
import type { Member } from "../../../domain/exports/links-and-members-csv.ts"
import { getPersonName } from "../../../domain/privacy/person-search.ts"
import { DataTable } from "../../kit/DataTable.tsx"
import type { DataColumn } from "../../kit/data-columns.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FilterField } from "../../kit/FilterField.tsx"
import { useTranslate } from "../../kit/i18n.tsx"
import button from "../../kit/link-button.module.css"
import { type CommunityMachines, useConsoleServices } from "../console-services.tsx"
import classes from "./Community.module.css"
import { CommunityLayout } from "./CommunityLayout.tsx"

type Props = { readonly machines: CommunityMachines; readonly slug: string }

export const CommunityMembersPage = ({ machines, slug }: Props) => (
  <CommunityLayout slug={slug} right="community.members">
    <MemberList machines={machines} slug={slug} />
  </CommunityLayout>
)

const MemberList = ({ machines, slug }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machines.members, { input: { slug } })
  const { members, total, memberCount, isFiltered, search, saved, unsaved, failure } = useSelector(actor, ({ context }) => context)
  const loading = useSelector(actor, (state) => state.hasTag("loading"))
  const exporting = useSelector(actor, (state) => state.hasTag("exporting"))
  const stuck = useSelector(actor, (state) => state.hasTag("failed"))
  const mayExport = useSelector(actor, (state) => state.can({ type: "members.export" }))
  const mayFind = useSelector(
    useConsoleServices().session,
    ({ context: { user } }) => user !== null && hasRight(user, "community.people", slug),
  )
  const hasMore = useSelector(actor, (state) => state.can({ type: "members.more" }))
  return (
    <>
      <div className={classes["heading"]}>
        <Title order={1} size="h2">
          {t("members.heading")}
        </Title>
        {memberCount > 0 && (
          <output className={classes["count"]}>
            {isFiltered ? t("members.found", { found: total, count: memberCount }) : t("members.count", { count: memberCount })}
          </output>
        )}
        <output className={classes["notice"]}>{saved !== null && t("members.exported", { name: saved })}</output>
        <div className={classes["actions"]}>
          {mayFind && (
            <Link to="/$communitySlug/members/person" params={{ communitySlug: slug }} className={button["link"]}>
              <IconUserSearch size={18} aria-hidden="true" />
              {t("members.person")}
            </Link>
          )}
          <Button
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            loading={exporting}
            disabled={!mayExport && !exporting}
            onClick={() => actor.send({ type: "members.export" })}
          >
            {t("members.export")}
          </Button>
        </div>
      </div>
      <p className={classes["quiet"]}>{t("members.text")}</p>
      {(memberCount > 0 || search !== "" || stuck) && (
        <FilterField
          className={classes["search"]}
          label={t("members.search")}
          text={search}
          onChange={(text) => actor.send({ type: "members.search", text })}
        />
      )}
      <FailureNotice failure={unsaved} />
      <FailureNotice failure={failure} />
      {(members.length > 0 || !stuck) && (
        <MemberTable
          members={members}
          slug={slug}
          mayFind={mayFind}
          isLoading={loading}
          empty={t(search === "" ? "members.none" : "members.not-found")}
        />
      )}
      {(hasMore || (loading && members.length > 0)) && (
        <div>
          <Button variant="default" loading={loading} onClick={() => actor.send({ type: "members.more" })}>
            {t(stuck ? "retry" : "members.more")}
          </Button>
        </div>
      )}
    </>
  )
}

const columns = ["external_id", "firstname", "lastname", "email", "phone", "dateofbirth"] as const

type TableProps = {
  readonly members: ReadonlyArray<Member>
  readonly slug: string
  /** Whether the user may open the personal data of a member. */
  readonly mayFind: boolean
  readonly isLoading: boolean
  readonly empty: string
}

/** Not sortable: the server sends the members page by page, so sorting those that are loaded would hide the others. */
const MemberTable = ({ members, slug, mayFind, isLoading, empty }: TableProps) => {
  const t = useTranslate()
  const personColumn: DataColumn<Member> = {
    id: "person",
    heading: t("members.person"),
    isActions: true,
    cell: (member) => (
      <Link
        to="/$communitySlug/members/person"
        params={{ communitySlug: slug }}
        state={{ sought: member.uuid }}
        className={classes["icon"]}
        aria-label={t("members.person.of", { name: getPersonName({ member }) ?? member.uuid })}
        title={t("members.person")}
      >
        <IconUserSearch size={18} aria-hidden="true" />
      </Link>
    ),
  }
  const valueColumns = columns.map(
    (id): DataColumn<Member> => ({
      id,
      heading: t(`members.column.${id}`),
      cell: (member) => member[id] ?? "–",
      isEmpty: (member) => member[id] === null,
    }),
  )
  return (
    <DataTable
      label={t("members.heading")}
      columns={mayFind ? [...valueColumns, personColumn] : valueColumns}
      rows={members}
      getRowId={({ uuid }) => uuid}
      isLoading={isLoading}
      empty={empty}
      isStacked
      hasTexts
    />
  )
}
