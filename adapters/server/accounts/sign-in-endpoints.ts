// Endpoints for signing in and out and the current user, and the login tokens that bind a sign-in to a browser.
import { randomBytes } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Transaction } from "kysely"
import { signInStepLifetimeMs } from "../../../domain/accounts/account-limits.ts"
import { stripCodeSpaces } from "../../../domain/accounts/credentials.ts"
import type { User } from "../../../domain/accounts/user.ts"
import { foldCase } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/sign-in-contract.ts"
import { type AuditAction, recordAuditEvent } from "../audit/audit-log.ts"
import { auditAccountLockout } from "../audit/lockout-job.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { type EndpointHandler, publicEndpoint } from "../http/endpoint-handler.ts"
import { forbidden, tooManyRequests, unauthorized, validationFailed } from "../http/http-error.ts"
import type { ServerSecret } from "../security/server-secret.ts"
import type { ServerContext } from "../server-context.ts"
import { findCredentials, findKnownDevice, rememberDevice } from "./known-devices.ts"
import { verifyPassword } from "./passwords.ts"
import { createSession, deleteSession, findSession } from "./sessions.ts"
import { isTotpEnabled, spendVerificationCode } from "./two-factor-repository.ts"

const tokenPurpose = "login token"

/**
 * Returns a login token for this visitor, valid for an hour from `now` (ms). It contains its expiry and is signed, so
 * it is not stored.
 */
export const createLoginToken = ({ sign }: ServerSecret, visitor: string, now: number): string => {
  const expiry = String(now + signInStepLifetimeMs.form)
  return `${expiry}.${sign(tokenPurpose, `${expiry}.${visitor}`)}`
}

export const isValidLoginToken = (secret: ServerSecret, token: string, visitor: string, now: number): boolean => {
  const expiry = Number(/^(\d{1,15})\./.exec(token)?.[1] ?? 0)
  // The expiry is signed. If it is more than an hour away, the token was created before the clock was set back.
  if (expiry < now) return false
  return secret.verify(tokenPurpose, `${expiry}.${visitor}`, token.slice(`${expiry}.`.length))
}

const loginToken = publicEndpoint(contract.readLoginToken, async ({ cookies, secret, now }, { request, reply }) => {
  const knownVisitor = readVisitor(cookies, request)
  const visitor = knownVisitor ?? randomBytes(32).toString("base64url")
  if (knownVisitor === undefined) cookies.set(reply, "visitor", visitor)
  return { loginToken: createLoginToken(secret, visitor, now().getTime()) }
})

const readVisitor = (cookies: ServerContext["cookies"], request: FastifyRequest): string | undefined => {
  const visitor = cookies.read(request, "visitor")
  return visitor !== undefined && /^[\w-]{43}$/.test(visitor) ? visitor : undefined
}

const login = publicEndpoint(contract.login, async (context, { payload: { username, password, csrf }, request, reply }) => {
  const { database, accountAttemptLimits, cookies, secret, now } = context
  const at = now()
  const visitor = readVisitor(cookies, request)
  if (visitor === undefined || !isValidLoginToken(secret, csrf, visitor, at.getTime()))
    throw validationFailed({ field: "csrf", message: "Invalid login token." })
  const found = await findCredentials(database.db, "username_key", foldCase(username))
  const device = found === undefined ? null : findKnownDevice(context, request, found)
  const attempt = { action: "sign-in", account: username, address: request.ip, device } as const
  const wait = await accountAttemptLimits.count(attempt, at.getTime())
  if (wait !== null) throw tooManyRequests(wait)
  if (!(await verifyPassword(password, found?.password)) || found === undefined) {
    await auditAccountLockout(context, attempt, at.getTime())
    throw badCredentials()
  }
  const session = await database.transact(async (change) => {
    // Verifying takes a while. If the password was changed meanwhile, which ends all sessions, this sign-in fails as well.
    if ((await lockPasswordHash(change, found.id)) !== found.password) throw badCredentials()
    const isComplete = !(await isTotpEnabled(change, found.id))
    if (isComplete) await auditOwnAccount(change, "account.sign-in", { uuid: found.id, username: found.username }, at)
    return { isComplete, id: await createSession(change, found.id, at, isComplete) }
  })
  await accountAttemptLimits.clearAfterSuccess(attempt, at.getTime())
  await endCurrentSession(context, request, reply)
  cookies.set(reply, "session", session.id)
  if (session.isComplete) rememberDevice(context, request, reply, found)
  return { two_factor_complete: session.isComplete }
})

