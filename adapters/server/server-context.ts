// Everything that endpoints and jobs need from outside: database, storage, secrets, mail, clock.

import type { Transaction } from "kysely"
import type { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import type { Cookies } from "./accounts/sessions.ts"
import type { Database } from "./database/database.ts"
import type { Tables } from "./database/tables.ts"
import type { Mail, MailTransport } from "./mail/mail-transport.ts"
import type { SendOutbound } from "./outbound/outbound-client.ts"
import type { LoadPreparedScript } from "./scripts/script-revisions.ts"
import type { createAccountAttemptLimits } from "./security/account-attempt-limits.ts"
import type { RespondentRateLimits } from "./security/respondent-rate-limit.ts"
import type { ServerSecret } from "./security/server-secret.ts"
import type { CoalescedRead, ReadLimit } from "./statistics/statistics-reads.ts"
import type { FileStorage } from "./storage/storage.ts"
import type { SanitizeSvg } from "./uploads/svg-file.ts"
import type { UploadLimits } from "./uploads/upload-limits.ts"

export type ServerContext = {
  readonly database: Database
  readonly storage: FileStorage
  readonly secret: ServerSecret
  readonly cookies: Cookies
  readonly accountAttemptLimits: ReturnType<typeof createAccountAttemptLimits>
  readonly mailTransport: MailTransport
  /** Enqueues a mail in a transaction; it is sent after the transaction commits. */
  readonly enqueueMail: (trx: Transaction<Tables>, mail: Mail) => Promise<void>
  /** Makes the job runner look for due jobs immediately. */
  readonly wakeJobRunner: () => void
  /** The only client for requests to other servers. */
  readonly outbound: SendOutbound
  /** Rate limits for respondents. */
  readonly rateLimits: RespondentRateLimits
  /** Throws a 503 if the disk has too little room for new anonymous conversations and files of respondents. */
  readonly requireSpaceForRespondents: () => void
  /** Sanitizes an SVG [F12]. */
  readonly sanitizeSvg: SanitizeSvg
  /** Limits of respondents' uploads while they arrive. */
  readonly uploadLimits: UploadLimits
  /** Loads a compiled script revision, from a cache if possible. */
  readonly loadPreparedScript: LoadPreparedScript
  /** Coalesces concurrent reads of the same live statistics. */
  readonly coalesceStatistics: CoalescedRead<string>
  /** Limits the reads of live statistics for chosen days. */
  readonly limitPeriodReads: ReadLimit
  /** Rules for new passwords. */
  readonly passwordConstraints: PasswordConstraints
  readonly now: () => Date
  /** Draws the delay of a job that looks up the account of a request without a session, in milliseconds. */
  readonly lookupDelayMs: () => number
  /** The base URL of links in mails. */
  readonly publicUrl: () => string
  /** The console's configured origin; requests from it are accepted besides those from the requested host. */
  readonly publicOrigin: string | null
}
