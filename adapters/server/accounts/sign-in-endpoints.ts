// Signing in and out, and who one is (adapters/contract/sign-in-contract.ts).
import { randomBytes, timingSafeEqual } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Transaction } from "kysely"
import { signInStepLifetimeMs } from "../../../domain/accounts/account-limits.ts"
import { stripCodeSpaces } from "../../../domain/accounts/credentials.ts"
import type { User } from "../../../domain/accounts/user.ts"
import { foldCase } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/sign-in-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { type EndpointHandler, publicEndpoint } from "../http/endpoint-handler.ts"
import { forbidden, tooManyRequests, unauthorized, validationFailed } from "../http/http-error.ts"
import { auditAccountLockout } from "../security/failed-attempts.ts"
import type { ServerSecret } from "../security/server-secret.ts"
import type { ServerContext } from "../server-context.ts"
import { verifyPassword } from "./passwords.ts"
import { createSession, deleteSession, findSession } from "./sessions.ts"
import { isTotpEnabled, spendVerificationCode } from "./two-factor-repository.ts"

// The login token: proof that a sign-in comes from someone who asked this server for it, in the same browser.

const purpose = "login token"

/** A token for this visitor, good from `now` on for an hour. It says its own end and is signed, so nothing is kept of it. */
export const createLoginToken = ({ sign }: ServerSecret, visitor: string, now: number): string => {
  const end = String(now + signInStepLifetimeMs.form)
  return `${end}.${sign(purpose, `${end}.${visitor}`)}`
}

