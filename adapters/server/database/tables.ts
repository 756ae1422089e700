// The tables as queries see them. Keys are made by the program (uuid v7); `…_key` columns hold the form in which a text is compared.
import type { ColumnType, Generated, Selectable } from "kysely"

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

export type Tables = CoreTables &
  PeopleTables &
  ScriptLifeTables &
  ConversationTables &
  FileTables &
  ConnectionTables &
  DeliveryTables &
  StatisticsTables

type CoreTables = {
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

// The tables of what a community sets up besides its chats, as queries see them.

export type ConnectionTables = {
  /** `content` is a style's payload, as JSON text; who saved it is not known of those that were saved before that was kept. */
  styles: {
    community_id: string
    content: string
    saved_at: Instant
    saved_by: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** `content` is a side menu, as JSON text. */
  side_menus: { community_id: string; content: string; saved_at: Instant }
  /** `sealed` is the option's value, as JSON text in the vault. */
  options: { community_id: string; key: string; sealed: string; saved_at: Instant }
  /**
   * `sealed` is the connection as its form sent it, `tokens` what its owner gave access with; both as JSON text in the vault.
   * `renewing_until`: some process is having them renewed, until then. `refusal`: why the owner's server gave none when it was asked last.
   */
  connections: {
    id: string
    community_id: string
    sealed: string
    tokens: string | null
    made_at: Instant
    renewing_until: MaybeInstant
    refusal: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** `fields` are a script's data points, as JSON text. */
  data_points: { script_id: string; fields: string; saved_at: Instant }
}

// The tables of respondents and what they gave, as queries see them. No address and no browser of theirs is kept.

export type ConversationTables = {
  /** How often something was asked for in a minute, by the keyed hash of the day of who asked (security/rate-limit.ts). */
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
   * `state`, a chat's record (domain/chat/conversation-record.ts), null until it is begun.
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

// The tables of what is delivered to addresses outside, as queries see them.

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

// The tables of files that respondents answered with, as queries see them. The files themselves are in the storage (answer-files/answer-file-repository.ts).

export type FileTables = {
  /** A row is there before its file is, and counts from `kept_at` on. `is_given`: the question was answered with it. */
  answer_files: {
    script_id: string
    id: string
    community_id: string
    conversation_id: string
    /** The instruction that it answers. */
    instruction: string
    name: string
    bytes: number
    made_at: Instant
    kept_at: MaybeInstant
    is_given: Generated<boolean>
  }
  /** The zip of a script's files up to `newest`, in `parts`: asked for, and ready since `ready_at`. */
  archives: {
    script_id: string
    id: string
    community_id: string
    newest: string
    parts: number
    asked_at: Instant
    ready_at: MaybeInstant
  }
}

// The tables of accounts beyond names and passwords, and of the audit log, as queries see them.

export type PeopleTables = {
  /** A secret counts once `enabled_at` is set; it is sealed (server-secret.ts). `last_step`: the newest time step a code was given for. */
  totp_secrets: { user_id: string; sealed: string; made_at: Instant; enabled_at: MaybeInstant; last_step: number }
  /** Only keyed hashes of the codes are kept. */
  backup_codes: { user_id: string; hash: string; used_at: MaybeInstant }
  /** Only hashes of the tokens are kept. */
  password_resets: { hash: string; user_id: string; expires_at: Instant; used_at: MaybeInstant }
  /** Append-only. `who` is the username as it was, so that it outlives the user. */
  audit: { id: string; community_id: string | null; user_id: string | null; who: string | null; deed: string; thing: string; at: Instant }
}

// The tables of what goes on around a script, as queries see them.

export type ScriptLifeTables = {
  /** The short name under which everybody can open a chat. */
  chat_slugs: { script_id: string; slug: string; slug_key: string }
  /** Work to be done. `leased_until`: some process is at it, until then; `key` makes a job once only; one of a script goes with it. */
  jobs: {
    id: string
    kind: string
    key: string | null
    payload: string
    script_id: string | null
    due_at: Instant
    attempt: number
    leased_until: MaybeInstant
    done_at: MaybeInstant
    failed_at: MaybeInstant
    problem: string | null
  }
  /**
   * Answers of creating calls, by the key that the caller gave. `request` is a keyed hash of what was asked; `answer` is sealed, null while
   * the call is being made; `thing` is what it made or changed, with whose erasing the answer goes.
   */
  idempotency: { key: string; user_id: string; request: string; answer: string | null; thing: string | null; made_at: Instant }
}

// The table of what is counted for the live statistics, as queries see it.

export type StatisticsTables = {
  /**
   * How often something was answered on a day (`YYYY-MM-DD`, UTC), by the key of domain/statistics/answer-counts.ts; `instruction` is empty for
   * conversations that were begun and finished. Rows are split into shards, so that respondents at the same time do not wait for one another.
   */
  statistics: { script_id: string; instruction: string; key: string; day: string; shard: number; count: number; sum: number }
}
