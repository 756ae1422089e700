// Admin page that lists, adds, renames and deletes communities.
import { TextInput } from "@mantine/core"
import { useActorRef, useSelector } from "@xstate/react"
import { type Community, measureCommunity } from "../../../domain/communities/community.ts"
import {
  type CommunityDeletionToken,
  type CommunityManagementActor,
  type CommunityRosterActor,
  communityColumns,
  type communityManagementMachine,
  type RenameCommunityActor,
} from "../../../machines/admin/management-machines.ts"
import { CountedField } from "../../kit/CountedField.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { DeletedContentsList } from "../chat-overview/DeletedContentsList.tsx"
import { AddCommunityDialog } from "../home/AddCommunityDialog.tsx"
import { AdminLayout } from "./AdminLayout.tsx"
import { Roster, UniqueId } from "./Roster.tsx"

/** Renames a community. The slug cannot be changed. */
export const RenameCommunityPanel = ({ actor }: { readonly actor: CommunityManagementActor }) => {
  const t = useTranslate()
  const form = useSelector(actor, ({ children }) => children.rename)
  const name = useSelector(actor, ({ context }) => context.chosen?.name ?? "")
  return (
    <FormDialog form={form} title={t("communities.edit", { name })} aside>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const Fields = ({ actor }: { readonly actor: RenameCommunityActor }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { field, failure, values } = form
  const { slug, uuid } = useSelector(actor, ({ context }) => context.facts)
  const { error, ...name } = field("name")
  const measure = measureCommunity({ name: values["name"] ?? "", slug }).name
  return (
    <FormFields
      form={form}
      submitLabel={t("communities.edit.update")}
      unchanged={!form.edited}
      notice={<FailureNotice failure={failure} shown={["name"]} />}
    >
      <CountedField
        label={t("communities.edit.name")}
        measure={measure}
        isOutOfRange={measure.isShort || measure.isLong}
        problem={error}
        autoComplete="off"
        data-autofocus
        {...name}
      />
      <TextInput label={t("communities.edit.slug")} description={t("communities.edit.slug.help")} value={slug} disabled />
      <UniqueId uuid={uuid} />
    </FormFields>
  )
}

type Props = { readonly machine: typeof communityManagementMachine }

export const CommunityManagementPage = ({ machine }: Props) => (
  <AdminLayout right="communities.edit">
    <Management machine={machine} />
  </AdminLayout>
)

const Management = ({ machine }: Props) => {
  const t = useTranslate()
  const actor = useActorRef(machine)
  const roster = useSelector(actor, ({ children }) => children.roster)
  return (
    roster !== undefined && (
      <Roster<(typeof communityColumns)[number], Community, null, CommunityDeletionToken>
        roster={roster}
        columns={communityColumns}
        renderDeletionPreview={(contents) => <DeletedContentsList contents={contents} intro={t("chats.erase.goes")} />}
        onOpen={(item) => actor.send({ type: "item.open", item })}
        texts={{
          heading: t("communities.heading"),
          count: (count) => t("communities.count", { count }),
          search: t("communities.search"),
          add: t("home.add"),
          emptyText: t("communities.none"),
          column: (column) => t(`communities.column.${column}`),
          changeMessage: ({ change, item: { name } }) => t(`communities.${change}`, { name }),
          deleteLabel: ({ name }) => t("communities.delete", { name }),
          deletionTitle: t("communities.delete.title"),
          deletionQuestion: (item, token) => t("communities.delete.question", { name: (token ?? item).name }),
        }}
      >
        <AddCommunity roster={roster} />
        <RenameCommunityPanel actor={actor} />
      </Roster>
    )
  )
}

const AddCommunity = ({ roster }: { readonly roster: CommunityRosterActor }) => (
  <AddCommunityDialog form={useSelector(roster, ({ children }) => children.add)} />
)
