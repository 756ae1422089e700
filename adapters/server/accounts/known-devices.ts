// Known devices [U3]: a browser that has signed in to an account keeps a signed cookie, by which its failed attempts have a limit of their own.
// Others who lock the account by guessing do not lock it there.
import { randomBytes } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { knownDeviceLifetimeMs, maxAccountsPerDevice } from "../../../domain/accounts/account-limits.ts"
import type { Db } from "../database/database.ts"
import type { ServerContext } from "../server-context.ts"

/** What a known device is bound to: it has to sign in again after a change of the password or of two-factor authentication. */
export type Credentials = {
  readonly id: string
  readonly username: string
  /** The password's hash. */
  readonly password: string
  /** When two-factor authentication was turned on; null if it is off. */
  readonly enabled_at: Date | null
}

/** Returns the credentials of the user with this uuid or folded username. */
export const findCredentials = (db: Db, column: "id" | "username_key", value: string): Promise<Credentials | undefined> =>
  db
    .selectFrom("users")
    .leftJoin("totp_secrets", "totp_secrets.user_id", "users.id")
    .select(["users.id", "users.username", "users.password", "totp_secrets.enabled_at"])
    .where(`users.${column}`, "=", value)
    .executeTakeFirst()

const purpose = "known device"
const separator = "~"

/** One entry of the cookie: its expiry (ms), the random id of the device for one account, and their signature. */
const entryPattern = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/

const buildSignedText = (expiry: string, device: string, { id, password, enabled_at }: Credentials): string =>
  JSON.stringify([expiry, device, id, password, enabled_at?.getTime() ?? null])

const readEntries = ({ cookies }: ServerContext, request: FastifyRequest): ReadonlyArray<string> =>
  (cookies.read(request, "devices") ?? "").split(separator, maxAccountsPerDevice).filter((entry) => entryPattern.test(entry))

/** Returns the device id of an entry that was signed for these credentials; null for any other entry. */
const verifyEntry = ({ secret }: ServerContext, entry: string, credentials: Credentials): { device: string; expiry: number } | null => {
  const [, expiry = "", device = "", signature = ""] = entryPattern.exec(entry) ?? []
  return secret.verify(purpose, buildSignedText(expiry, device, credentials), signature) ? { device, expiry: Number(expiry) } : null
}

/** Returns the id of the device if it has signed in to this account with these credentials; null if it is not known. */
export const findKnownDevice = (context: ServerContext, request: FastifyRequest, credentials: Credentials): string | null => {
  const now = context.now().getTime()
  const entries = readEntries(context, request).map((entry) => verifyEntry(context, entry, credentials))
  return entries.find((entry) => entry !== null && entry.expiry > now)?.device ?? null
}

/**
 * Makes the device known to the account. Call it only after every step of the sign-in, so that an attacker gets no device whose guesses are
 * counted separately.
 */
export const rememberDevice = (context: ServerContext, request: FastifyRequest, reply: FastifyReply, credentials: Credentials): void => {
  const { cookies, secret, now } = context
  const expiry = String(now().getTime() + knownDeviceLifetimeMs)
  const device = randomBytes(16).toString("base64url")
  const entry = `${expiry}.${device}.${secret.sign(purpose, buildSignedText(expiry, device, credentials))}`
  const entriesOfOthers = readEntries(context, request).filter((it) => verifyEntry(context, it, credentials) === null)
  cookies.set(reply, "devices", [entry, ...entriesOfOthers].slice(0, maxAccountsPerDevice).join(separator))
}

/** Makes the device of a signed-in user known again after the user's credentials have changed. */
export const rememberDeviceOfUser = async (
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  user: string,
): Promise<void> => {
  const credentials = await findCredentials(context.database.db, "id", user)
  if (credentials !== undefined) rememberDevice(context, request, reply, credentials)
}
