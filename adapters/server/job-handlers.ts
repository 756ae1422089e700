// All jobs with their handlers, and those that the server itself enqueues.
import * as Schema from "effect/Schema"
import { sessionLifetimeMs } from "../../domain/accounts/account-limits.ts"
import { passwordResetJob, sendPasswordReset } from "./accounts/password-reset-job.ts"
import { archiveJob, buildArchive } from "./answer-files/answer-file-archive.ts"
import { cleanUpAnswerFiles } from "./answer-files/answer-file-repository.ts"
import { lockoutJob, recordLockout } from "./audit/lockout-job.ts"
import { runAction } from "./conversations/action-job.ts"
import { actionJob } from "./conversations/conversation-progress.ts"
import { deleteUnansweredConversations, expireConversations } from "./conversations/conversation-repository.ts"
import { deliveryJob, staleCheckJob } from "./deliveries/delivery-enqueueing.ts"
import { cleanUpDeliveries } from "./deliveries/delivery-log.ts"
import { sendDelivery } from "./deliveries/delivery-sender.ts"
import { deliverStaleConversations } from "./deliveries/stale-delivery-job.ts"
import { deleteExpiredResponses } from "./http/idempotency.ts"
import { eraseFiles, fileErasureJob } from "./jobs/file-erasure.ts"
import { runIndependentSteps } from "./jobs/independent-steps.ts"
import { defineJob, handleJob, type RunnableJob } from "./jobs/job-definition.ts"
import { deleteOldJobs } from "./jobs/job-queue.ts"
import { mailJob, sendMail } from "./mail/outgoing-mail.ts"
import { runDueRemovals } from "./scripts/removal-job.ts"
import { deleteExpiredOneTimeTokens, deleteExpiredResetTokens } from "./security/one-time-tokens.ts"
import { rotateSecretKey } from "./security/secret-key-rotation.ts"
import type { ServerContext } from "./server-context.ts"
import { aggregatePastDays } from "./statistics/statistics-repository.ts"
import { eraseUnusedImages, imageErasureJob } from "./uploads/upload-repository.ts"

/** Deletes expired data, marks expired conversations, and aggregates the statistics of past days. */
const cleanUp = async (context: ServerContext): Promise<void> => {
  const {
    database: { db },
    accountAttemptLimits,
    rateLimits,
    now,
  } = context
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  const deleteExpiredSessions = () =>
    db
      .deleteFrom("sessions")
      .where((eb) => eb.or([eb("seen_at", "<", before(sessionLifetimeMs.idle)), eb("made_at", "<", before(sessionLifetimeMs.absolute))]))
      .execute()
  await runIndependentSteps([
    { name: "sessions", run: deleteExpiredSessions },
    { name: "one-time tokens", run: () => deleteExpiredOneTimeTokens(db, at) },
    { name: "reset tokens", run: () => deleteExpiredResetTokens(db, at) },
    { name: "jobs", run: () => deleteOldJobs(db, at) },
    { name: "idempotent responses", run: () => deleteExpiredResponses(db, at) },
    { name: "deliveries", run: () => cleanUpDeliveries(db, at) },
    { name: "expired conversations", run: () => expireConversations(context) },
    { name: "unanswered conversations", run: () => deleteUnansweredConversations(context) },
    { name: "statistics", run: () => aggregatePastDays(context.database, at) },
    { name: "answer files", run: () => cleanUpAnswerFiles(context) },
    { name: "account attempts", run: () => accountAttemptLimits.deleteExpired(at.getTime()) },
    { name: "rate limits", run: () => rateLimits.deleteExpired(at) },
  ])
}

const hour = 3_600_000

const sweepJob = defineJob({ kind: "sweep", payload: Schema.Null, everyMs: hour })
const keyRotationJob = defineJob({ kind: "reseal", payload: Schema.Null, everyMs: hour })
/** Removal dates are UTC days; running every hour catches up on days that the server missed. */
const removalJob = defineJob({ kind: "removals", payload: Schema.Null, everyMs: hour })

/** All jobs with their handlers. */
export const jobs: ReadonlyArray<RunnableJob> = [
  handleJob(sweepJob, cleanUp),
  handleJob(keyRotationJob, rotateSecretKey),
  handleJob(removalJob, runDueRemovals),
  handleJob(mailJob, sendMail),
  handleJob(passwordResetJob, sendPasswordReset),
  handleJob(lockoutJob, recordLockout),
  handleJob(fileErasureJob, eraseFiles),
  handleJob(imageErasureJob, eraseUnusedImages),
  handleJob(archiveJob, buildArchive),
  handleJob(actionJob, runAction),
  handleJob(deliveryJob, sendDelivery),
  handleJob(staleCheckJob, (context, _payload, { signal }) => deliverStaleConversations(context, signal)),
]
