// The dialog that edits the removal of one chat (spec/3-community §2 "Removal lists"; decisions R2).
import { Button, Checkbox, Group, Modal } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { dateProblemKeys, removalProblems } from "../../../domain/removal/removal.ts"
import { cutName, shownNames } from "../../../domain/script/overview.ts"
import type { RemovalEditActor } from "../../../machines/removal/removal-edit.ts"
import type { RemovalsActor } from "../../../machines/removal/removals.ts"
import { Consent } from "../../kit/Consent.tsx"
import { DayField } from "../../kit/DayField.tsx"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Removals.module.css"

export const RemovalEdit = ({ actor }: { readonly actor: RemovalsActor }) => {
  const t = useWords()
  const edit = useSelector(actor, ({ children }) => children.edit)
  const name = useSelector(actor, ({ context }) => context.chosen?.name ?? "")
  return (
    <Modal
      opened={edit !== undefined}
      onClose={() => edit?.send({ type: "edit.leave" })}
      title={t("removals.edit", { name: cutName(name, shownNames.removalEdit) })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {edit !== undefined && <Fields actor={edit} />}
    </Modal>
  )
}

const Fields = ({ actor }: { readonly actor: RemovalEditActor }) => {
  const t = useWords()
  const { edit, today, failure } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (state) => state.hasTag("busy"))
  const asking = useSelector(actor, (state) => state.hasTag("asking"))
  const maySave = useSelector(actor, (state) => state.can({ type: "edit.save" }))
  const problems = removalProblems(edit, today)
  const day = (of: "removalWarningDate" | "deletedDate") => ({
    today,
    earliest: today,
    value: edit[of] ?? "",
    error: problems[of] === null ? null : t(dateProblemKeys[problems[of]]),
    disabled: !edit.removalProcedure || busy,
    onChange: (text: string) => actor.send({ type: "day.set", of, day: text }),
  })
  return (
    <form
      className={classes["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: "edit.save" })
      }}
    >
      <FailureNotice failure={failure} />
      <Checkbox
        label={t("removals.edit.procedure")}
        description={t("removals.edit.procedure.help")}
        checked={edit.removalProcedure}
        disabled={busy}
        onChange={(event) => actor.send({ type: "procedure.set", on: event.currentTarget.checked })}
      />
      <DayField label={t("removals.edit.warning")} calendar={t("removals.edit.warning.calendar")} {...day("removalWarningDate")} />
      <DayField label={t("removals.edit.removal")} calendar={t("removals.edit.removal.calendar")} {...day("deletedDate")} />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" disabled={busy} onClick={() => actor.send({ type: "edit.leave" })}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={!maySave && !busy}>
          {t("removals.edit.save")}
        </Button>
      </Group>
      <Consent
        title={t("removals.off.title")}
        question={asking ? t("removals.off.question") : null}
        deed={t("continue")}
        onGive={() => actor.send({ type: "consent.give" })}
        onRefuse={() => actor.send({ type: "consent.refuse" })}
      />
    </form>
  )
}
