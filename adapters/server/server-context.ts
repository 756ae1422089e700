// What every call works with.
import type { Transaction } from "kysely"
import type { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import type { Statistics } from "../../domain/statistics/statistics-scope.ts"
import type { Cookies } from "./accounts/sessions.ts"
import type { Database } from "./database/database.ts"
import type { Tables } from "./database/tables.ts"
import type { Mail, Post } from "./mail/outgoing-mail.ts"
import type { Outbound } from "./outbound/outbound-client.ts"
import type { Prepared } from "./scripts/script-revisions.ts"
import type { failureCounts } from "./security/failed-attempts.ts"
import type { Crowd } from "./security/rate-limit.ts"
import type { Secret } from "./security/server-secret.ts"
import type { Shared } from "./statistics/statistics-endpoints.ts"
import type { Storage } from "./storage/storage.ts"

export type House = {
  readonly database: Database
  readonly storage: Storage
  readonly secret: Secret
  readonly cookies: Cookies
  readonly failures: ReturnType<typeof failureCounts>
  readonly post: Post
  /** Posts a mail within a change: it is sent when the change is kept. */
  readonly mail: (change: Transaction<Tables>, mail: Mail) => Promise<void>
  /** Has jobs that are due looked for at once. */
  readonly wake: () => void
  /** The one way to call an address outside. */
  readonly outbound: Outbound
  /** How much respondents may ask for. */
  readonly crowd: Crowd
  /** Scripts that are played, made ready. */
  readonly prepared: Prepared
  /** Reads live statistics, once for all who ask for them at a time. */
  readonly statistics: Shared<Statistics>
  /** What passwords need. */
  readonly constraints: PasswordConstraints
  readonly now: () => Date
  /** Runs what nobody waits for; what goes wrong is logged. A stop of the server waits for it. */
  readonly later: (work: () => Promise<void>) => void
  /** The base of links in mails. */
  readonly publicUrl: () => string
  /** Origins that the console is reached at, besides the one a request is sent to. */
  readonly publicOrigin: string | null
}

// Work that nobody waits for, such as a mail: it must not tell by its length what was done, and a stop of the server waits for it.

export type Later = {
  readonly run: (work: () => Promise<void>) => void
  /** Resolves when all of it is done. */
  readonly rest: () => Promise<void>
}

export const laterWork = (log: (problem: string) => void): Later => {
  const running = new Set<Promise<void>>()
  return {
    run: (work) => {
      const one = work()
        .catch((error: unknown) => log(`left for later: ${String(error)}`))
        .finally(() => running.delete(one))
      running.add(one)
    },
    rest: async () => {
      await Promise.all(running)
    },
  }
}
