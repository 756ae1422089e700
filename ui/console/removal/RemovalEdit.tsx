// The dialog that edits the removal of one chat (spec/3-community §2 "Removal lists"; decisions R2).
import { Checkbox } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { cutName, shownNames } from "../../../domain/script/overview.ts"
import type { RemovalEditActor } from "../../../machines/removal/removal-edit.ts"
import type { RemovalsActor } from "../../../machines/removal/removals.ts"
import { Consent } from "../../kit/Consent.tsx"
import { DayField } from "../../kit/DayField.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { useForm } from "../../kit/form.ts"
import { useWords } from "../../kit/words.tsx"

export const RemovalEdit = ({ actor }: { readonly actor: RemovalsActor }) => {
  const t = useWords()
  const edit = useSelector(actor, ({ children }) => children.edit)
  const name = useSelector(actor, ({ context }) => context.chosen?.name ?? "")
  return (
    <FormDialog form={edit} title={t("removals.edit", { name: cutName(name, shownNames.removalEdit) })}>
      {(it) => <Fields actor={it} />}
    </FormDialog>
  )
}

const days = ["removalWarningDate", "deletedDate"] as const

const Fields = ({ actor }: { readonly actor: RemovalEditActor }) => {
  const t = useWords()
  const form = useForm(actor)
  const { today } = useSelector(actor, ({ context }) => context.known)
  const asks = useSelector(actor, (state) => state.hasTag("consenting"))
  const { name, value, readOnly, onChange } = form.field("removalProcedure")
  const isOn = value === "true"
  const day = (of: (typeof days)[number]) => {
    // What is read only is still in the way of the Tab key, and has no use here: it says nothing while the procedure is off.
    const { readOnly: isSending, ...field } = form.field(of)
    return { today, earliest: today, disabled: !isOn || isSending, ...field }
  }
  return (
    <FormFields
      form={form}
      deed={t("removals.edit.save")}
      unchanged={!form.dirty}
      notice={<FailureNotice failure={form.failure} shown={days} />}
    >
      <Checkbox
        label={t("removals.edit.procedure")}
        description={t("removals.edit.procedure.help")}
        name={name}
        checked={isOn}
        disabled={readOnly}
        onChange={({ currentTarget: { checked } }) => onChange(checked ? "true" : "")}
      />
      <DayField label={t("removals.edit.warning")} calendar={t("removals.edit.warning.calendar")} {...day("removalWarningDate")} />
      <DayField label={t("removals.edit.removal")} calendar={t("removals.edit.removal.calendar")} {...day("deletedDate")} />
      <Consent
        title={t("removals.off.title")}
        question={asks ? t("removals.off.question") : null}
        deed={t("continue")}
        onGive={() => actor.send({ type: "consent.give" })}
        onRefuse={() => actor.send({ type: "consent.refuse" })}
      />
    </FormFields>
  )
}
