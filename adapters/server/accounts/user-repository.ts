// Users with their memberships, as the contract describes them.
import type { SelectQueryBuilder } from "kysely"
import { jsonArrayFrom } from "kysely/helpers/postgres"
import type { Membership, User } from "../../../domain/accounts/user.ts"
import type { Violation } from "../../../domain/findings/finding.ts"
import type { PageQuery } from "../../contract/endpoint.ts"
import { type Db, isUniqueViolation, paginate } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { HttpError } from "../http/http-error.ts"

type MembershipRow = {
  readonly id: string
  readonly role: string
  readonly community: string
  readonly name: string
  readonly slug: string
}
type UserRow = {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly is_admin: boolean
  readonly entries: ReadonlyArray<MembershipRow>
}

export const userFromRow = ({ id, username, email, is_admin, entries }: UserRow): User => ({
  uuid: id,
  username,
  email,
  roles: [is_admin ? "ROLE_ADMIN" : "ROLE_USER"],
  communityEntries: entries.map(
    ({ id: uuid, role, community, name, slug }): Membership => ({
      uuid,
      role: role === "ROLE_ADMIN" ? "ROLE_ADMIN" : "ROLE_USER",
      community: { uuid: community, name, slug },
    }),
  ),
})

/** Selects users with their memberships, ordered by community name. */
export const selectUsers = (db: Db): SelectQueryBuilder<Tables, "users", UserRow> =>
  db
    .selectFrom("users")
    .select(["users.id", "users.username", "users.email", "users.is_admin"])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("memberships")
          .innerJoin("communities", "communities.id", "memberships.community_id")
          .select(["memberships.id", "memberships.role", "communities.id as community", "communities.name", "communities.slug"])
          .whereRef("memberships.user_id", "=", "users.id")
          .orderBy("communities.name")
          .orderBy("communities.id"),
      ).as("entries"),
    ])

export const listUsers = async (db: Db, page: PageQuery): Promise<ReadonlyArray<User>> =>
  (await paginate(selectUsers(db).orderBy("users.username_key"), page).execute()).map(userFromRow)

export const findUser = async (db: Db, id: string): Promise<User | undefined> => {
  const row = await selectUsers(db).where("users.id", "=", id).executeTakeFirst()
  return row && userFromRow(row)
}

/** Violations by the name of the unique constraint, which also catches two users who take the same name at the same moment. */
const uniqueViolations: ReadonlyArray<readonly [constraint: string, Violation]> = [
  ["users_username_key_key", { field: "username", message: "ERROR.USERNAME_TAKEN" }],
  ["users_email_key_key", { field: "email", message: "ERROR.EMAIL_TAKEN" }],
]

/** Awaits a write to `users` and turns a violated unique constraint on username or email into the given error. */
export const mapUniqueViolation = async <A>(write: Promise<A>, toError: (violation: Violation) => HttpError): Promise<A> => {
  try {
    return await write
  } catch (error) {
    const found = uniqueViolations.find(([constraint]) => isUniqueViolation(error, constraint))
    throw found === undefined ? error : toError(found[1])
  }
}
