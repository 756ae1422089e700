// The tables of files that respondents answered with, as queries see them. The files themselves are in the storage (files/places.ts).
import type { ColumnType, Generated } from "kysely"

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

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
