// The shape of a database migration.

import type { Kysely } from "kysely"

/**
 * A migration. `creates` lists its tables, columns (`table.column`) and indexes, by which a half-done run is
 * recognized; empty if it only changes rows.
 */
export type Migration = {
  readonly name: string
  readonly creates: ReadonlyArray<string>
  readonly up: (db: Kysely<unknown>) => Promise<void>
}
