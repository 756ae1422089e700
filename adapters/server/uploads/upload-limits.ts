// Limits the uploads that arrive at the same time, and aborts those whose sender is too slow. Counted in memory by each
// process, because the limits protect that process. Also discards what an endpoint does not read of an upload.
import type { Readable } from "node:stream"
import type { UploadSender } from "../../../domain/conversations/upload-limits.ts"
import { isUploadPeriodOver, isUploadTooSlow, maxConcurrentUploads, minUploadRate } from "../../../domain/conversations/upload-limits.ts"
import { HttpError, serviceUnavailable } from "../http/http-error.ts"
import type { RateClock } from "../http/large-bodies.ts"
import { createSlots } from "../http/slots.ts"

/** An admitted upload. */
export type AdmittedUpload = {
  /** Yields the content as it arrives; throws a 408 if its sender is too slow, and the error of the content. */
  readonly read: (content: Readable) => AsyncGenerator<Buffer>
  /** Waits for what the sender sends between two files; throws a 408 if the sender is too slow. */
  readonly waitFor: <A>(next: Promise<A>) => Promise<A>
  /** Must be called when the upload is stored or has failed. */
  readonly end: () => void
}

export type UploadLimits = {
  /**
   * Admits an upload of a conversation or user (`id`); throws a 429 or a 503 if there are too many at the moment. `network` is that of a
   * respondent, and null for staff, whose office may share one.
   */
  readonly admit: (sender: UploadSender, from: { readonly id: string; readonly network: string | null }) => AdmittedUpload
  /** Runs work that holds a whole file in memory, when no other such work runs. */
  readonly workInMemory: <A>(work: () => Promise<A>) => Promise<A>
  /** Stops checking rates. */
  readonly close: () => void
}

type Watched = { readonly sender: UploadSender; readonly id: string; readonly network: string | null; readonly check: () => void }

export const createUploadLimits = ({ uptime = () => performance.now(), checkIntervalMs = 1000 }: RateClock = {}): UploadLimits => {
  const active = new Set<Watched>()
  const inMemory = createSlots(1)
  // A sender that has stalled causes no event, so that a timer has to look.
  const timer = setInterval(() => {
    for (const { check } of active) check()
  }, checkIntervalMs).unref()
  return {
    admit: (sender, { id, network }) => {
      const ofGroup = [...active].filter((other) => other.sender === sender)
      if (ofGroup.filter((other) => other.id === id).length >= maxConcurrentUploads.perSender)
        throw tooManyAtOnce(`At most ${maxConcurrentUploads.perSender} files can be uploaded at a time; try again in a moment.`)
      if (network !== null && ofGroup.filter((other) => other.network === network).length >= maxConcurrentUploads.perNetwork)
        throw tooManyAtOnce("Too many files are being uploaded from your network; try again in a moment.")
      if (ofGroup.length >= maxConcurrentUploads.perProcess[sender])
        throw serviceUnavailable("Too many files are being uploaded; try again in a moment.")
      const { check, ...watch } = createRateWatch(uptime)
      const watched = { sender, id, network, check }
      active.add(watched)
      return { ...watch, end: () => void active.delete(watched) }
    },
    workInMemory: inMemory.run,
    close: () => clearInterval(timer),
  }
}

const tooManyAtOnce = (message: string) => new HttpError(429, { message }, { "retry-after": "5" })

/** Closes the connection, because the rest of the body may never arrive. */
const tooSlow = () =>
  new HttpError(
    408,
    { message: `The file arrived at less than ${minUploadRate.bytesPerSecond} bytes per second.` },
    { connection: "close" },
  )

type RateWatch = Pick<AdmittedUpload, "read" | "waitFor"> & { readonly check: () => void }

const createRateWatch = (uptime: () => number): RateWatch => {
  let period = { bytes: 0, waitedMs: 0 }
  let waiting: { readonly since: number; readonly fail: (error: HttpError) => void } | null = null
  const beginWaiting = (fail: (error: HttpError) => void): void => {
    waiting = { since: uptime(), fail }
  }
  /** Adds the time since the wait began or was last measured. */
  const measure = (): void => {
    if (waiting === null) return
    const now = uptime()
    period = { ...period, waitedMs: period.waitedMs + now - waiting.since }
    waiting = { ...waiting, since: now }
  }
  async function* read(content: Readable): AsyncGenerator<Buffer> {
    const fail = (error: HttpError) => void content.destroy(error)
    beginWaiting(fail)
    try {
      for await (const chunk of content) {
        measure()
        // The time that the server takes to store this is not the sender's.
        waiting = null
        period = { ...period, bytes: period.bytes + chunk.length }
        yield chunk
        beginWaiting(fail)
      }
    } finally {
      waiting = null
    }
  }
  const waitFor = async <A>(next: Promise<A>): Promise<A> => {
    const { promise: failure, reject } = Promise.withResolvers<never>()
    beginWaiting(reject)
    try {
      return await Promise.race([next, failure])
    } finally {
      measure()
      waiting = null
    }
  }
  const check = (): void => {
    measure()
    if (isUploadTooSlow(period)) waiting?.fail(tooSlow())
    else if (isUploadPeriodOver(period)) period = { bytes: 0, waitedMs: 0 }
  }
  return { read, waitFor, check }
}
