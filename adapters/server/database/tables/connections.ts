// The tables of what a community sets up besides its chats, as queries see them.
import type { ColumnType } from "kysely"

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

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
