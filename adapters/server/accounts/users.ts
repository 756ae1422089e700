// Users with their memberships, as the contract has them.
import type { SelectQueryBuilder } from "kysely"
import { jsonArrayFrom } from "kysely/helpers/postgres"
import type { CommunityEntry, User } from "../../../domain/accounts/user.ts"
import type { Page } from "../../contract/page.ts"
import type { Db } from "../database/database.ts"
import { paged } from "../database/paged.ts"
import type { Tables } from "../database/tables.ts"

type Entry = {
  readonly id: string
  readonly role: string
  readonly community: string
  readonly name: string
  readonly slug: string
}
type Row = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly is_admin: boolean
  readonly entries: ReadonlyArray<Entry>
}

export const userOf = ({ id, username, email, is_admin, entries }: Row): User => ({
  uuid: id,
  username,
  email,
  roles: [is_admin ? "ROLE_ADMIN" : "ROLE_USER"],
  communityEntries: entries.map(
    ({ id: uuid, role, community, name, slug }): CommunityEntry => ({
      uuid,
      role: role === "ROLE_ADMIN" ? "ROLE_ADMIN" : "ROLE_USER",
      community: { uuid: community, name, slug },
    }),
  ),
})

/** Users with their memberships, in the order of the communities' names. */
export const selectUsers = (db: Db): SelectQueryBuilder<Tables, "users", Row> =>
  db
    .selectFrom("users")
    .select(["users.id", "users.username", "users.email", "users.is_admin"])
    .select((its) => [
      jsonArrayFrom(
        its
          .selectFrom("memberships")
          .innerJoin("communities", "communities.id", "memberships.community_id")
          .select(["memberships.id", "memberships.role", "communities.id as community", "communities.name", "communities.slug"])
          .whereRef("memberships.user_id", "=", "users.id")
          .orderBy("communities.name")
          .orderBy("communities.id"),
      ).as("entries"),
    ])

export const listUsers = async (db: Db, page: Page): Promise<ReadonlyArray<User>> =>
  (await paged(selectUsers(db).orderBy("users.username_key"), page).execute()).map(userOf)

export const findUser = async (db: Db, id: string): Promise<User | undefined> => {
  const row = await selectUsers(db).where("users.id", "=", id).executeTakeFirst()
  return row && userOf(row)
}
