// Rate limits per minute for an address or a conversation, and per day for a chat. Stored in the database so that all processes share them,
// under keyed hashes that change daily; no address is stored.
import { isIPv6 } from "node:net"
import ipaddr from "ipaddr.js"
import { sql } from "kysely"
import { addressShare, chatLimitPerDay, rateLimitPerMinute } from "../../../domain/conversations/conversation-limits.ts"
import type { Database } from "../database/database.ts"
import { tooManyRequests } from "../http/http-error.ts"
import { createSlots, type Slots } from "../http/slots.ts"
import type { ServerSecret } from "./server-secret.ts"

/**
 * Returns the key under which an address is counted: the /64 prefix for IPv6, because a customer owns all of it, or a shorter
 * one of so many groups of 16 bits; other text unchanged.
 */
export const toNetworkPrefix = (forwarded: string, groups = 4): string => {
  const address = removePort(forwarded)
  if (!isIPv6(address)) return address
  // An IPv4 address mapped to IPv6 is the same sender.
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(":")
}

/** Some proxies forward an address with the port of its connection, which changes with each. */
const removePort = (address: string): string =>
  /^(\d+(?:\.\d+){3}):\d+$|^\[([\da-f:.]+)\](?::\d+)?$/i.exec(address)?.slice(1).find(Boolean) ?? address

/** Groups of the prefix for shares of a day: a site has up to a /48, in which it can use every /64. */
const siteGroups = 3

type LimitedAction = keyof typeof rateLimitPerMinute
/** Counted in memory by each process, because the limit protects that process's own time. */
type PerProcessAction = "answer" | "look" | "open"
type SharedAction = Exclude<LimitedAction, PerProcessAction>

type DailyAction = keyof typeof chatLimitPerDay

const minuteMs = 60_000
const dayMs = 86_400_000

export type RespondentRateLimits = {
  /**
   * Counts a request, and throws a 429 if it is one too many. `subject` is an IP address for `begin`, `guess` and `upload`, and a conversation's id
   * otherwise. Never call it in a transaction: rejected requests count too.
   */
  readonly count: (action: SharedAction, subject: string, now: Date) => Promise<void>
  /**
   * Adds an amount to what a chat took that day, and an address of it; throws a 429 until the next day (UTC) if it is too much of either.
   * What is refused to an address does not count for the chat.
   */
  readonly countForDay: (
    action: DailyAction,
    by: { readonly script: string; readonly ip: string },
    amount: number,
    now: Date,
  ) => Promise<void>
  /** Throws a 429 if another request would be too many, without counting it. */
  readonly check: (action: SharedAction, subject: string, now: Date) => Promise<void>
  /** Runs work of one address at a time, so that what it counts limits requests that arrive together. */
  readonly inTurn: <A>(ip: string, work: () => Promise<A>) => Promise<A>
  /** Counts an answer, or a replay of a whole conversation; throws a 429 if it is one too many. */
  readonly countAnswer: (conversation: string, now: Date) => void
  /** Counts an anonymous conversation that an address opens; throws a 429 if it is one too many. */
  readonly countOpening: (ip: string, now: Date) => void
  /** Counts a read of live statistics by an address; throws a 429 if it is one too many. */
  readonly countStatisticsView: (ip: string, now: Date) => void
  /** Deletes expired counters. */
  readonly deleteExpired: (now: Date) => Promise<void>
}

const startOfMinute = (at: Date): Date => new Date(at.getTime() - (at.getTime() % minuteMs))

const rejectAbove = (action: LimitedAction, count: number, at: Date): void => {
  if (count > rateLimitPerMinute[action]) throw tooManyRequests(Math.ceil((minuteMs - (at.getTime() % minuteMs)) / 1000))
}

/** Creates a counter in memory that resets every minute. */
const createMemoryCounter = (action: PerProcessAction): ((subject: string, now: Date) => void) => {
  let counts = new Map<string, number>()
  let currentMinute = 0
  return (subject, now) => {
    const minute = Math.floor(now.getTime() / minuteMs)
    if (minute !== currentMinute) [currentMinute, counts] = [minute, new Map()]
    const key = toNetworkPrefix(subject)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    rejectAbove(action, count, now)
  }
}

const createNetworkTurns = (): RespondentRateLimits["inTurn"] => {
  const turns = new Map<string, Slots>()
  return async (ip, work) => {
    const network = toNetworkPrefix(ip)
    const turn = turns.get(network) ?? createSlots(1)
    turns.set(network, turn)
    try {
      return await turn.run(work)
    } finally {
      if (turn.isIdle()) turns.delete(network)
    }
  }
}

export const createRespondentRateLimits = ({ db }: Pick<Database, "db">, { sign }: Pick<ServerSecret, "sign">): RespondentRateLimits => {
  const buildKey = (action: LimitedAction, subject: string, at: Date): string =>
    sign("respondents", `${Math.floor(at.getTime() / dayMs)} ${action} ${toNetworkPrefix(subject)}`)
  const addForDay = async (subject: string, amount: number, limit: number, now: Date): Promise<void> => {
    const day = Math.floor(now.getTime() / dayMs)
    const { count } = await db
      .insertInto("crowd")
      .values({ key: sign("respondents", `${day} ${subject}`), minute: new Date(day * dayMs), count: amount })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ count: sql`least(crowd.count, 1000000000) + excluded.count` }))
      .returning("count")
      .executeTakeFirstOrThrow()
    if (count > limit) throw tooManyRequests(Math.ceil(((day + 1) * dayMs - now.getTime()) / 1000))
  }
  return {
    count: async (action, subject, now) => {
      // Another process's clock may already be in the next minute. Counts further in the future come from a clock that
      // was set back, and are reset.
      // The difference of two times is immutable, which distributed engines require here.
      const isSameMinute = sql`crowd.minute - excluded.minute between interval '0' and interval '1 minute'`
      const { count } = await db
        .insertInto("crowd")
        .values({ key: buildKey(action, subject, now), minute: startOfMinute(now), count: 1 })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            count: sql`case when ${isSameMinute} then crowd.count + 1 else 1 end`,
            minute: sql`case when ${isSameMinute} then crowd.minute else excluded.minute end`,
          }),
        )
        .returning("count")
        .executeTakeFirstOrThrow()
      rejectAbove(action, count, now)
    },
    countForDay: async (action, { script, ip }, amount, now) => {
      const subject = `${action} ${script.toLowerCase()}`
      await addForDay(`${subject} ${toNetworkPrefix(ip, siteGroups)}`, amount, chatLimitPerDay[action] * addressShare, now)
      await addForDay(subject, amount, chatLimitPerDay[action], now)
    },
    check: async (action, subject, now) => {
      const row = await db
        .selectFrom("crowd")
        .select("count")
        .where("key", "=", buildKey(action, subject, now))
        .where("minute", ">=", startOfMinute(now))
        .where("minute", "<=", new Date(now.getTime() + minuteMs))
        .executeTakeFirst()
      rejectAbove(action, (row?.count ?? 0) + 1, now)
    },
    inTurn: createNetworkTurns(),
    countAnswer: createMemoryCounter("answer"),
    countOpening: createMemoryCounter("open"),
    countStatisticsView: createMemoryCounter("look"),
    deleteExpired: async (now) => {
      await db
        .deleteFrom("crowd")
        .where("minute", "<", new Date(now.getTime() - dayMs))
        .execute()
    },
  }
}
