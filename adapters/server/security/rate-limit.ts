// How much one address, or one conversation, may ask for in a minute (reliability "Privacy": limits use a keyed hash of the day). In the
// database, so that several processes count together; nothing of an address is kept.
import { isIPv6 } from "node:net"
import { sql } from "kysely"
import { rateLimitPerMinute } from "../../../domain/conversations/conversation-limits.ts"
import type { Database } from "../database/database.ts"
import { tooManyRequests } from "../http/http-error.ts"
import type { ServerSecret } from "./server-secret.ts"

// Whom an address stands for, where something is counted by it.

/** An IPv6 customer has a whole /64 of addresses. What is no address stands for itself. */
export const toNetworkPrefix = (address: string): string => {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address
  const [head = "", tail] = address.split("::")
  const front = head.split(":").filter((part) => part !== "")
  const back = (tail ?? "").split(":").filter((part) => part !== "")
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => "0")
  return [...front, ...zeros, ...back].slice(0, 4).join(":")
}

type LimitedAction = keyof typeof rateLimitPerMinute
/** What each process counts for itself, for it is its own time that this spares. */
type PerProcessAction = "answer" | "look"
type SharedAction = Exclude<LimitedAction, PerProcessAction>

const minute = 60_000
const day = 86_400_000

/** `by` is an address for `begin`, `guess` and `upload`, a conversation's id for the others. */
export type RateLimits = {
  /** Counts a deed; a 429 where it is one too many. Never within a change: what is refused counts, too. */
  readonly count: (deed: SharedAction, by: string, now: Date) => Promise<void>
  /** A 429 where another one would be too many. */
  readonly check: (deed: SharedAction, by: string, now: Date) => Promise<void>
  /** Counts an answer, or another look at a whole conversation; a 429 where it is one too many. */
  readonly countAnswer: (conversation: string, now: Date) => void
  /** Counts a look at live statistics by an address; a 429 where it is one too many. */
  readonly countStatisticsView: (ip: string, now: Date) => void
  /** Deletes what counts no more. */
  readonly deleteExpired: (now: Date) => Promise<void>
}

const minuteOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % minute))

const rejectAbove = (deed: LimitedAction, count: number, at: Date): void => {
  if (count > rateLimitPerMinute[deed]) throw tooManyRequests(Math.ceil((minute - (at.getTime() % minute)) / 1000))
}

/** Counts in memory, forgetting all when a minute is over. */
const createMemoryCounter = (deed: PerProcessAction): ((by: string, now: Date) => void) => {
  let counts = new Map<string, number>()
  let turn = 0
  return (by, now) => {
    const at = Math.floor(now.getTime() / minute)
    if (at !== turn) [turn, counts] = [at, new Map()]
    const key = toNetworkPrefix(by)
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    rejectAbove(deed, count, now)
  }
}

export const createRateLimits = ({ db }: Pick<Database, "db">, { sign }: Pick<ServerSecret, "sign">): RateLimits => {
  const keyOf = (deed: LimitedAction, by: string, at: Date): string =>
    sign("respondents", `${Math.floor(at.getTime() / day)} ${deed} ${toNetworkPrefix(by)}`)
  return {
    count: async (deed, by, now) => {
      // Another process may be in the next minute already; of a clock that was put back since, what is further off counts no more.
      const isSame = sql`crowd.minute between excluded.minute and excluded.minute + interval '1 minute'`
      const { count } = await db
        .insertInto("crowd")
        .values({ key: keyOf(deed, by, now), minute: minuteOf(now), count: 1 })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            count: sql`case when ${isSame} then crowd.count + 1 else 1 end`,
            minute: sql`case when ${isSame} then crowd.minute else excluded.minute end`,
          }),
        )
        .returning("count")
        .executeTakeFirstOrThrow()
      rejectAbove(deed, count, now)
    },
    check: async (deed, by, now) => {
      const row = await db
        .selectFrom("crowd")
        .select("count")
        .where("key", "=", keyOf(deed, by, now))
        .where("minute", ">=", minuteOf(now))
        .where("minute", "<=", new Date(now.getTime() + minute))
        .executeTakeFirst()
      rejectAbove(deed, (row?.count ?? 0) + 1, now)
    },
    countAnswer: createMemoryCounter("answer"),
    countStatisticsView: createMemoryCounter("look"),
    deleteExpired: async (now) => {
      await db
        .deleteFrom("crowd")
        .where("minute", "<", new Date(now.getTime() - day))
        .execute()
    },
  }
}