export const isValidLoginToken = (secret: ServerSecret, token: string, visitor: string, now: number): boolean => {
  const end = Number(/^(\d{1,15})\./.exec(token)?.[1] ?? 0)
  // Its end is signed. One that is further off than an hour was made before the clock was put back.
  if (end < now) return false
  const given = Buffer.from(token)
  return secret.signWithAllKeys(purpose, `${end}.${visitor}`).some((signature) => {
    const right = Buffer.from(`${end}.${signature}`)
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

const loginToken = publicEndpoint(contract.readLoginToken, async ({ cookies, secret, now }, { request, reply }) => {
  const known = visitorOf(cookies, request)
  const visitor = known ?? randomBytes(32).toString("base64url")
  if (known === undefined) cookies.set(reply, "visitor", visitor)
  return { loginToken: createLoginToken(secret, visitor, now().getTime()) }
})

const visitorOf = (cookies: ServerContext["cookies"], request: FastifyRequest): string | undefined => {
  const visitor = cookies.read(request, "visitor")
  return visitor !== undefined && /^[\w-]{43}$/.test(visitor) ? visitor : undefined
}

const login = publicEndpoint(contract.login, async (context, { payload: { username, password, csrf }, request, reply }) => {
  const { database, failedAttempts, cookies, secret, now } = context
  const at = now()
  const visitor = visitorOf(cookies, request)
  if (visitor === undefined || !isValidLoginToken(secret, csrf, visitor, at.getTime()))
    throw validationFailed({ field: "csrf", message: "Invalid login token." })
  const tried = { action: "sign-in", account: username, address: request.ip } as const
  const wait = await failedAttempts.count(tried, at.getTime())
  if (wait !== null) throw tooManyRequests(wait)
  const found = await database.db
    .selectFrom("users")
    .select(["id", "username", "password"])
    .where("username_key", "=", foldCase(username))
    .executeTakeFirst()
  if (!(await verifyPassword(password, found?.password)) || found === undefined) {
    auditAccountLockout(context, tried, at.getTime())
    throw badCredentials()
  }
  const begun = await database.transact(async (change) => {
    // Verifying takes a while: what ends all sessions in the meantime ends this one, too.
    if ((await lockPasswordHash(change, found.id)) !== found.password) throw badCredentials()
    const isComplete = !(await isTotpEnabled(change, found.id))
    if (isComplete) await auditOwnAccount(change, "account.sign-in", { uuid: found.id, username: found.username }, at)
    return { isComplete, id: await createSession(change, found.id, at, isComplete) }
  })
  await failedAttempts.clearAfterSuccess(tried, at.getTime())
  await endCurrentSession(context, request, reply)
  cookies.set(reply, "session", begun.id)
  return { two_factor_complete: begun.isComplete }
})

/** Notes what somebody did with their own account. */
const auditOwnAccount = (db: Db, deed: string, user: Pick<User, "uuid" | "username">, at: Date): Promise<void> =>
  recordAuditEvent(db, { community: null, user, action: deed, thing: `user ${user.username}` }, at)

const badCredentials = () => validationFailed({ field: "password", message: "Bad credentials." })

/** The password of a user as it is kept, who is not changed before the change ends. */
const lockPasswordHash = async (change: Transaction<Tables>, user: string): Promise<string | undefined> =>
  (await change.selectFrom("users").select("password").where("id", "=", user).forShare().executeTakeFirst())?.password

/** The id of a session changes at sign-in: one that was there before ends. False where there was none any more. */
const endCurrentSession = async ({ database, cookies }: ServerContext, request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
  const id = cookies.read(request, "session")
  if (id === undefined) return false
  // First the session: one that could not be ended keeps its cookie, for the next try.
  const isEnded = await deleteSession(database.db, id)
  cookies.clear(reply, "session")
  return isEnded
}

const verifyTotp = publicEndpoint(contract.verifyTotp, async (context, { payload: { verificationCode }, request, reply }) => {
  const { database, failedAttempts, cookies, secret, now } = context
  const at = now()
  const id = cookies.read(request, "session")
  const session = id === undefined ? undefined : await findSession(database, id, at)
  if (id === undefined || session === undefined) throw unauthorized()
  // Whoever is signed in here has given all there is to give.
  if (session.twoFactorComplete) throw forbidden("No verification code is awaited.")
  if (at.getTime() - session.createdAt.getTime() > signInStepLifetimeMs.code) throw unauthorized()
  const { user } = session
  const tried = { action: "code", account: user.username, address: request.ip } as const
  const wait = await failedAttempts.count(tried, at.getTime())
  if (wait !== null) throw tooManyRequests(wait)
  const isRight = await database.transact((change) =>
    spendVerificationCode(change, secret, user.uuid, stripCodeSpaces(verificationCode), at),
  )
  if (!isRight) {
    auditAccountLockout(context, tried, at.getTime())
    throw validationFailed({ field: "verificationCode", message: "Invalid two-factor authentication code." })
  }
  const begun = await database.transact(async (change) => {
    await lockPasswordHash(change, user.uuid)
    // Ended meanwhile, with all others of this user.
    if (!(await deleteSession(change, id))) throw unauthorized()
    await auditOwnAccount(change, "account.sign-in", user, at)
    return createSession(change, user.uuid, at)
  })
  await failedAttempts.clearAfterSuccess(tried, at.getTime())
  cookies.set(reply, "session", begun)
  return { two_factor_complete: true }
})

const logout = publicEndpoint(
  contract.logout,
  async (context, { request, reply }) => {
    const { database, cookies, now } = context
    const id = cookies.read(request, "session")
    const session = id === undefined ? undefined : await findSession(database, id, now())
    const isEnded = await endCurrentSession(context, request, reply)
    // Of two tabs that sign out at once one has done so.
    if (isEnded && session?.twoFactorComplete) await auditOwnAccount(database.db, "account.sign-out", session.user, now())
    return {}
  },
  { changes: true },
)

const currentUser = publicEndpoint(contract.readCurrentUser, async ({ database, cookies, now }, { request }) => {
  const id = cookies.read(request, "session")
  const session = id === undefined ? undefined : await findSession(database, id, now())
  return session?.twoFactorComplete ? session.user : {}
})

/** `GET /login` is a page too: console-pages.ts answers where a page is asked for. */
export const signInEndpoints: ReadonlyArray<EndpointHandler> = [loginToken, login, verifyTotp, logout, currentUser]
