// Kysely types of all tables. Ids are uuid v7 from the program; `…_key` columns hold the normalized form for comparison.
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
  /** Only a hash of a session's id is stored. */
  sessions: { hash: string; user_id: string; two_factor_complete: boolean; made_at: Instant; seen_at: Instant }
  /** Times of failed attempts (JSON list of milliseconds), under a keyed hash of the account or address. */
  failures: { key: string; instants: string; last_at: Instant }
  one_time_tokens: {
    hash: string
    purpose: string
    user_id: string
    target: string
    /** What the user was shown and confirms [U4]; empty if that is nothing but the purpose. */
    state: Generated<string>
    expires_at: Instant
    used_at: MaybeInstant
  }
  scripts: {
    id: string
    community_id: string
    name: string
    public_name: string
    language: string
    /** [S1] 1 to 4. */
    status: number
    revision: number
    /** The last published revision of a script that is not live. */
    live_revision: number | null
    is_deletion_approved: boolean
    removal_procedure: boolean
    live_date: MaybeInstant
    closed_date: MaybeInstant
    deleted_warning_date: MaybeInstant
    deleted_date: MaybeInstant
    removal_warning_date: MaybeInstant
    /** [R5] The dates that an administrator chose, which every change of status keeps; null: the default ones. */
    chosen_warning_date: MaybeInstant
    chosen_deleted_date: MaybeInstant
    transport: string | null
    /** [R4] When the community's administrators were warned of the removal. */
    warned_at: MaybeInstant
    updated_at: Instant
  }
  /** Every saved revision of a script; `authored` is JSON text. */
  script_versions: { script_id: string; revision: number; authored: string; saved_by: string | null; saved_at: Instant }
}

export type ScriptRow = Selectable<Tables["scripts"]>

/** Tables of a community's styling, options and connections. */
export type ConnectionTables = {
  /** `content` is a style's payload as JSON text. `saved_by` is null for styles saved before that column existed. */
  styles: {
    community_id: string
    content: string
    saved_at: Instant
    saved_by: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** `content` is a side menu as JSON text. */
  side_menus: { community_id: string; content: string; saved_at: Instant }
  /** `sealed` is the option's value as encrypted JSON text. */
  options: { community_id: string; key: string; sealed: string; saved_at: Instant }
  /**
   * `sealed` is the connection as its form sent it, `tokens` its OAuth tokens; both are encrypted JSON text.
   * `renewing_until`: a process is renewing the tokens until then. `refusal`: why the token endpoint last gave no
   * access.
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
  /** `fields` are a script's data points as JSON text. */
  data_points: { script_id: string; fields: string; saved_at: Instant }
}

/** Tables of respondents and their conversations. No IP address and no browser of a respondent is stored. */
export type ConversationTables = {
  /**
   * Requests per minute, under a keyed hash of the address or conversation that changes daily, and what a chat took in a day
   * (security/respondent-rate-limit.ts).
   */
  crowd: { key: string; minute: Instant; count: number }
  /** People for whom personal links were created. */
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
   * Conversations, pinned to the revision they were created with. `status`: pending, finished or expired. Only hashes
   * of token and code are stored. `metadata`, `answers`, `actions` and `scores` are JSON text; so is `state`, the record
   * (domain/chat/conversation-record.ts) without the metadata, which is null until the conversation starts.
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
    scores: Generated<string>
    state: string | null
    is_answered: boolean
    /** Whether a respondent began it without a link of their own. */
    is_anonymous: boolean
    made_at: Instant
    started_at: MaybeInstant
    updated_at: MaybeInstant
    synced_at: MaybeInstant
    finished_at: MaybeInstant
    /** When the next delivery with a stale-conversation trigger is due. */
    stale_at: MaybeInstant
  }
}

/** Tables of deliveries to other servers. */
export type DeliveryTables = {
  /**
   * `reason`: reached, stale, test or asked (an action that a conversation waited for); `state`: due, delivered or
   * failed. `body` is JSON text that is the same for every attempt. `conversation_id` is null for a fake conversation.
   */
  deliveries: {
    script_id: string
    id: string
    community_id: string
    conversation_id: string | null
    /** Uuid of the instruction that caused the delivery. */
    instruction: string
    reason: string
    /** The URL it is sent to; empty if its connection has none. */
    endpoint: string
    /** The connection it is sent through; null for a plain endpoint. */
    connection_id: ColumnType<string | null, string | null | undefined, never>
    body: string
    state: string
    made_at: Instant
    ended_at: MaybeInstant
  }
  /** One attempt's result: a status with the beginning of the response, or a problem. */
  delivery_attempts: {
    script_id: string
    id: string
    delivery_id: string
    at: Instant
    milliseconds: number
    status: number | null
    problem: string | null
    response: string | null
  }
}

/** Tables of respondents' files. The files themselves are in the file storage (answer-files/answer-file-repository.ts). */
export type FileTables = {
  /**
   * A row is inserted before its file is stored, and is valid from `kept_at` on. `is_given`: the question was answered
   * with the file.
   */
  answer_files: {
    script_id: string
    id: string
    community_id: string
    conversation_id: string
    /** Uuid of the question that the file answers. */
    instruction: string
    name: string
    bytes: number
    made_at: Instant
    kept_at: MaybeInstant
    is_given: Generated<boolean>
  }
  /** The zip of a script's files up to the file `newest`, in `parts`; requested at `asked_at`, available since `ready_at`. */
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

/** Tables of two-factor authentication, password resets and the audit log. */
export type PeopleTables = {
  /**
   * The encrypted secret (server-secret.ts) is valid once `enabled_at` is set. `last_step`: the newest time step whose
   * code was used.
   */
  totp_secrets: { user_id: string; sealed: string; made_at: Instant; enabled_at: MaybeInstant; last_step: number }
  /** Only keyed hashes of the codes are stored. */
  backup_codes: { user_id: string; hash: string; used_at: MaybeInstant }
  /** Only hashes of the tokens are stored. */
  password_resets: { hash: string; user_id: string; expires_at: Instant; used_at: MaybeInstant }
  /** Append-only. `actor` is the username at that time, so that it outlives the user. */
  audit: {
    id: string
    community_id: string | null
    user_id: string | null
    actor: string | null
    action: string
    target: string
    at: Instant
  }
}

/** Tables of chat slugs, jobs and idempotent requests. */
export type ScriptLifeTables = {
  /** The short name in the public address of a chat. */
  chat_slugs: { script_id: string; slug: string; slug_key: string }
  /**
   * Jobs. `leased_until`: a process is running it until then. `key` makes a job unique. A job about a script is deleted
   * with it.
   */
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
   * Responses to idempotent requests, by the caller's key. `request` is a keyed hash of the request; `response` is the
   * encrypted response, null while the request runs; `target` is what was created or changed, with which the row is
   * erased.
   */
  idempotency: { key: string; user_id: string; request: string; response: string | null; target: string | null; made_at: Instant }
}

/** Table of the live statistics. */
export type StatisticsTables = {
  /**
   * Counts per day (`YYYY-MM-DD`, UTC) and key of domain/statistics/answer-counts.ts; `instruction` is empty for the
   * counts of started and finished conversations. Rows are split into shards, so that simultaneous respondents do not
   * wait for each other's row locks.
   */
  statistics: { script_id: string; instruction: string; key: string; day: string; shard: number; count: number; sum: number }
}
