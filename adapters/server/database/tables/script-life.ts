// The tables of what goes on around a script, as queries see them.
import type { ColumnType } from "kysely"

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

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
