// The dialog that adds a user. What the server has against it stands on top, each as a heading (spec/1-console §5).
import { Button, Group, Modal, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { AddUserActor, UserRosterActor } from "../../../machines/admin/users.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useForm } from "../../kit/form.ts"
import { PasswordField } from "../../kit/PasswordField.tsx"
import { useWords } from "../../kit/words.tsx"
import classes from "./Roster.module.css"

export const AddUser = ({ roster }: { readonly roster: UserRosterActor }) => {
  const t = useWords()
  const form = useSelector(roster, ({ children }) => children.add)
  return (
    <Modal
      opened={form !== undefined}
      onClose={() => form?.send({ type: "form.leave" })}
      title={t("users.add")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {form !== undefined && <Fields form={form} />}
    </Modal>
  )
}

const Fields = ({ form }: { readonly form: AddUserActor }) => {
  const t = useWords()
  const { field, submit, leave, failure, busy, maySubmit } = useForm(form)
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <FailureNotice failure={failure} />
      <TextInput
        label={t("users.add.username")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...field("username")}
      />
      <TextInput type="email" label={t("users.add.email")} autoComplete="off" {...field("email")} />
      <PasswordField label={t("users.add.password")} autoComplete="new-password" {...field("password")} />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={leave} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={!maySubmit && !busy}>
          {t("add")}
        </Button>
      </Group>
    </form>
  )
}
