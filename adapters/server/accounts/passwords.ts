// Passwords are kept as Argon2id in PHC form (decisions "Calls, sessions, people").
import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { reauthenticationWindowMs } from "../../../domain/accounts/account-limits.ts"
import { tooManyRequests, validationFailed } from "../http/http-error.ts"
import { auditAccountLockout } from "../security/failed-attempts.ts"
import type { ServerContext } from "../server-context.ts"
import type { Session } from "./sessions.ts"

/** OWASP's second recommendation: 19 MiB, two passes, one lane. */
const cost = { memory: 19456, passes: 2, parallelism: 1 } as const

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

const derive = (password: string, nonce: Uint8Array, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  new Promise((done, fail) => {
    argon2("argon2id", { message: password, nonce, parallelism, tagLength: 32, memory, passes }, (error, key) =>
      error ? fail(error) : done(key),
    )
  })

const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")

/** What is kept of a password: exact bytes, nothing trimmed or folded. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(await derive(password, nonce, cost))}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Whether the password is the kept one. Without a kept one (an unknown name) it does the same work and says no. */
export const verifyPassword = async (password: string, kept: string | undefined): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, key] = form.exec(kept ?? (await unknownUserHash)) ?? []
  if (nonce === undefined || key === undefined) throw new Error("a password is kept in a form that is not known")
  const made = await derive(password, Buffer.from(nonce, "base64"), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(made, Buffer.from(key, "base64")) && kept !== undefined
}

const unknownUserHash = hashPassword(randomBytes(32).toString("base64"))

const letters = ["abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-+=_%"] as const

/** A password of 20 characters with every component, without letters that look alike. */
export const generatePassword = (): string => {
  const all = letters.join("")
  for (;;) {
    const made = Array.from({ length: 20 }, () => all[randomInt(all.length)]).join("")
    if (letters.every((some) => Array.from(some).some((letter) => made.includes(letter)))) return made
  }
}

// Whether it is really this person who changes the account: the current password, or a sign-in within the last 10 minutes
// (design/reliability "Sign-in and sessions"). A wrong password counts like a failed sign-in.

type PasswordField = { readonly field: string; readonly password: string | undefined }

/** Throws a violation of that field where the password is missing or wrong. A recent sign-in stands in for a password not given. */
export const requireRecentSignInOrPassword = async (
  context: ServerContext,
  session: Session,
  request: FastifyRequest,
  { field, password }: PasswordField,
): Promise<void> => {
  if (password !== undefined && password !== "") return requireCurrentPassword(context, session, request, { field, password })
  if (context.now().getTime() - session.createdAt.getTime() > reauthenticationWindowMs)
    throw validationFailed({ field, message: "ERROR.PASSWORD_NEEDED" })
}

/** The same where only the password will do. */
export const requireCurrentPassword = async (
  context: ServerContext,
  { user }: Session,
  request: FastifyRequest,
  { field, password = "" }: PasswordField,
): Promise<void> => {
  const { database, failedAttempts, now } = context
  const at = now().getTime()
  const tried = { action: "sign-in", account: user.username, address: request.ip } as const
  const wait = await failedAttempts.count(tried, at)
  if (wait !== null) throw tooManyRequests(wait)
  const row = await database.db.selectFrom("users").select("password").where("id", "=", user.uuid).executeTakeFirst()
  if (!(await verifyPassword(password, row?.password))) {
    auditAccountLockout(context, tried, at)
    throw validationFailed({ field, message: "ERROR.PASSWORD_WRONG" })
  }
  await failedAttempts.clearAfterSuccess(tried, at)
}
