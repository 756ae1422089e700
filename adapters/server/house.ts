// What every call works with.

import type { Transaction } from "kysely"
import type { PasswordConstraints } from "../../domain/accounts/password.ts"
import type { Statistics } from "../../domain/statistics/told.ts"
import type { Cookies } from "./accounts/cookies.ts"
import type { failureCounts } from "./accounts/failures.ts"
import type { Crowd } from "./chat/crowd.ts"
import type { Prepared } from "./chat/prepared.ts"
import type { Database } from "./database/database.ts"
import type { Tables } from "./database/tables.ts"
import type { Mail, Post } from "./mail/post.ts"
import type { Outbound } from "./outbound/outbound.ts"
import type { Secret } from "./secret.ts"
import type { Shared } from "./statistics/shared.ts"
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
