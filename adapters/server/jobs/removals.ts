// Warnings of removals, and the removals themselves (decisions R4).
import type { Transaction } from "kysely"
import { dueOn, removalAfterWarning, removedStatus } from "../../../domain/removal/removal.ts"
import { note } from "../audit/audit.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import type { House } from "../house.ts"
import { letter } from "../mail/letter.ts"
import { eraseChat } from "../scripts/erase.ts"
import { codeOf, listedOf, lockRow } from "../scripts/listed.ts"

type Desk = Pick<House, "database" | "now" | "mail">

/** Does what is due today, and what was missed. One that cannot be done holds up no other. */
export const removeDue = async (desk: Desk): Promise<void> => {
  const { database, now } = desk
  const rows = await database.db
    .selectFrom("scripts")
    .select(["id", "community_id"])
    .where("status", "=", codeOf(removedStatus))
    .where("removal_procedure", "=", true)
    .where((its) => its.or([its("removal_warning_date", "<=", now()), its("deleted_date", "<=", now())]))
    .execute()
  const problems: Array<string> = []
  for (const { id, community_id: community } of rows)
    try {
      await database.transact(async (change) => {
        const row = await lockRow(change, { community, id })
        // Another process may have done it meanwhile, and somebody may have changed the dates.
        if (row !== undefined) await doDue(desk, change, row)
      })
    } catch (error) {
      problems.push(`script ${id}: ${String(error)}`)
    }
  if (problems.length > 0) throw new Error(problems.slice(0, 10).join("; "))
}

const doDue = async (desk: Desk, change: Transaction<Tables>, row: ScriptRow): Promise<void> => {
  const today = desk.now().toISOString().slice(0, 10)
  const due = dueOn(listedOf(row), { today, isWarned: row.warned_at !== null })
  if (due === "warning") await warn(desk, change, row, removalAfterWarning(listedOf(row), today) ?? today)
  if (due === "removal") await remove(desk, change, row)
}

const warn = async ({ now, mail }: Desk, change: Transaction<Tables>, row: ScriptRow, day: string): Promise<void> => {
  const warned = { warned_at: now(), deleted_date: new Date(day) }
  await change.updateTable("scripts").set(warned).where("id", "=", row.id).execute()
  const { name: community } = await change
    .selectFrom("communities")
    .select("name")
    .where("id", "=", row.community_id)
    .executeTakeFirstOrThrow()
  for (const person of await answerable(change, row.community_id))
    await mail(change, letter("removal", person, { name: row.name, community, day }))
}

/** [R4] The administrators of a community; of one that has none those of the platform, so that nothing goes untold. */
const answerable = async (change: Transaction<Tables>, community: string) => {
  const people = change.selectFrom("users").select(["users.username", "users.email"])
  const its = await people
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .where("memberships.community_id", "=", community)
    .where("memberships.role", "=", "ROLE_ADMIN")
    .execute()
  return its.length > 0 ? its : people.where("users.is_admin", "=", true).execute()
}

const remove = async ({ now }: Desk, change: Transaction<Tables>, { id, community_id: community }: ScriptRow): Promise<void> => {
  await eraseChat(change, id, now())
  const removed = { status: codeOf("deleted"), live_revision: null, is_deletion_approved: true, deleted_date: now(), updated_at: now() }
  await change.updateTable("scripts").set(removed).where("id", "=", id).execute()
  await note(change, { community, user: null, deed: "script.removed", thing: `script ${id}` }, now())
}
