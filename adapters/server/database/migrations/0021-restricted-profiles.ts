// A profile can only be deleted after its conversations, so that an erasure never leaves one of them behind [P4].
import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

// The new constraint has a name of its own: some distributed engines cannot reuse a name in one transaction.
const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const name of ["conversations_profile_id_fkey", "conversations_profile_fkey"])
    await sql`alter table conversations drop constraint if exists ${sql.ref(name)}`.execute(db)
  await sql`
    alter table conversations add constraint conversations_profile_fkey
      foreign key (profile_id) references profiles (id) on delete restrict`.execute(db)
}

/** Only replaces a constraint. */
export const restrictedProfiles = { name: "0021-restricted-profiles", creates: [], up } as const satisfies Migration
