// Admits large bodies: one at a time per user, few at a time in all, and one at a time that the server parses and works on. Each of them takes
// several times its bytes while it is parsed, checked, stored and sent back.
import type { FastifyReply, FastifyRequest } from "fastify"
import { largeBodyLimits, maxOrdinaryBytes } from "../../../domain/conversations/conversation-limits.ts"
import { tooManyRequests } from "./http-error.ts"

/** Returns the slot; more calls than one have no effect. */
type Release = () => void

/** A number of slots, which callers get in the order in which they asked. */
export type Slots = { readonly acquire: () => Promise<Release>; readonly countWaiting: () => number; readonly isIdle: () => boolean }

/** Creates `count` slots. */
export const createSlots = (count: number): Slots => {
  let taken = 0
  const waiting: Array<() => void> = []
  const createRelease = (): Release => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      // The slot passes to the next caller, or becomes free.
      const next = waiting.shift()
      if (next === undefined) taken--
      else next()
    }
  }
  return {
    acquire: async () => {
      if (taken < count) taken++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return createRelease()
    },
    countWaiting: () => waiting.length,
    isIdle: () => taken === 0,
  }
}

export type LargeBodies = {
  /**
   * Waits until the body of this request may be read, if it is large. Throws a 429 if too many of this user's are waiting. The slot is held until
   * the response has been sent or the connection is closed.
   */
  readonly admit: (request: FastifyRequest, reply: FastifyReply, user: string) => Promise<void>
  /** Waits until the server works on no other large body. The slot is held as long as the one of `admit`. */
  readonly startWork: (request: FastifyRequest) => Promise<void>
}

/** A body without a declared length counts as large. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > maxOrdinaryBytes

export const createLargeBodies = (limits: typeof largeBodyLimits = largeBodyLimits): LargeBodies => {
  const received = createSlots(limits.received)
  const work = createSlots(1)
  const byUser = new Map<string, Slots>()
  const endings = new WeakMap<FastifyRequest["raw"], Array<Release>>()

  const getSlotsOf = (user: string): Slots => {
    const slots = byUser.get(user) ?? createSlots(1)
    byUser.set(user, slots)
    return slots
  }
  /** Holds slots until the request has ended, also if it ended while it waited. */
  const hold = ({ raw }: FastifyRequest, release: Release): void => {
    const releases = endings.get(raw)
    if (releases === undefined) release()
    else releases.push(release)
  }

  return {
    admit: async (request, reply, user) => {
      if (!isLarge(request)) return
      const slots = getSlotsOf(user)
      if (slots.countWaiting() >= limits.waitingPerUser) throw tooManyRequests(1)
      const { raw } = request
      endings.set(raw, [])
      reply.raw.once("close", () => {
        for (const release of endings.get(raw)?.toReversed() ?? []) release()
        endings.delete(raw)
        if (slots.isIdle()) byUser.delete(user)
      })
      hold(request, await slots.acquire())
      hold(request, await received.acquire())
      raw.setTimeout(limits.stallMs, () => raw.destroy())
      raw.once("end", () => raw.setTimeout(0))
    },
    startWork: async (request) => hold(request, await work.acquire()),
  }
}
