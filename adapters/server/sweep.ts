// Deletes what has run out (sessions, tokens, counted failures, jobs that are done), marks conversations that have, and folds what was counted
// on days that are over.

import { sessionLasts } from "../../domain/accounts/limits.ts"
import { sweepTokens } from "./accounts/one-time-tokens.ts"
import { sweepResetTokens } from "./accounts/reset-tokens.ts"
import { expire } from "./conversations/expire.ts"
import { sweepDeliveries } from "./deliveries/log.ts"
import { sweepFiles } from "./files/answer-files.ts"
import type { House } from "./house.ts"
import { forgetBefore } from "./http/once.ts"
import { sweepJobs } from "./jobs/jobs.ts"
import { foldDays } from "./statistics/fold.ts"

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
