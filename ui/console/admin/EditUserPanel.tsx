// Panel that edits a user: name, email address, role and memberships.

import { Button, NativeSelect, TextInput, type TextInputProps } from "@mantine/core"
import { useSelector } from "@xstate/react"
import type { Role, User } from "../../../domain/accounts/user.ts"
import { hasChanges, membershipField, parseUserForm, userChanges } from "../../../domain/accounts/user-form.ts"
import type { UserManagementActor } from "../../../machines/admin/management-machines.ts"
import type { UserEditActor } from "../../../machines/admin/user-edit-machine.ts"
import { FailureNotice } from "../../kit/FailureNotice.tsx"
import { FormDialog, FormFields } from "../../kit/FormDialog.tsx"
import { type Form, useForm } from "../../kit/form-binding.ts"
import { useTranslate } from "../../kit/i18n.tsx"
import { useCommunities } from "../console-services.tsx"
import classes from "./Roster.module.css"
import { UniqueId } from "./Roster.tsx"

/** Returns the roles as options of a select. */
export const useRoleOptions = () => {
  const t = useTranslate()
  return (["ROLE_USER", "ROLE_ADMIN"] as const).map((value) => ({ value, label: t(`role.${value}`) }))
}

type Props = {
  readonly form: Pick<Form, "field" | "busy">
  /** The user as stored on the server. */
  readonly user: User
  /** The edited memberships: role by the uuid of the community. */
  readonly memberships: ReadonlyMap<string, Role>
}

export const MembershipFields = ({ form: { field, busy }, user, memberships }: Props) => {
  const t = useTranslate()
  const roles = useRoleOptions()
  const communities = useSelector(useCommunities(), ({ context }) => context.communities)
  const ownCommunities = user.communityEntries.map(({ community }) => community)
  const names = new Map([...ownCommunities, ...communities].map(({ uuid, name }) => [uuid, name]))
  const isNew = (uuid: string) => ownCommunities.every((community) => community.uuid !== uuid)
  const addableCommunities = communities.filter(({ uuid }) => !memberships.has(uuid))
  const removedCommunities = ownCommunities.filter(({ uuid }) => !memberships.has(uuid))
  const setRole = (community: string, role: string) => field(membershipField(community)).onChange(role)
  return (
    <fieldset className={classes["memberships"]}>
      <legend>{t("users.edit.memberships")}</legend>
      {memberships.size === 0 && <p className={classes["uuid"]}>{t("users.edit.memberships.none")}</p>}
      {[...memberships].map(([uuid, role]) => {
        const community = names.get(uuid) ?? uuid
        return (
          <div key={uuid} className={classes["membership"]}>
            <NativeSelect
              label={t("users.edit.role-in", { community })}
              description={isNew(uuid) ? t("users.edit.adding") : undefined}
              classNames={{ description: classes["coming"] ?? "" }}
              data={roles}
              value={role}
              disabled={busy}
              onChange={(event) => setRole(uuid, event.currentTarget.value)}
            />
            <Button variant="default" aria-label={t("users.edit.remove", { community })} disabled={busy} onClick={() => setRole(uuid, "")}>
              {t("users.edit.remove.short")}
            </Button>
          </div>
        )
      })}
      {removedCommunities.map(({ uuid, name }) => (
        <div key={uuid} className={classes["going"]}>
          <span>
            {name}: {t("users.edit.removing")}
          </span>
          <Button
            variant="default"
            aria-label={t("users.edit.keep", { community: name })}
            disabled={busy}
            onClick={() => setRole(uuid, user.communityEntries.find(({ community }) => community.uuid === uuid)?.role ?? "ROLE_USER")}
          >
            {t("users.edit.keep.short")}
          </Button>
        </div>
      ))}
      {addableCommunities.length > 0 && (
        <NativeSelect
          label={t("users.edit.add-community")}
          data={[{ value: "", label: "–" }, ...addableCommunities.map(({ uuid, name }) => ({ value: uuid, label: name }))]}
          value=""
          disabled={busy}
          onChange={(event) => {
            const community = event.currentTarget.value
            if (community !== "") setRole(community, "ROLE_USER")
          }}
        />
      )}
    </fieldset>
  )
}

/** User name field without autofill and corrections of the browser. */
export const UsernameField = (props: TextInputProps) => (
  <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} data-autofocus {...props} />
)

export const EditUserPanel = ({ actor }: { readonly actor: UserManagementActor }) => {
  const t = useTranslate()
  const edit = useSelector(actor, ({ children }) => children.edit)
  const username = useSelector(actor, ({ context }) => context.chosen?.username ?? "")
  return (
    <FormDialog form={edit} title={t("users.edit", { username })} aside>
      {(it) => <Fields edit={it} />}
    </FormDialog>
  )
}

const Fields = ({ edit }: { readonly edit: UserEditActor }) => {
  const t = useTranslate()
  const roles = useRoleOptions()
  const form = useForm(edit)
  const user = useSelector(edit, ({ context }) => context.user)
  const { field, values, failure } = form
  const draft = parseUserForm(user, values)
  return (
    <FormFields
      form={form}
      submitLabel={t("users.edit.update")}
      unchanged={!hasChanges(userChanges(user, draft))}
      notice={<FailureNotice failure={failure} shown={["username", "email", "role"]} />}
    >
      <UsernameField label={t("users.edit.username")} {...field("username")} />
      <TextInput type="email" label={t("users.edit.email")} autoComplete="off" {...field("email")} />
      <NativeSelect label={t("users.edit.role")} data={roles} {...field("role")} />
      <UniqueId uuid={user.uuid} />
      <MembershipFields form={form} user={user} memberships={draft.memberships} />
    </FormFields>
  )
}
