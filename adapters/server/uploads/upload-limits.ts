// Limits the uploads that arrive at the same time, and aborts those whose sender is too slow. Counted in memory by each
// process, because the limits protect that process. Also discards what an endpoint does not read of an upload.
import type { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import { isUploadPeriodOver, isUploadTooSlow, maxConcurrentUploads, minUploadRate } from "../../../domain/conversations/upload-limits.ts"
import { HttpError, serviceUnavailable } from "../http/http-error.ts"

/** An admitted upload. */
export type AdmittedUpload = {
  /** Yields the content as it arrives; throws a 408 if its sender is too slow, and the error of the content. */
  readonly read: (content: Readable) => AsyncGenerator<Buffer>
  /** Must be called when the upload is stored or has failed. */
  readonly end: () => void
}

export type UploadLimits = {
  /** Admits an upload of a conversation; throws a 429 or a 503 if there are too many at the moment. */
  readonly admit: (conversation: string) => AdmittedUpload
  /** Stops checking rates. */
  readonly close: () => void
}

type Watched = { readonly conversation: string; readonly check: () => void }

type Clock = {
  /** Monotonic milliseconds. The wall clock may jump, which would abort every upload. */
  readonly uptime?: (() => number) | undefined
  /** Milliseconds between checks of the rates. */
  readonly checkIntervalMs?: number | undefined
}

export const createUploadLimits = ({ uptime = () => performance.now(), checkIntervalMs = 1000 }: Clock = {}): UploadLimits => {
  const active = new Set<Watched>()
  // A sender that has stalled causes no event, so that a timer has to look.
  const timer = setInterval(() => {
    for (const { check } of active) check()
  }, checkIntervalMs).unref()
  return {
    admit: (conversation) => {
      const own = [...active].filter((other) => other.conversation === conversation)
      if (own.length >= maxConcurrentUploads.perConversation) throw tooManyAtOnce()
      if (active.size >= maxConcurrentUploads.perProcess)
        throw serviceUnavailable("Too many files arrive at the same time; try again in a moment.")
      const { read, check } = createRateWatch(uptime)
      const watched = { conversation, check }
      active.add(watched)
      return { read, end: () => void active.delete(watched) }
    },
    close: () => clearInterval(timer),
  }
}

const tooManyAtOnce = () =>
  new HttpError(
    429,
    { message: `At most ${maxConcurrentUploads.perConversation} files arrive at a time; try again in a moment.` },
    { "retry-after": "5" },
  )

/** Closes the connection, because the rest of the body may never arrive. */
const tooSlow = () =>
  new HttpError(
    408,
    { message: `The file arrived with less than ${minUploadRate.bytesPerSecond} bytes a second.` },
    { connection: "close" },
  )

const createRateWatch = (uptime: () => number): { readonly read: AdmittedUpload["read"]; readonly check: () => void } => {
  let period = { bytes: 0, waitedMs: 0 }
  let waiting: { readonly since: number; readonly content: Readable } | null = null
  /** Adds the time since the wait began or was last measured. */
  const measure = (): void => {
    if (waiting === null) return
    const now = uptime()
    period = { ...period, waitedMs: period.waitedMs + now - waiting.since }
    waiting = { ...waiting, since: now }
  }
  async function* read(content: Readable): AsyncGenerator<Buffer> {
    waiting = { since: uptime(), content }
    try {
      for await (const chunk of content) {
        measure()
        // The time that the server takes to store this is not the sender's.
        waiting = null
        period = { ...period, bytes: period.bytes + chunk.length }
        yield chunk
        waiting = { since: uptime(), content }
      }
    } finally {
      waiting = null
    }
  }
  const check = (): void => {
    measure()
    if (isUploadTooSlow(period)) waiting?.content.destroy(tooSlow())
    else if (isUploadPeriodOver(period)) period = { bytes: 0, waitedMs: 0 }
  }
  return { read, check }
}

/**
 * Discards what is left of the body. Node does this only for a body of which nothing was read: otherwise the sender would
 * wait forever, and with it the next request on the connection.
 */
export const discardUnreadBody = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
}
