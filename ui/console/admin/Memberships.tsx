// A user's memberships: the role in each, those to be added and those to be removed.
import { Button, NativeSelect } from "@mantine/core"
import { useSelector } from "@xstate/react"
import { membershipField } from "../../../domain/accounts/edit-user.ts"
import type { Role, User } from "../../../domain/accounts/user.ts"
import type { Form } from "../../kit/form.ts"
import { useWords } from "../../kit/words.tsx"
import { useCommunities } from "../communities-context.tsx"
import classes from "./Roster.module.css"
import { useRoles } from "./roles.ts"

type Props = {
  readonly form: Pick<Form, "field" | "busy">
  /** As the server has it. */
  readonly user: User
  /** As they are wished, by the uuid of the community. */
  readonly memberships: ReadonlyMap<string, Role>
}

export const Memberships = ({ form: { field, busy }, user, memberships }: Props) => {
  const t = useWords()
  const roles = useRoles()
  const communities = useSelector(useCommunities(), ({ context }) => context.communities)
  const own = user.communityEntries.map(({ community }) => community)
  const names = new Map([...own, ...communities].map(({ uuid, name }) => [uuid, name]))
  const isNew = (uuid: string) => own.every((community) => community.uuid !== uuid)
  const others = communities.filter(({ uuid }) => !memberships.has(uuid))
  const leaving = own.filter(({ uuid }) => !memberships.has(uuid))
  const choose = (community: string, role: string) => field(membershipField(community)).onChange(role)
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
              onChange={(event) => choose(uuid, event.currentTarget.value)}
            />
            <Button variant="default" aria-label={t("users.edit.remove", { community })} disabled={busy} onClick={() => choose(uuid, "")}>
              {t("users.edit.remove.short")}
            </Button>
          </div>
        )
      })}
      {leaving.map(({ uuid, name }) => (
        <div key={uuid} className={classes["going"]}>
          <span>
            {name}: {t("users.edit.removing")}
          </span>
          <Button
            variant="default"
            aria-label={t("users.edit.keep", { community: name })}
            disabled={busy}
            onClick={() => choose(uuid, user.communityEntries.find(({ community }) => community.uuid === uuid)?.role ?? "ROLE_USER")}
          >
            {t("users.edit.keep.short")}
          </Button>
        </div>
      ))}
      {others.length > 0 && (
        <NativeSelect
          label={t("users.edit.add-community")}
          data={[{ value: "", label: "–" }, ...others.map(({ uuid, name }) => ({ value: uuid, label: name }))]}
          value=""
          disabled={busy}
          onChange={(event) => {
            const community = event.currentTarget.value
            if (community !== "") choose(community, "ROLE_USER")
          }}
        />
      )}
    </fieldset>
  )
}
