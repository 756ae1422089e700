// The tables of accounts beyond names and passwords, and of the audit log, as queries see them.
import type { ColumnType } from "kysely"

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

export type PeopleTables = {
  /** A secret counts once `enabled_at` is set; it is sealed (vault.ts). `last_step`: the newest time step a code was given for. */
  totp_secrets: { user_id: string; sealed: string; made_at: Instant; enabled_at: MaybeInstant; last_step: number }
  /** Only keyed hashes of the codes are kept. */
  backup_codes: { user_id: string; hash: string; used_at: MaybeInstant }
  /** Only hashes of the tokens are kept. */
  password_resets: { hash: string; user_id: string; expires_at: Instant; used_at: MaybeInstant }
  /** Append-only. `who` is the username as it was, so that it outlives the user. */
  audit: { id: string; community_id: string | null; user_id: string | null; who: string | null; deed: string; thing: string; at: Instant }
}
