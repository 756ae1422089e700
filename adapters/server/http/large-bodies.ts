// Admits large bodies: one at a time per user, a few per network without a session, and a maximum of bytes at a time in all. A
// request that works on a large stored script counts as a large body of its user.
import type { FastifyReply, FastifyRequest } from "fastify"
import { maxOrdinaryBytes } from "../../../domain/conversations/conversation-limits.ts"
import { isUploadPeriodOver, isUploadTooSlow } from "../../../domain/conversations/upload-limits.ts"
import { badRequest, tooManyRequests } from "./http-error.ts"
import { createSlots, type Release, type Slots } from "./slots.ts"

/** `user` is the network of a sender without a session. */
type BodySender = { readonly user: string; readonly isStreamed: boolean }

export type LargeBodies = {
  /**
   * Waits until the body of this request may be read, if it is large. Throws a 429 if too many of this user's are waiting. The slot is held until
   * the response has been sent or the connection is closed. A streamed body takes no memory: it waits for other bodies of its user only, and
   * `upload-limits.ts` limits how slow it may be.
   */
  readonly admit: (request: FastifyRequest, reply: FastifyReply, sender: BodySender) => Promise<void>
  /**
   * Waits like `admit`, for a request with a small body that works on something large; does not wait if `admit` has admitted it. Otherwise, hundreds
   * of small requests of one user would delay the large ones of all others.
   */
  readonly admitWork: (request: FastifyRequest, reply: FastifyReply, user: string) => Promise<void>
  /** How many users hold slots or wait for them. */
  readonly countUsers: () => number
}

/** Returns the bytes that a body may have: without a declared length, as many as its endpoint accepts. */
const getMaxBytes = ({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number =>
  headers["transfer-encoding"] === undefined ? Math.min(Number(headers["content-length"] ?? 0), bodyLimit) : bodyLimit

const bodyEndedEarly = () => badRequest("The body ended before it was complete.")

/** How many bytes are received at a time, how many bodies of a user are and may wait, and how long a sender may be silent, in milliseconds. */
type LargeBodyLimits = {
  readonly receivedBytes: number
  readonly atATime: number
  readonly waitingPerUser: number
  readonly stallMs: number
}

/** The clock by which the rates of senders are measured. */
export type RateClock = {
  /** Monotonic milliseconds. The wall clock may jump, which would end every connection. */
  readonly uptime?: (() => number) | undefined
  /** Milliseconds between checks of the rates. */
  readonly checkIntervalMs?: number | undefined
}

export const createLargeBodies = (
  limits: LargeBodyLimits,
  { uptime = () => performance.now(), checkIntervalMs = 1000 }: RateClock = {},
): LargeBodies => {
  const received = createSlots(limits.receivedBytes)
  const byUser = new Map<string, Slots>()
  const endings = new WeakMap<FastifyRequest["raw"], Array<Release>>()

  const getSlotsOf = (user: string): Slots => {
    const slots = byUser.get(user) ?? createSlots(limits.atATime)
    byUser.set(user, slots)
    return slots
  }
  const forgetIdle = (user: string): void => {
    if (byUser.get(user)?.isIdle() === true) byUser.delete(user)
  }
  /** Ends the connection of a sender that stalls or is slower than the minimum rate, because it holds slots that others wait for. */
  const watchSender = (raw: FastifyRequest["raw"]): void => {
    let period = { startBytes: raw.socket.bytesRead, startMs: uptime() }
    const timer = setInterval(() => {
      const progress = { bytes: raw.socket.bytesRead - period.startBytes, waitedMs: uptime() - period.startMs }
      if (isUploadTooSlow(progress)) raw.destroy()
      else if (isUploadPeriodOver(progress)) period = { startBytes: raw.socket.bytesRead, startMs: uptime() }
    }, checkIntervalMs).unref()
    raw.setTimeout(limits.stallMs, () => raw.destroy())
    raw.once("end", () => raw.setTimeout(0))
    for (const event of ["end", "close"] as const) raw.once(event, () => clearInterval(timer))
  }
  /** Holds slots until the request has ended; returns them and throws a 400 if it ended while it waited, because nothing would end its watch. */
  const hold = ({ raw }: FastifyRequest, release: Release): void => {
    const releases = endings.get(raw)
    if (releases === undefined) {
      release()
      throw bodyEndedEarly()
    }
    releases.push(release)
  }

  /** Waits for a slot of the user; returns the signal that aborts when the request ends. */
  const waitForUser = async (request: FastifyRequest, reply: FastifyReply, user: string): Promise<AbortSignal> => {
    const { raw } = request
    // The sender disconnected while the session was looked up: "close" is not emitted again.
    if (raw.socket.destroyed) throw bodyEndedEarly()
    const slots = getSlotsOf(user)
    if (slots.countWaiting() >= limits.waitingPerUser) throw tooManyRequests(1)
    endings.set(raw, [])
    const closed = new AbortController()
    reply.raw.once("close", () => {
      closed.abort(bodyEndedEarly())
      for (const release of endings.get(raw)?.toReversed() ?? []) release()
      endings.delete(raw)
      forgetIdle(user)
    })
    try {
      hold(request, await slots.acquire(1, closed.signal))
    } finally {
      // The request may have ended between its turn and now.
      forgetIdle(user)
    }
    return closed.signal
  }

  return {
    admit: async (request, reply, { user, isStreamed }) => {
      const bytes = getMaxBytes(request)
      if (bytes <= maxOrdinaryBytes) return
      const closed = await waitForUser(request, reply, user)
      if (isStreamed) return
      hold(request, await received.acquire(bytes, closed))
      watchSender(request.raw)
    },
    admitWork: async (request, reply, user) => {
      if (!endings.has(request.raw)) await waitForUser(request, reply, user)
    },
    countUsers: () => byUser.size,
  }
}
