// The tables of respondents and what they gave, as queries see them. No address and no browser of theirs is kept.
import type { ColumnType } from "kysely"

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

export type ConversationTables = {
  /** How often something was asked for in a minute, by the keyed hash of the day of who asked (chat/crowd.ts). */
  crowd: { key: string; minute: Instant; count: number }
  /** A person whom links are made for. `…_key` columns hold the form in which a text is compared. */
  profiles: {
    id: string
    community_id: string
    type: string
    external_id: string | null
    external_key: string | null
    email: string | null
    email_key: string | null
    phone: string | null
    phone_key: string | null
    first_name: string | null
    last_name: string | null
    date_of_birth: string | null
    made_at: Instant
  }
  /**
   * A conversation, pinned to the revision it began with; ids are in the order in which they were made. `status`: pending, finished or
   * expired. Of token and code only hashes are kept. `metadata`, `answers` and `actions` are JSON texts; so is
   * `state`, a chat's record (domain/chat/record.ts), null until it is begun.
   */
  conversations: {
    script_id: string
    id: string
    community_id: string
    profile_id: string | null
    revision: number
    status: string
    token_hash: string
    code_hash: string | null
    metadata: string
    answers: string
    actions: string
    state: string | null
    is_answered: boolean
    made_at: Instant
    started_at: MaybeInstant
    updated_at: MaybeInstant
    synced_at: MaybeInstant
    finished_at: MaybeInstant
    /** When it has gone stale for a delivery that waits for that. */
    stale_at: MaybeInstant
  }
}