/** Records what users did with their own account. */
const auditOwnAccount = (db: Db, action: AuditAction, user: Pick<User, "uuid" | "username">, at: Date): Promise<void> =>
  recordAuditEvent(db, { community: null, user, action, target: `user ${user.username}` }, at)

const badCredentials = () => validationFailed({ field: "password", message: "Bad credentials." })

/** Returns the stored password hash of a user and locks the user until the transaction ends. */
const lockPasswordHash = async (change: Transaction<Tables>, user: string): Promise<string | undefined> =>
  (await change.selectFrom("users").select("password").where("id", "=", user).forShare().executeTakeFirst())?.password

/** Ends the current session: a sign-in replaces it by one with a new id. Returns false if there was none. */
const endCurrentSession = async ({ database, cookies }: ServerContext, request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
  const id = cookies.read(request, "session")
  if (id === undefined) return false
  // The session is deleted first: if that fails, the cookie stays for the next try.
  const isEnded = await deleteSession(database.db, id)
  cookies.clear(reply, "session")
  return isEnded
}

const verifyTotp = publicEndpoint(contract.verifyTotp, async (context, { payload: { verificationCode }, request, reply }) => {
  const { database, accountAttemptLimits, cookies, secret, now } = context
  const at = now()
  const id = cookies.read(request, "session")
  const session = id === undefined ? undefined : await findSession(database, id, at)
  if (id === undefined || session === undefined) throw unauthorized()
  // This session has completed its sign-in.
  if (session.twoFactorComplete) throw forbidden("No verification code is awaited.")
  if (at.getTime() - session.createdAt.getTime() > signInStepLifetimeMs.code) throw unauthorized()
  const { user } = session
  const credentials = await findCredentials(database.db, "id", user.uuid)
  if (credentials === undefined) throw unauthorized()
  const device = findKnownDevice(context, request, credentials)
  const attempt = { action: "code", account: user.username, address: request.ip, device } as const
  const wait = await accountAttemptLimits.count(attempt, at.getTime())
  if (wait !== null) throw tooManyRequests(wait)
  const isCodeValid = await database.transact((change) =>
    spendVerificationCode(change, secret, user.uuid, stripCodeSpaces(verificationCode), at),
  )
  if (!isCodeValid) {
    await auditAccountLockout(context, attempt, at.getTime())
    throw validationFailed({ field: "verificationCode", message: "Invalid two-factor authentication code." })
  }
  const newSessionId = await database.transact(async (change) => {
    await lockPasswordHash(change, user.uuid)
    // The session may have been ended meanwhile, with all others of this user.
    if (!(await deleteSession(change, id))) throw unauthorized()
    await auditOwnAccount(change, "account.sign-in", user, at)
    return createSession(change, user.uuid, at)
  })
  await accountAttemptLimits.clearAfterSuccess(attempt, at.getTime())
  cookies.set(reply, "session", newSessionId)
  rememberDevice(context, request, reply, credentials)
  return { two_factor_complete: true }
})

const logout = publicEndpoint(
  contract.logout,
  async (context, { request, reply }) => {
    const { database, cookies, now } = context
    const id = cookies.read(request, "session")
    const session = id === undefined ? undefined : await findSession(database, id, now())
    const isEnded = await endCurrentSession(context, request, reply)
    // If two tabs sign out at the same time, only one of them is recorded.
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

/** `GET /login` is also a page: console-pages.ts responds to requests for HTML. */
export const signInEndpoints: ReadonlyArray<EndpointHandler> = [loginToken, login, verifyTotp, logout, currentUser]
