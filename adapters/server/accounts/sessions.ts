// Sessions: a random id in the browser, its hash in the database (decisions U1; reliability.md "Sign-in and sessions").
import { createHash, randomBytes } from "node:crypto"
import { jsonArrayFrom } from "kysely/helpers/postgres"
import type { CommunityEntry, User } from "../../../domain/accounts/user.ts"
import type { Db } from "../database/database.ts"

const hour = 3_600_000
/** [U1] Milliseconds without a call, and in all, after which a session has ended. */
export const sessionLasts = { idle: 12 * hour, atMost: 30 * 24 * hour } as const
/** How stale `seen_at` may be: a session in use is written once in so many milliseconds, not at every call. */
const seenWithin = 60_000

export type Session = { readonly hash: string; readonly user: User; readonly twoFactorComplete: boolean }

const hashOf = (id: string): string => createHash("sha256").update(id).digest("base64url")

/** Begins a session and gives its id, which is nowhere kept. */
export const beginSession = async (db: Db, userId: string, now: Date): Promise<string> => {
  const id = randomBytes(32).toString("base64url")
  await db
    .insertInto("sessions")
    .values({ hash: hashOf(id), user_id: userId, two_factor_complete: true, made_at: now, seen_at: now })
    .execute()
  return id
}

export const endSession = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom("sessions").where("hash", "=", hashOf(id)).execute()
}

/** The session of this id with its user as they now are, or undefined where there is none or it has run out. */
export const findSession = async (db: Db, id: string, now: Date): Promise<Session | undefined> => {
  const hash = hashOf(id)
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["users.id", "users.username", "users.email", "users.is_admin", "sessions.two_factor_complete", "sessions.seen_at"])
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
    .where("sessions.hash", "=", hash)
    .where("sessions.seen_at", ">", new Date(now.getTime() - sessionLasts.idle))
    .where("sessions.made_at", ">", new Date(now.getTime() - sessionLasts.atMost))
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (now.getTime() - row.seen_at.getTime() > seenWithin)
    await db.updateTable("sessions").set({ seen_at: now }).where("hash", "=", hash).execute()
  return {
    hash,
    twoFactorComplete: row.two_factor_complete,
    user: {
      uuid: row.id,
      username: row.username,
      email: row.email,
      roles: [row.is_admin ? "ROLE_ADMIN" : "ROLE_USER"],
      communityEntries: row.entries.map(
        ({ id: uuid, role, community, name, slug }): CommunityEntry => ({
          uuid,
          role: role === "ROLE_ADMIN" ? "ROLE_ADMIN" : "ROLE_USER",
          community: { uuid: community, name, slug },
        }),
      ),
    },
  }
}
