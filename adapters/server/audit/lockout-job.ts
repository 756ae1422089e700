// The job that audits that an account reached its failure limit. It is enqueued for every name, so that response times do not show which names
// belong to accounts.
import * as Schema from "effect/Schema"
import { foldCase } from "../../../domain/text/text-input.ts"
import { defineJob, type JobHandler } from "../jobs/job-definition.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import type { CountedAttempt } from "../security/account-attempt-limits.ts"
import type { ServerContext } from "../server-context.ts"
import { recordAuditEvent } from "./audit-log.ts"

const encryptionContext = "lockout"

/** Its payload is an encrypted `LockoutPayload`. */
export const lockoutJob = defineJob({ kind: "audit-lockout", payload: Schema.String })

const LockoutPayload = Schema.Struct({ account: Schema.String, at: Schema.Number })

type LockoutContext = Pick<ServerContext, "database" | "accountAttemptLimits" | "secret" | "now" | "lookupDelayMs">

/** Audits that an account reached its failure limit, once, with the attempt that was the last allowed one [U17]. `countedAt` is in milliseconds. */
export const auditAccountLockout = async (
  { database: { db }, accountAttemptLimits, secret, now, lookupDelayMs }: LockoutContext,
  attempt: CountedAttempt,
  countedAt: number,
): Promise<void> => {
  if (!(await accountAttemptLimits.wasLastAllowed(attempt, countedAt))) return
  const payload: typeof LockoutPayload.Type = { account: attempt.account, at: countedAt }
  await enqueueJob(db, lockoutJob, {
    // Encrypted, because what was typed as a name may be a password.
    payload: secret.encrypt(JSON.stringify(payload), encryptionContext),
    due: new Date(now().getTime() + lookupDelayMs()),
  })
}

const decodePayload = Schema.decodeUnknownSync(Schema.fromJsonString(LockoutPayload))

/** Records the event. Unknown names are not audited, because they may be passwords. */
export const recordLockout: JobHandler<string> = async ({ database: { db }, secret }, payload) => {
  const { account, at } = decodePayload(secret.decrypt(payload, encryptionContext))
  const user = await db.selectFrom("users").select("username").where("username_key", "=", foldCase(account)).executeTakeFirst()
  if (user === undefined) return
  await recordAuditEvent(db, { community: null, user: null, action: "account.locked-out", target: `user ${user.username}` }, new Date(at))
}
