// Runs the pending migrations, under a lock shared by all processes that are starting.

import { type Kysely, sql } from "kysely"
import { Migrator } from "kysely/migration"
import { StartupError } from "../settings.ts"
import { first } from "./migrations/0001-first.ts"
import { people } from "./migrations/0002-people.ts"
import { scriptLife } from "./migrations/0003-script-life.ts"
import { conversations } from "./migrations/0004-conversations.ts"
import { files } from "./migrations/0006-files.ts"
import { connections } from "./migrations/0007-connections.ts"
import { deliveries } from "./migrations/0008-deliveries.ts"
import { statistics } from "./migrations/0009-statistics.ts"
import { renewals } from "./migrations/0010-renewals.ts"
import { respondents } from "./migrations/0011-respondents.ts"
import { connectors } from "./migrations/0012-connectors.ts"
import { lookups } from "./migrations/0013-lookups.ts"
import { refusals } from "./migrations/0014-refusals.ts"
import { styleAuthors } from "./migrations/0015-style-authors.ts"
import { skippedAll } from "./migrations/0016-skipped.ts"
import { liveRevisions } from "./migrations/0017-live-revisions.ts"
import { closedRevisions } from "./migrations/0018-closed-revisions.ts"
import { memberOrder } from "./migrations/0019-member-order.ts"
import { confirmedStates } from "./migrations/0020-confirmed-states.ts"
import { restrictedProfiles } from "./migrations/0021-restricted-profiles.ts"
import { deliveryAddresses } from "./migrations/0022-delivery-addresses.ts"
import { countedDays } from "./migrations/0023-counted-days.ts"
import { anonymousConversations } from "./migrations/0024-anonymous-conversations.ts"
import { glossaryColumns } from "./migrations/0025-glossary-columns.ts"
import { chosenRemovalDates } from "./migrations/0026-chosen-removal-dates.ts"
import { conversationScores } from "./migrations/0027-conversation-scores.ts"
import type { Migration } from "./migrations/migration.ts"
import type { Tables } from "./tables.ts"

const migrations: ReadonlyArray<Migration> = [
  first,
  people,
  scriptLife,
  conversations,
  files,
  connections,
  deliveries,
  statistics,
  renewals,
  respondents,
  connectors,
  lookups,
  refusals,
  styleAuthors,
  skippedAll,
  liveRevisions,
  closedRevisions,
  memberOrder,
  confirmedStates,
  restrictedProfiles,
  deliveryAddresses,
  countedDays,
  anonymousConversations,
  glossaryColumns,
  chosenRemovalDates,
  conversationScores,
]

/**
 * Runs the pending migrations in one transaction, or only those in `only`. Rejects a database written by a newer
 * version or left half-migrated.
 */
export const migrate = async (db: Kysely<Tables>, only?: ReadonlyArray<string>): Promise<void> => {
  const newer = only?.find((name) => !migrations.some((step) => step.name === name))
  if (newer !== undefined)
    throw new StartupError(`the backup was made by a newer version (it has ${newer}); use that version, or a newer one`)
  const requested = only === undefined ? migrations : migrations.filter(({ name }) => only.includes(name))
  // Inside a transaction, it joins that.
  await (db.isTransaction ? runMigrations(db, requested) : db.transaction().execute((trx) => runMigrations(trx, requested)))
}

const runMigrations = async (trx: Kysely<Tables>, requested: ReadonlyArray<Migration>): Promise<void> => {
  await lockMigrations(trx)
  const migrator = new Migrator({
    db: trx,
    migrationTableName: "migrations",
    migrationLockTableName: "migrations_lock",
    provider: { getMigrations: async () => Object.fromEntries(requested.map(({ name, up }) => [name, { up }])) },
  })
  await sql`create table if not exists migrations (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx)
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(trx)
  const unknown = rows.find(({ name }) => !migrations.some((step) => step.name === name))
  if (unknown)
    throw new StartupError(`the database was written by a newer version (it has ${unknown.name}); start that version, or a newer one`)
  const pending = requested.filter(({ name }) => !rows.some((row) => row.name === name))
  await rejectHalfMigrated(trx, pending)
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

/** Waits until no other process migrates. The lock is a row lock, so it ends with the transaction, however that ends. */
const lockMigrations = async (db: Kysely<Tables>): Promise<void> => {
  await sql`create table if not exists migrations_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(db)
  await sql`insert into migrations_lock (id) values ('migration_lock') on conflict do nothing`.execute(db)
  await sql`select id from migrations_lock for update`.execute(db)
}

const rejectHalfMigrated = async (db: Kysely<Tables>, pending: ReadonlyArray<Migration>): Promise<void> => {
  const { rows } = await sql<{ kind: string; name: string }>`
    select 'table' as kind, table_name as name from information_schema.tables where table_schema = current_schema()
    union all select 'column', table_name || '.' || column_name from information_schema.columns where table_schema = current_schema()
    union all select 'index', indexname from pg_indexes where schemaname = current_schema()`.execute(db)
  const existing = new Map(rows.map(({ kind, name }) => [name, `${kind} ${name}`]))
  for (const { name, creates } of pending) {
    const [leftover] = creates.flatMap((it) => existing.get(it) ?? [])
    if (leftover !== undefined)
      throw new StartupError(`migration ${name} is half-done: ${leftover} is there already; restore a backup or use an empty database`)
  }
}
