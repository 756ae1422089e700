// Dialog that adds a community.
import { measureCommunity } from "../../../domain/communities/community.ts"
import type { AddCommunityActor } from "../../../machines/community/communities-machine.ts"
import { CountedField } from "../../kit/CountedField.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"

export const AddCommunityDialog = ({ form }: { readonly form: AddCommunityActor | undefined }) => {
  const t = useTranslate()
  return (
    <FormDialog form={form} title={t("home.add")}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const Fields = ({ actor }: { readonly actor: AddCommunityActor }) => {
  const t = useTranslate()
  const form = useForm(actor)
  const { values, failure } = form
  const { name = "", slug = "" } = values
  const measures = measureCommunity({ name, slug })
  const field = (fieldName: "name" | "slug") => {
    const { error: problem, ...fieldProps } = form.field(fieldName)
    // An empty field counts as too short only after it was submitted.
    const isBlank = fieldProps.value === "" && problem === undefined
    const measure = measures[fieldName]
    return { ...fieldProps, problem, measure, isOutOfRange: !isBlank && (measure.isShort || measure.isLong) }
  }
  return (
    <FormFields form={form} submitLabel={t("add")} notice={<FailureNotice failure={failure} shown={["name", "slug"]} />}>
      <CountedField label={t("home.add.name")} data-autofocus autoComplete="off" {...field("name")} />
      <CountedField
        label={t("home.add.slug")}
        description={t("home.add.slug.help")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field("slug")}
      />
    </FormFields>
  )
}
