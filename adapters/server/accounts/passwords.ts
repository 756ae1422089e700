// Password hashes (Argon2id in PHC format), generated passwords, and proof of identity before an account is changed.

import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { reauthenticationWindowMs } from "../../../domain/accounts/account-limits.ts"
import { auditAccountLockout } from "../audit/lockout-job.ts"
import { tooManyRequests, validationFailed } from "../http/http-error.ts"
import type { ServerContext } from "../server-context.ts"
import { findCredentials, findKnownDevice } from "./known-devices.ts"
import type { Session } from "./sessions.ts"

/** OWASP's second recommendation: 19 MiB (`memory` is in KiB), two passes, one lane. */
const currentCost = { memory: 19456, passes: 2, parallelism: 1 } as const

type HashCost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

const deriveKey = (password: string, nonce: Uint8Array, { memory, passes, parallelism }: HashCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2("argon2id", { message: password, nonce, parallelism, tagLength: 32, memory, passes }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Base64 without padding, as in the PHC format. */
const encodeBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "")

/** Returns the hash of a password in PHC format. The password is neither trimmed nor case-folded. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = currentCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodeBase64(nonce)}$${encodeBase64(await deriveKey(password, nonce, currentCost))}`
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/**
 * Returns whether the password matches the stored hash. Without a hash (unknown user) it does the same work and returns
 * false.
 */
export const verifyPassword = async (password: string, storedHash: string | undefined): Promise<boolean> => {
  const [, memory, passes, parallelism, nonce, key] = phcPattern.exec(storedHash ?? (await unknownUserHash)) ?? []
  if (nonce === undefined || key === undefined) throw new Error("a password is kept in a form that is not known")
  const derived = await deriveKey(password, Buffer.from(nonce, "base64"), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(derived, Buffer.from(key, "base64")) && storedHash !== undefined
}

const unknownUserHash = hashPassword(randomBytes(32).toString("base64"))

const characterGroups = ["abcdefghijkmnopqrstuvwxyz", "ABCDEFGHJKLMNPQRSTUVWXYZ", "23456789", "-+=_%"] as const

/** [U2] Returns a random password of 20 characters from every group, without characters that look alike. */
export const generatePassword = (): string => {
  const characters = characterGroups.join("")
  for (;;) {
    const password = Array.from({ length: 20 }, () => characters[randomInt(characters.length)]).join("")
    if (characterGroups.every((group) => Array.from(group).some((character) => password.includes(character)))) return password
  }
}

type PasswordField = { readonly field: string; readonly password: string | undefined }

/**
 * Requires proof of identity before an account is changed: the current password, or a sign-in within the last 10 minutes.
 * Otherwise throws a violation of `field`. A wrong password counts as a failed sign-in.
 */
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

/** Like `requireRecentSignInOrPassword`, but accepts only the password. */
export const requireCurrentPassword = async (
  context: ServerContext,
  { user }: Session,
  request: FastifyRequest,
  { field, password = "" }: PasswordField,
): Promise<void> => {
  const { database, accountAttemptLimits, now } = context
  const at = now().getTime()
  const credentials = await findCredentials(database.db, "id", user.uuid)
  const device = credentials === undefined ? null : findKnownDevice(context, request, credentials)
  const attempt = { action: "sign-in", account: user.username, address: request.ip, device } as const
  const wait = await accountAttemptLimits.count(attempt, at)
  if (wait !== null) throw tooManyRequests(wait)
  if (!(await verifyPassword(password, credentials?.password))) {
    await auditAccountLockout(context, attempt, at)
    throw validationFailed({ field, message: "ERROR.PASSWORD_WRONG" })
  }
  await accountAttemptLimits.clearAfterSuccess(attempt, at)
}
