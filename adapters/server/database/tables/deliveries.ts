// The tables of what is delivered to addresses outside, as queries see them.
import type { ColumnType } from "kysely"

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

export type DeliveryTables = {
  /**
   * `reason`: reached, stale or test; `state`: due, delivered or failed. `body` is what is sent, as JSON text: the same at every attempt.
   * `conversation_id` is null where it was made up.
   */
  deliveries: {
    script_id: string
    id: string
    community_id: string
    conversation_id: string | null
    /** The instruction that asks for it. */
    instruction: string
    reason: string
    /** Where it goes; "" where that is a connection that names no address. */
    endpoint: string
    /** The connection that it goes to; null for an endpoint of its own. */
    connection_id: ColumnType<string | null, string | null | undefined, never>
    body: string
    state: string
    made_at: Instant
    ended_at: MaybeInstant
  }
  /** What came of one attempt: a status with the beginning of the answer, or a problem. */
  delivery_attempts: {
    script_id: string
    id: string
    delivery_id: string
    at: Instant
    milliseconds: number
    status: number | null
    problem: string | null
    answer: string | null
  }
}
