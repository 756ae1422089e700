// What every call works with.
import type { Transaction } from "kysely"
import type { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import type { LiveStatistics } from "../../domain/statistics/statistics-scope.ts"
import type { Cookies } from "./accounts/sessions.ts"
import type { Database } from "./database/database.ts"
import type { Tables } from "./database/tables.ts"
import type { Mail, MailTransport } from "./mail/outgoing-mail.ts"
import type { SendOutbound } from "./outbound/outbound-client.ts"
import type { LoadPreparedScript } from "./scripts/script-revisions.ts"
import type { createFailedAttempts } from "./security/failed-attempts.ts"
import type { RateLimits } from "./security/rate-limit.ts"
import type { ServerSecret } from "./security/server-secret.ts"
import type { CoalescedRead } from "./statistics/statistics-endpoints.ts"
import type { FileStorage } from "./storage/storage.ts"

export type ServerContext = {
  readonly database: Database
  readonly storage: FileStorage
  readonly secret: ServerSecret
  readonly cookies: Cookies
  readonly failedAttempts: ReturnType<typeof createFailedAttempts>
  readonly mailTransport: MailTransport
  /** Posts a mail within a change: it is sent when the change is kept. */
  readonly enqueueMail: (change: Transaction<Tables>, mail: Mail) => Promise<void>
  /** Has jobs that are due looked for at once. */
  readonly wakeJobRunner: () => void
  /** The one way to call an address outside. */
  readonly outbound: SendOutbound
  /** How much respondents may ask for. */
  readonly crowd: RateLimits
  /** Scripts that are played, made ready. */
  readonly loadPreparedScript: LoadPreparedScript
  /** Reads live statistics, once for all who ask for them at a time. */
  readonly coalesceStatistics: CoalescedRead<LiveStatistics>
  /** What passwords need. */
  readonly passwordConstraints: PasswordConstraints
  readonly now: () => Date
  /** Runs what nobody waits for; what goes wrong is logged. A stop of the server waits for it. */
  readonly runInBackground: (work: () => Promise<void>) => void
  /** The base of links in mails. */
  readonly publicUrl: () => string
  /** Origins that the console is reached at, besides the one a request is sent to. */
  readonly publicOrigin: string | null
}

// Work that nobody waits for, such as a mail: it must not tell by its length what was done, and a stop of the server waits for it.

export type BackgroundTasks = {
  readonly run: (work: () => Promise<void>) => void
  /** Resolves when all of it is done. */
  readonly whenIdle: () => Promise<void>
}

export const createBackgroundTasks = (log: (problem: string) => void): BackgroundTasks => {
  const running = new Set<Promise<void>>()
  return {
    run: (work) => {
      const one = work()
        .catch((error: unknown) => log(`left for later: ${String(error)}`))
        .finally(() => running.delete(one))
      running.add(one)
    },
    whenIdle: async () => {
      await Promise.all(running)
    },
  }
}
