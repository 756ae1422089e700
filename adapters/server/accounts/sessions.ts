// [U1] Sessions: a random id in a cookie, its hash in the database.
import { randomBytes } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { knownDeviceLifetimeMs, sessionLifetimeMs } from "../../../domain/accounts/account-limits.ts"
import type { OpenSession, User } from "../../../domain/accounts/user.ts"
import type { Database, Db } from "../database/database.ts"
import { compileOnce } from "../database/prepared-statements.ts"
import { hashToken } from "../security/one-time-tokens.ts"
import { selectUsers, userFromRow } from "./user-repository.ts"

/** `seen_at` is written at most once in this many milliseconds, not on every request. */
const lastSeenPrecisionMs = 60_000

export type Session = { readonly hash: string; readonly user: User; readonly twoFactorComplete: boolean; readonly createdAt: Date }

/**
 * Creates a session and returns its id, of which only the hash is stored. `twoFactorComplete` is false while a verification
 * code is still required.
 */
export const createSession = async (db: Db, userId: string, now: Date, twoFactorComplete = true): Promise<string> => {
  const id = randomBytes(32).toString("base64url")
  await db
    .insertInto("sessions")
    .values({ hash: hashToken(id), user_id: userId, two_factor_complete: twoFactorComplete, made_at: now, seen_at: now })
    .execute()
  return id
}

/** Ends a session; returns false if it had ended already. */
export const deleteSession = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom("sessions").where("hash", "=", hashToken(id)).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends all sessions of a user except `current`. */
export const deleteSessionsOfUser = async (db: Db, userId: string, current?: Pick<Session, "hash">): Promise<void> => {
  const all = db.deleteFrom("sessions").where("user_id", "=", userId)
  await (current === undefined ? all : all.where("hash", "!=", current.hash)).execute()
}

/** Returns the sessions of a user that have not expired, most recently used first. */
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

/** Compiled once, because every request looks up its session. */
const sessionQuery = compileOnce((db: Db) =>
  selectUsers(db)
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .select(["sessions.two_factor_complete", "sessions.made_at", "sessions.seen_at"])
    .where("sessions.hash", "=", "?")
    .where("sessions.seen_at", ">", new Date(0))
    // A session from before the clock was set back by more than the idle time would outlive its limit.
    .where("sessions.seen_at", "<", new Date(0))
    .where("sessions.made_at", ">", new Date(0))
    .compile(),
)

/** Returns the session with the current data of its user, or undefined if there is none or it has expired. */
export const findSession = async (
  { db, diskState, runPrepared }: Pick<Database, "db" | "diskState" | "runPrepared">,
  id: string,
  now: Date,
): Promise<Session | undefined> => {
  const hash = hashToken(id)
  const fromNow = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const { idle, absolute } = sessionLifetimeMs
  const [row] = await runPrepared(sessionQuery(db), [hash, fromNow(-idle), fromNow(idle), fromNow(-absolute)])
  if (row === undefined) return undefined
  // A full disk must not keep users from reading.
  if (now.getTime() - row.seen_at.getTime() > lastSeenPrecisionMs && diskState() === "ready")
    await db.updateTable("sessions").set({ seen_at: now }).where("hash", "=", hash).execute()
  return { hash, twoFactorComplete: row.two_factor_complete, createdAt: row.made_at, user: userFromRow(row) }
}

/**
 * The cookies of the console: `session` holds the session id, `visitor` binds a login token to the browser, `devices` proves earlier sign-ins
 * (known-devices.ts).
 */
export type Cookies = {
  readonly read: (request: FastifyRequest, name: CookieName) => string | undefined
  readonly set: (reply: FastifyReply, name: CookieName, value: string) => void
  readonly clear: (reply: FastifyReply, name: CookieName) => void
}
type CookieName = "session" | "visitor" | "devices"

/** Cookies that outlive the browser's session, with their lifetimes in seconds. */
const maxAges: Partial<Record<CookieName, number>> = { devices: knownDeviceLifetimeMs / 1000 }

/** On https, cookies are `Secure` and have the `__Host-` prefix, which binds them to this host. */
export const createCookies = (isSecure: boolean): Cookies => {
  const fullName = (name: CookieName) => (isSecure ? `__Host-${name}` : name)
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure } as const
  return {
    read: (request, name) => request.cookies[fullName(name)],
    set: (reply, name, value) => {
      const maxAge = maxAges[name]
      reply.setCookie(fullName(name), value, { ...options, ...(maxAge !== undefined && { maxAge }) })
    },
    clear: (reply, name) => void reply.clearCookie(fullName(name), options),
  }
}
