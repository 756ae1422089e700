// Warnings of removals, and the removals themselves (decisions R4).
import { dueOn, removedStatus } from "../../../domain/removal/removal.ts"
import { note } from "../audit/audit.ts"
import type { ScriptRow } from "../database/tables.ts"
import type { House } from "../house.ts"
import { letter } from "../mail/letter.ts"
import { eraseChat } from "../scripts/erase.ts"
import { codeOf, listedOf, lockRow } from "../scripts/listed.ts"

/** Does what is due today, and what was missed. One that cannot be done holds up no other. */
export const removeDue = async (house: House): Promise<void> => {
  const { database, now } = house
  const rows = await database.db
    .selectFrom("scripts")
    .selectAll()
    .where("status", "=", codeOf(removedStatus))
    .where("removal_procedure", "=", true)
    .where((its) => its.or([its("removal_warning_date", "<=", now()), its("deleted_date", "<=", now())]))
    .execute()
  const problems: Array<string> = []
  for (const row of rows) {
    const due = dueOn(listedOf(row), { today: now().toISOString().slice(0, 10), isWarned: row.warned_at !== null })
    try {
      if (due === "warning") await warn(house, row)
      if (due === "removal") await remove(house, row)
    } catch (error) {
      problems.push(`script ${row.id}: ${String(error)}`)
    }
  }
  if (problems.length > 0) throw new Error(problems.slice(0, 10).join("; "))
}

const warn = ({ database, now, mail }: House, row: ScriptRow): Promise<void> =>
  database.transact(async (change) => {
    const { numUpdatedRows } = await change
      .updateTable("scripts")
      .set({ warned_at: now() })
      .where("id", "=", row.id)
      .where("warned_at", "is", null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) return
    const people = await change
      .selectFrom("memberships")
      .innerJoin("users", "users.id", "memberships.user_id")
      .innerJoin("communities", "communities.id", "memberships.community_id")
      .select(["users.username", "users.email", "communities.name as community"])
      .where("memberships.community_id", "=", row.community_id)
      .where("memberships.role", "=", "ROLE_ADMIN")
      .execute()
    const day = row.deleted_date?.toISOString().slice(0, 10) ?? ""
    for (const { community, ...person } of people) await mail(change, letter("removal", person, { name: row.name, community, day }))
  })

const remove = ({ database, now }: House, { id, community_id: community }: ScriptRow): Promise<void> =>
  database.transact(async (change) => {
    const row = await lockRow(change, { community, id })
    // Somebody may have changed the dates meanwhile.
    if (row === undefined || dueOn(listedOf(row), { today: now().toISOString().slice(0, 10), isWarned: true }) !== "removal") return
    await eraseChat(change, id, now())
    await change
      .updateTable("scripts")
      .set({ status: 4, is_deletion_approved: true, deleted_date: now(), updated_at: now() })
      .where("id", "=", id)
      .execute()
    await note(change, { community, user: null, deed: "script.removed", thing: `script ${id}` }, now())
  })
