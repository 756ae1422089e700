// Deletes, once an hour, what has run out: sessions, tokens, counted failures.

import { sweepTokens } from "./accounts/one-time-tokens.ts"
import { sweepResetTokens } from "./accounts/reset-tokens.ts"
import { sessionLasts } from "./accounts/sessions.ts"
import type { House } from "./house.ts"

const pause = 3_600_000

export const sweepHourly = (house: House, log: (problem: string) => void): { readonly stop: () => Promise<void> } => {
  let working: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    working = sweep(house).catch((error: unknown) => log(`sweeping: ${String(error)}`))
  }, pause)
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}

const sweep = async ({ database: { db }, failures, now }: House): Promise<void> => {
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  await db
    .deleteFrom("sessions")
    .where((its) => its.or([its("seen_at", "<", before(sessionLasts.idle)), its("made_at", "<", before(sessionLasts.atMost))]))
    .execute()
  await sweepTokens(db, at)
  await sweepResetTokens(db, at)
  await failures.sweep(at.getTime())
}
