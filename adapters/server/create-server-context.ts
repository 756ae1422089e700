// Creates what endpoints and jobs need from outside, for the process and for its thread for large requests.
import { randomInt } from "node:crypto"
import { maxLookupDelayMs } from "../../domain/accounts/account-limits.ts"
import { buildPasswordConstraints } from "../../domain/accounts/password-rules.ts"
import { maxPeriodReads } from "../../domain/conversations/conversation-limits.ts"
import { createCookies } from "./accounts/sessions.ts"
import { diskMessages, serviceUnavailable } from "./http/http-error.ts"
import { openMailTransport } from "./mail/mail-transport.ts"
import { createEnqueueMail } from "./mail/outgoing-mail.ts"
import { createOutboundClient } from "./outbound/outbound-client.ts"
import { createPreparedScriptCache } from "./scripts/script-revisions.ts"
import { createAccountAttemptLimits } from "./security/account-attempt-limits.ts"
import { createRespondentRateLimits } from "./security/respondent-rate-limit.ts"
import type { ServerContext } from "./server-context.ts"
import type { Settings } from "./settings.ts"
import { createCoalescedRead, createReadLimit } from "./statistics/statistics-reads.ts"
import { hasFreeSpaceForRespondents } from "./storage/disk.ts"
import { createUploadLimits } from "./uploads/upload-limits.ts"

type ContextParts = Pick<ServerContext, "database" | "secret" | "storage" | "publicUrl" | "now" | "lookupDelayMs" | "sanitizeSvg"> & {
  readonly settings: Settings
  /** Makes the job runner look for due jobs. */
  readonly wakeJobs: () => void
  readonly uploadClock?: Parameters<typeof createUploadLimits>[0]
}

export const createServerContext = ({ settings, wakeJobs, uploadClock, ...parts }: ContextParts): ServerContext => {
  const { database, secret, now } = parts
  const { publicUrl } = settings
  return {
    ...parts,
    cookies: createCookies(publicUrl?.startsWith("https:") ?? false),
    accountAttemptLimits: createAccountAttemptLimits(database, secret),
    mailTransport: openMailTransport(settings),
    enqueueMail: createEnqueueMail(secret, now, wakeJobs),
    wakeJobRunner: wakeJobs,
    rateLimits: createRespondentRateLimits(database, secret),
    requireSpaceForRespondents: () => {
      const usesDisk = settings.databaseUrl === null || settings.storageUrl === null
      if (usesDisk && !hasFreeSpaceForRespondents(settings.dataDir)) throw serviceUnavailable(diskMessages.full)
    },
    uploadLimits: createUploadLimits(uploadClock),
    loadPreparedScript: createPreparedScriptCache(),
    coalesceStatistics: createCoalescedRead(),
    limitPeriodReads: createReadLimit(maxPeriodReads),
    outbound: createOutboundClient({ isPrivateAllowed: settings.sendToPrivate }),
    passwordConstraints: buildPasswordConstraints(settings.passwordComponents),
    publicOrigin: publicUrl === null ? null : new URL(publicUrl).origin,
  }
}

/**
 * Returns the random delay, in milliseconds, of a job that looks up the account of a request without a session: response times then do not
 * show whether it exists.
 */
export const randomLookupDelayMs = (): number => randomInt(maxLookupDelayMs + 1)
