// A kind of job: its payload and how the queue treats it. Each is declared in one place, beside the feature that enqueues it.

import * as Schema from "effect/Schema"
import type { ServerContext } from "../server-context.ts"

/** How the queue treats the jobs of a kind. */
export type JobPolicy = {
  /** Stored with the jobs, so it changes only with a migration. */
  readonly kind: string
  /** The number of lanes of its own, so that jobs that are long or wait for other servers do not delay the rest. */
  readonly lanes?: number
  /** The job is enqueued once in this many milliseconds, by whichever process comes first. */
  readonly everyMs?: number
  /** A respondent waits for it: retries follow within seconds, and another process soon takes over if its process has crashed. */
  readonly isAwaited?: boolean
  /** Whether it is retried until it succeeds; other jobs fail for good after a day. */
  readonly isRetriedUntilDone?: boolean
}

export type JobDefinition<Payload> = JobPolicy & {
  /** Decodes what was stored with a job. */
  readonly payload: Schema.Codec<Payload, unknown>
}

export const defineJob = <Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> => definition

/** The attempt that is running: `attempt` counts from 1. `signal` aborts at shutdown: a long job then rejects early. */
type RunningJob = { readonly id: string; readonly attempt: number; readonly signal: AbortSignal }

/**
 * Runs one job. A rejection is retried later. Database changes happen in one transaction; outside calls carry the job's
 * `id`, so that receivers recognize a repeat.
 */
export type JobHandler<Payload, Context = ServerContext> = (context: Context, payload: Payload, job: RunningJob) => Promise<void>

/** A job with its handler, which gets the payload as it was stored. */
export type RunnableJob<Context = ServerContext> = JobPolicy & { readonly run: JobHandler<unknown, Context> }

/** Binds a handler to a definition. */
export const handleJob = <Payload, Context = ServerContext>(
  { payload, ...policy }: JobDefinition<Payload>,
  handle: JobHandler<Payload, Context>,
): RunnableJob<Context> => {
  const decode = Schema.decodeUnknownSync(payload)
  return { ...policy, run: (context, stored, job) => handle(context, decode(stored), job) }
}
