// The job that mails a password reset link. The request enqueues the same job for every address, so that neither its own duration nor that of
// the next request reveals whether an address belongs to an account.
import * as Schema from "effect/Schema"
import { foldCase } from "../../../domain/text/text-input.ts"
import { defineJob, type JobHandler } from "../jobs/job-definition.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import { composeMail } from "../mail/outgoing-mail.ts"
import { createResetToken } from "../security/one-time-tokens.ts"
import type { ServerContext } from "../server-context.ts"

const encryptionContext = "password reset"

/** Its payload is the encrypted email address. */
export const passwordResetJob = defineJob({ kind: "password-reset", payload: Schema.String })

/**
 * Enqueues the lookup of an email address, which mails a link if it belongs to a user. The address is encrypted, because jobs
 * must not hold readable personal data.
 */
export const enqueuePasswordReset = (
  { database: { db }, secret, now, lookupDelayMs }: Pick<ServerContext, "database" | "secret" | "now" | "lookupDelayMs">,
  email: string,
): Promise<void> =>
  enqueueJob(db, passwordResetJob, {
    payload: secret.encrypt(email, encryptionContext),
    due: new Date(now().getTime() + lookupDelayMs()),
  })

/** Mails a reset link to the user who has the address now; does nothing if there is none. */
export const sendPasswordReset: JobHandler<string> = async ({ database, secret, now, enqueueMail, publicUrl }, payload) => {
  const email = secret.decrypt(payload, encryptionContext)
  await database.transact(async (change) => {
    const user = await change
      .selectFrom("users")
      .select(["id", "username", "email"])
      .where("email_key", "=", foldCase(email))
      // Waits for a change of the address in progress: the old address must not get a link that stays valid afterwards.
      .forShare()
      .executeTakeFirst()
    if (user === undefined) return
    const token = await createResetToken(change, user.id, now())
    await enqueueMail(change, composeMail("reset", user, { link: `${publicUrl()}/change-password/${token}` }))
  })
}
