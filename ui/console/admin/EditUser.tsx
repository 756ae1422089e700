// The panel that edits a user: name, address, role, and memberships (spec/1-console §2 "User management").
import { Button, Drawer, Group, NativeSelect, TextInput } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { SubmitEvent } from "react"
import type { UserEditActor } from "../../../machines/admin/user-edit.ts"
import type { UsersActor } from "../../../machines/admin/users.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { useMessage, useWords } from "../../kit/words.tsx"
import { Memberships } from "./Memberships.tsx"
import classes from "./Roster.module.css"
import { roleOf, useRoles } from "./roles.ts"

export const EditUser = ({ actor }: { readonly actor: UsersActor }) => {
  const t = useWords()
  const edit = useSelector(actor, ({ children }) => children.edit)
  const username = useSelector(actor, ({ context }) => context.chosen?.username ?? "")
  return (
    <Drawer
      opened={edit !== undefined}
      onClose={() => edit?.send({ type: "form.leave" })}
      position="right"
      title={t("users.edit", { username })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      {edit !== undefined && <Fields edit={edit} />}
    </Drawer>
  )
}

const Fields = ({ edit }: { readonly edit: UserEditActor }) => {
  const t = useWords()
  const say = useMessage()
  const roles = useRoles()
  const { draft, violations, failure } = useSelector(edit, ({ context }) => context)
  const busy = useSelector(edit, (state) => state.hasTag("busy"))
  const maySubmit = useSelector(edit, (state) => state.can({ type: "form.submit" }))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    edit.send({ type: "form.submit" })
  }
  const field = (name: "username" | "email") => {
    const violation = violations.find(({ field: of }) => of === name)?.message
    return {
      value: draft[name],
      error: violation && say(violation),
      readOnly: busy,
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        edit.send({ type: "field.type", field: name, text: event.currentTarget.value }),
    }
  }
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <FailureNotice failure={failure} shown={["username", "email"]} />
      <TextInput label={t("users.edit.username")} autoComplete="off" autoCapitalize="none" spellCheck={false} {...field("username")} />
      <TextInput type="email" label={t("users.edit.email")} autoComplete="off" {...field("email")} />
      <NativeSelect
        label={t("users.edit.role")}
        data={roles}
        value={draft.roles.includes("ROLE_ADMIN") ? "ROLE_ADMIN" : "ROLE_USER"}
        disabled={busy}
        onChange={(event) => edit.send({ type: "role.choose", role: roleOf(event.currentTarget.value) })}
      />
      <Memberships edit={edit} />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={() => edit.send({ type: "form.leave" })} disabled={busy}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={busy} disabled={!maySubmit && !busy}>
          {t("users.edit.update")}
        </Button>
      </Group>
    </form>
  )
}
