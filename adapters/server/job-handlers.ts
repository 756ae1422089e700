// Every kind of job and who does it.
import { sessionLasts } from "../../domain/accounts/account-limits.ts"
import { makeArchive } from "./answer-files/answer-file-archive.ts"
import { sweepFiles } from "./answer-files/answer-file-repository.ts"
import { act } from "./conversations/action-job.ts"
import { expire } from "./conversations/conversation-repository.ts"
import { sweepDeliveries } from "./deliveries/delivery-log.ts"
import { sendDue } from "./deliveries/delivery-sender.ts"
import { deliverStale } from "./deliveries/stale-delivery-job.ts"
import { forgetBefore } from "./http/idempotency.ts"
import { eraseFiles } from "./jobs/file-erasure.ts"
import { sweepJobs, type Worker } from "./jobs/job-queue.ts"
import type { Recurring } from "./jobs/job-runner.ts"
import { sendMail } from "./mail/outgoing-mail.ts"
import { removeDue } from "./scripts/removal-procedure.ts"
import { sweepResetTokens, sweepTokens } from "./security/one-time-tokens.ts"
import { reseal } from "./security/secret-key-rotation.ts"
import type { House } from "./server-context.ts"
import { foldDays } from "./statistics/statistics-repository.ts"
import { eraseImages } from "./uploads/upload-repository.ts"

// Deletes what has run out (sessions, tokens, counted failures, jobs that are done), marks conversations that have, and folds what was counted
// on days that are over.

export const sweep = async (house: House): Promise<void> => {
  const {
    database: { db },
    failures,
    crowd,
    now,
  } = house
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  await db
    .deleteFrom("sessions")
    .where((its) => its.or([its("seen_at", "<", before(sessionLasts.idle)), its("made_at", "<", before(sessionLasts.atMost))]))
    .execute()
  await sweepTokens(db, at)
  await sweepResetTokens(db, at)
  await sweepJobs(db, at)
  await forgetBefore(db, at)
  await sweepDeliveries(db, at)
  await expire(house)
  await foldDays(house.database, at)
  await sweepFiles(house)
  await failures.sweep(at.getTime())
  await crowd.sweep(at)
}

const hour = 3_600_000
const minute = 60_000

export const workers = {
  sweep: (house) => sweep(house),
  removals: (house) => removeDue(house),
  mail: sendMail,
  "erase-files": eraseFiles,
  "erase-images": eraseImages,
  archive: makeArchive,
  reseal,
  act,
  deliver: sendDue,
  stale: (house, _payload, { signal }) => deliverStale(house, signal),
} as const satisfies Record<string, Worker>

/** Respondents wait for the one; a receiver that is away must not keep them waiting, nor other communities' deliveries, nor a mail an archive. */
export const ownLanes = { act: 4, deliver: 4, archive: 2 } as const satisfies Partial<Record<keyof typeof workers, number>>

export const recurring: ReadonlyArray<Recurring> = [
  { kind: "sweep", every: hour },
  // Days are those of UTC; looked at hourly, so that a server that slept makes up for what it missed.
  { kind: "reseal", every: hour },
  { kind: "removals", every: hour },
  { kind: "stale", every: minute },
]
