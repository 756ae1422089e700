// The tables as queries see them. Keys are made by the program (uuid v7); `…_key` columns hold the form in which a text is compared.
import type { ColumnType, Selectable } from "kysely"
import type { ConnectionTables } from "./tables/connections.ts"
import type { ConversationTables } from "./tables/conversations.ts"
import type { DeliveryTables } from "./tables/deliveries.ts"
import type { FileTables } from "./tables/files.ts"
import type { PeopleTables } from "./tables/people.ts"
import type { ScriptLifeTables } from "./tables/script-life.ts"
import type { StatisticsTables } from "./tables/statistics.ts"

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

export type Tables = FirstTables &
  PeopleTables &
  ScriptLifeTables &
  ConversationTables &
  FileTables &
  ConnectionTables &
  DeliveryTables &
  StatisticsTables

type FirstTables = {
  communities: { id: string; name: string; slug: string; made_at: Instant }
  users: {
    id: string
    username: string
    username_key: string
    email: string
    email_key: string
    /** Argon2id in PHC form. */
    password: string
    is_admin: boolean
    made_at: Instant
  }
  memberships: { id: string; user_id: string; community_id: string; role: string }
  /** Only a hash of a session's id is kept. */
  sessions: { hash: string; user_id: string; two_factor_complete: boolean; made_at: Instant; seen_at: Instant }
  /** Instants (ms, a JSON list) of the failures counted against a name or an address, under its keyed hash. */
  failures: { key: string; instants: string; last_at: Instant }
  one_time_tokens: { hash: string; purpose: string; user_id: string; thing: string; expires_at: Instant; used_at: MaybeInstant }
  scripts: {
    id: string
    community_id: string
    name: string
    public_name: string
    language: string
    /** 1 to 4. */
    status: number
    revision: number
    /** That which was live last, while it is not. */
    live_revision: number | null
    is_deletion_approved: boolean
    removal_procedure: boolean
    live_date: MaybeInstant
    closed_date: MaybeInstant
    deleted_warning_date: MaybeInstant
    deleted_date: MaybeInstant
    removal_warning_date: MaybeInstant
    transport: string | null
    /** When the community's administrators were told of the removal. */
    warned_at: MaybeInstant
    updated_at: Instant
  }
  /** Every save of a script: what was authored, as JSON text. */
  script_versions: { script_id: string; revision: number; authored: string; saved_by: string | null; saved_at: Instant }
}

export type ScriptRow = Selectable<Tables["scripts"]>
