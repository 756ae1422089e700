// The panel that edits a community: its name; the slug stays (spec/1-console §2 "Community management").
import { TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { communityMeasures } from "../../../domain/communities/community.ts"
import type { CommunityManagementActor, RenameCommunityActor } from "../../../machines/admin/community-management.ts"
import { CountedField } from "../../kit/CountedField.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { useWords } from "../../kit/words.tsx"

export const RenameCommunity = ({ actor }: { readonly actor: CommunityManagementActor }) => {
  const t = useWords()
  const form = useSelector(actor, ({ children }) => children.rename)
  const name = useSelector(actor, ({ context }) => context.chosen?.name ?? "")
  return (
    <FormDialog form={form} title={t("communities.edit", { name })} aside>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const Fields = ({ actor }: { readonly actor: RenameCommunityActor }) => {
  const t = useWords()
  const form = useForm(actor)
  const { field, failure, values } = form
  const { slug } = useSelector(actor, ({ context }) => context.known)
  const { error, ...name } = field("name")
  const measure = communityMeasures({ name: values["name"] ?? "", slug }).name
  return (
    <FormFields
      form={form}
      deed={t("communities.edit.update")}
      unchanged={!form.dirty}
      notice={<FailureNotice failure={failure} shown={["name"]} />}
    >
      <CountedField
        label={t("communities.edit.name")}
        measure={measure}
        isOut={measure.isShort || measure.isLong}
        problem={error}
        autoComplete="off"
        data-autofocus
        {...name}
      />
      <TextInput label={t("communities.edit.slug")} description={t("communities.edit.slug.help")} value={slug} disabled />
    </FormFields>
  )
}
