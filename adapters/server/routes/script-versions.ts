// The versions of a script: every save is kept, can be looked at, and can be saved again (adapters/contract/scripts.ts; reliability I1, I2).
import { sql } from "kysely"
import * as contract from "../../contract/scripts.ts"
import { paged } from "../database/paged.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { missing } from "../http/trouble.ts"
import { authoredAt, findRow } from "../scripts/listed.ts"
import { save } from "./script-save.ts"

const list = inCommunity(contract.listVersions, "scripts.read", async ({ database: { db } }, { community, params: { id }, payload }) => {
  if ((await findRow(db, { community: community.uuid, id })) === undefined) throw missing()
  const all = db.selectFrom("script_versions").where("script_id", "=", id)
  const rows = await paged(
    all
      .leftJoin("users", "users.id", "script_versions.saved_by")
      .select(["script_versions.revision", "script_versions.saved_at as savedAt", "users.username as savedBy"])
      // Read where they are: a page of long scripts would be more than the server has room for.
      .select([
        sql<string>`script_versions.authored::json ->> 'name'`.as("name"),
        sql<number>`json_array_length(script_versions.authored::json -> 'instructions')`.as("instructions"),
      ])
      .orderBy("script_versions.revision", "desc"),
    { limit: 50, ...payload },
  ).execute()
  const { total } = await all.select((its) => its.fn.countAll().as("total")).executeTakeFirstOrThrow()
  return { items: rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() })), total: Number(total) }
})

/** A revision as a path has it; null for what is none. */
const revisionOf = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

const read = inCommunity(contract.readVersion, "scripts.read", async ({ database: { db } }, { community, params: { id, revision } }) => {
  const row = await findRow(db, { community: community.uuid, id })
  const wished = revisionOf(revision)
  if (row === undefined || wished === null || wished > row.revision) throw missing()
  return authoredAt(db, { id: row.id, revision: wished })
})

const restore = inCommunity(
  contract.restoreVersion,
  "scripts.save",
  async (house, { user, community, params: { id, revision } }) => {
    const which = { community: community.uuid, id }
    const row = await findRow(house.database.db, which)
    const wished = revisionOf(revision)
    if (row === undefined || wished === null || wished > row.revision) throw missing()
    const then = await authoredAt(house.database.db, { id: row.id, revision: wished })
    return save(house, which, { user, deed: "script.restore", allowChanges: false, next: () => then })
  },
  { creates: true },
)

export const versionCalls: ReadonlyArray<Call> = [list, read, restore]
