// Sessions: a random id in the browser, its hash in the database (decisions U1; reliability.md "Sign-in and sessions").
import { randomBytes } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { sessionLifetimeMs } from "../../../domain/accounts/account-limits.ts"
import type { OpenSession, User } from "../../../domain/accounts/user.ts"
import type { Database, Db } from "../database/database.ts"
import { compileOnce } from "../database/prepared-statements.ts"
import { hashToken } from "../security/one-time-tokens.ts"
import { selectUsers, userFromRow } from "./user-repository.ts"

/** How stale `seen_at` may be: a session in use is written once in so many milliseconds, not at every call. */
const lastSeenPrecisionMs = 60_000

export type Session = { readonly hash: string; readonly user: User; readonly twoFactorComplete: boolean; readonly createdAt: Date }

/** Begins a session and gives its id, which is nowhere kept. One that waits for a verification code is not complete. */
export const createSession = async (db: Db, userId: string, now: Date, twoFactorComplete = true): Promise<string> => {
  const id = randomBytes(32).toString("base64url")
  await db
    .insertInto("sessions")
    .values({ hash: hashToken(id), user_id: userId, two_factor_complete: twoFactorComplete, made_at: now, seen_at: now })
    .execute()
  return id
}

/** Ends a session; false where there was none any more. */
export const deleteSession = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom("sessions").where("hash", "=", hashToken(id)).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends all sessions of a user, save the one kept. */
export const deleteSessionsOfUser = async (db: Db, userId: string, kept?: Pick<Session, "hash">): Promise<void> => {
  const all = db.deleteFrom("sessions").where("user_id", "=", userId)
  await (kept === undefined ? all : all.where("hash", "!=", kept.hash)).execute()
}

/** The sessions of a user that have not run out, the one used last first. */
export const listOpenSessions = async (db: Db, { user, hash }: Session, now: Date): Promise<ReadonlyArray<OpenSession>> => {
  const rows = await db
    .selectFrom("sessions")
    .select(["hash", "made_at", "seen_at"])
    .where("user_id", "=", user.uuid)
    .where("two_factor_complete", "=", true)
    .where("seen_at", ">", new Date(now.getTime() - sessionLifetimeMs.idle))
    .where("made_at", ">", new Date(now.getTime() - sessionLifetimeMs.absolute))
    .orderBy("seen_at", "desc")
    .execute()
  return rows.map((row) => ({ madeAt: row.made_at.toISOString(), seenAt: row.seen_at.toISOString(), current: row.hash === hash }))
}

/** Every call asks for its session. */
const bySession = compileOnce((db: Db) =>
  selectUsers(db)
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .select(["sessions.two_factor_complete", "sessions.made_at", "sessions.seen_at"])
    .where("sessions.hash", "=", "?")
    .where("sessions.seen_at", ">", new Date(0))
    // Begun before the clock was put back by more than that: it would last beyond its days.
    .where("sessions.seen_at", "<", new Date(0))
    .where("sessions.made_at", ">", new Date(0))
    .compile(),
)

/** The session of this id with its user as they now are, or undefined where there is none or it has run out. */
export const findSession = async (
  { db, diskState, runPrepared }: Pick<Database, "db" | "diskState" | "runPrepared">,
  id: string,
  now: Date,
): Promise<Session | undefined> => {
  const hash = hashToken(id)
  const around = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const { idle, absolute } = sessionLifetimeMs
  const [row] = await runPrepared(bySession(db), [hash, around(-idle), around(idle), around(-absolute)])
  if (row === undefined) return undefined
  // Reading goes on where nothing can be written.
  if (now.getTime() - row.seen_at.getTime() > lastSeenPrecisionMs && diskState() === "ready")
    await db.updateTable("sessions").set({ seen_at: now }).where("hash", "=", hash).execute()
  return { hash, twoFactorComplete: row.two_factor_complete, createdAt: row.made_at, user: userFromRow(row) }
}

// The cookies of a visitor and of a session (contract "HTTP API", reliability.md "Sign-in and sessions").

export type Cookies = {
  readonly read: (request: FastifyRequest, name: CookieName) => string | undefined
  readonly set: (reply: FastifyReply, name: CookieName, value: string) => void
  readonly clear: (reply: FastifyReply, name: CookieName) => void
}
type CookieName = "session" | "visitor"

/** On https a cookie is `Secure`, and its name binds it to this host. */
export const createCookies = (isSecure: boolean): Cookies => {
  const full = (name: CookieName) => (isSecure ? `__Host-${name}` : name)
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const
  return {
    read: (request, name) => request.cookies[full(name)],
    set: (reply, name, value) => void reply.setCookie(full(name), value, options),
    clear: (reply, name) => void reply.clearCookie(full(name), options),
  }
}
