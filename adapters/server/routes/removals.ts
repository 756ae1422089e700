// The lists of chats that are up for removal, and editing one (adapters/contract/removals.ts; decisions R1–R5).
import { removedStatus } from "../../../domain/removal/removal.ts"
import { removalViolations } from "../../../domain/removal/removal-form.ts"
import { rowActions } from "../../../domain/script/overview.ts"
import type { RemovalRow } from "../../contract/removals.ts"
import * as contract from "../../contract/removals.ts"
import { note } from "../audit/audit.ts"
import type { Db } from "../database/database.ts"
import { paged } from "../database/paged.ts"
import type { ScriptRow } from "../database/tables.ts"
import { aboutScript, type Call, inCommunityById, signedIn } from "../http/call.ts"
import { missing, violated } from "../http/trouble.ts"
import { codeOf, listedOf, lockRow } from "../scripts/listed.ts"
import { removalColumns } from "../scripts/removal.ts"

type Named = ScriptRow & { readonly community_name: string; readonly community_slug: string }

const rowOf = (row: Named): RemovalRow => ({ ...listedOf(row), communityName: row.community_name, communitySlug: row.community_slug })

/** [R3] */
const upForRemoval = (db: Db) =>
  db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .selectAll("scripts")
    .select(["communities.name as community_name", "communities.slug as community_slug"])
    .where("scripts.status", "=", codeOf(removedStatus))
    .where("scripts.removal_procedure", "=", true)
    .orderBy("scripts.deleted_date")
    .orderBy("scripts.id")

const list = inCommunityById(contract.listRemovals, "community.removals", async ({ database: { db } }, { community, payload }) => ({
  items: (await paged(upForRemoval(db).where("scripts.community_id", "=", community.uuid), payload).execute()).map(rowOf),
}))

const listAll = signedIn(contract.listAllRemovals, "removals.manage", async ({ database: { db } }, { payload }) => ({
  items: (await paged(upForRemoval(db), payload).execute()).map(rowOf),
}))

const edit = aboutScript(contract.editRemoval, "community.removals", ({ database, now }, { user, community, params: { id }, payload }) =>
  database.transact(async (change) => {
    const row = await lockRow(change, { community: community.uuid, id })
    if (row === undefined) throw missing()
    if (!rowActions(listedOf(row).status).includes("removal-procedure"))
      throw violated({ field: "removalProcedure", message: "ERROR.REMOVAL_DELETED" })
    const violations = removalViolations(payload, now().toISOString().slice(0, 10))
    if (violations.length > 0) throw violated(...violations)
    const columns = { ...removalColumns({ ...listedOf(row), ...payload }), warned_at: null }
    await change.updateTable("scripts").set(columns).where("community_id", "=", community.uuid).where("id", "=", row.id).execute()
    await note(change, { community: community.uuid, user, deed: "script.removal-edit", thing: `script ${row.id}` }, now())
    return rowOf({ ...row, ...columns, community_name: community.name, community_slug: community.slug })
  }),
)

export const removalCalls: ReadonlyArray<Call> = [list, listAll, edit]
