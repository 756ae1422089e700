// The removal dates that an administrator chose, which a change of status keeps [R5].
import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table scripts add column chosen_warning_date timestamptz, add column chosen_deleted_date timestamptz`.execute(db)
  // Dates other than the default ones are an administrator's choice, or the warning postponed them, which also has to last.
  await sql`update scripts set chosen_warning_date = removal_warning_date, chosen_deleted_date = deleted_date
    where status = 3 and removal_procedure and closed_date is not null
      and deleted_date is distinct from
        (date_trunc('day', closed_date at time zone 'UTC') + interval '6 months') at time zone 'UTC'`.execute(db)
}

export const chosenRemovalDates = {
  name: "0026-chosen-removal-dates",
  creates: ["scripts.chosen_warning_date", "scripts.chosen_deleted_date"],
  up,
} as const satisfies Migration
