// All job kinds: their handlers, dedicated lanes and schedules.
import { sessionLifetimeMs } from "../../domain/accounts/account-limits.ts"
import { sendPasswordReset } from "./accounts/password-reset-job.ts"
import { buildArchive } from "./answer-files/answer-file-archive.ts"
import { cleanUpAnswerFiles } from "./answer-files/answer-file-repository.ts"
import { recordLockout } from "./audit/lockout-job.ts"
import { runAction } from "./conversations/action-job.ts"
import { deleteUnansweredConversations, expireConversations } from "./conversations/conversation-repository.ts"
import { cleanUpDeliveries } from "./deliveries/delivery-log.ts"
import { sendDelivery } from "./deliveries/delivery-sender.ts"
import { deliverStaleConversations } from "./deliveries/stale-delivery-job.ts"
import { deleteExpiredResponses } from "./http/idempotency.ts"
import { eraseFiles } from "./jobs/file-erasure.ts"
import { runIndependentSteps } from "./jobs/independent-steps.ts"
import { deleteOldJobs, type JobHandler } from "./jobs/job-queue.ts"
import type { Schedule } from "./jobs/job-runner.ts"
import { sendMail } from "./mail/outgoing-mail.ts"
import { runDueRemovals } from "./scripts/removal-job.ts"
import { deleteExpiredOneTimeTokens, deleteExpiredResetTokens } from "./security/one-time-tokens.ts"
import { rotateSecretKey } from "./security/secret-key-rotation.ts"
import type { ServerContext } from "./server-context.ts"
import { aggregatePastDays } from "./statistics/statistics-repository.ts"
import { eraseUnusedImages } from "./uploads/upload-repository.ts"

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
const minute = 60_000

/** Handlers by job kind. The kinds are stored with the jobs, so they do not change without a migration. */
export const jobHandlers = {
  sweep: (context) => cleanUp(context),
  removals: (context) => runDueRemovals(context),
  mail: sendMail,
  "password-reset": sendPasswordReset,
  "audit-lockout": recordLockout,
  "erase-files": eraseFiles,
  "erase-images": eraseUnusedImages,
  archive: buildArchive,
  reseal: rotateSecretKey,
  act: runAction,
  deliver: sendDelivery,
  stale: (context, _payload, { signal }) => deliverStaleConversations(context, signal),
} as const satisfies Record<string, JobHandler>

/** Respondents wait for `act`; slow receivers and large archives must not delay mails or other communities' deliveries. */
export const dedicatedLanes = { act: 4, deliver: 4, archive: 2 } as const satisfies Partial<Record<keyof typeof jobHandlers, number>>

export const schedules = [
  { kind: "sweep", everyMs: hour },
  { kind: "reseal", everyMs: hour },
  // Removal dates are UTC days; running every hour catches up on days that the server missed.
  { kind: "removals", everyMs: hour },
  { kind: "stale", everyMs: minute },
] as const satisfies ReadonlyArray<Schedule & { readonly kind: keyof typeof jobHandlers }>
