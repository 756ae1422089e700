// The endpoints that list and edit removals [R1] [R3].
import { removalViolations } from "../../../domain/privacy/removal-form.ts"
import { removableStatus } from "../../../domain/privacy/removal-procedure.ts"
import { getAllowedActions } from "../../../domain/script/script-list.ts"
import type { ListedRemoval } from "../../contract/script-contract.ts"
import * as contract from "../../contract/script-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { type Db, paginate } from "../database/database.ts"
import type { ScriptRow } from "../database/tables.ts"
import { communityByIdEndpoint, type EndpointHandler, scriptByIdEndpoint, userEndpoint } from "../http/endpoint-handler.ts"
import { notFound, validationFailed } from "../http/http-error.ts"
import { buildRemovalColumns, encodeStatus, listedScriptFromRow, lockScriptRow } from "./script-repository.ts"

type NamedScriptRow = ScriptRow & { readonly community_name: string; readonly community_slug: string }

const toListedRemoval = (row: NamedScriptRow): ListedRemoval => ({
  ...listedScriptFromRow(row),
  communityName: row.community_name,
  communitySlug: row.community_slug,
})

/** [R3] Query for scripts that are scheduled for removal. */
const selectRemovals = (db: Db) =>
  db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .selectAll("scripts")
    .select(["communities.name as community_name", "communities.slug as community_slug"])
    .where("scripts.status", "=", encodeStatus(removableStatus))
    .where("scripts.removal_procedure", "=", true)
    .orderBy("scripts.deleted_date")
    .orderBy("scripts.id")

const listRemovals = communityByIdEndpoint(
  contract.listRemovals,
  "community.removals",
  async ({ database: { db } }, { community, payload }) => ({
    items: (await paginate(selectRemovals(db).where("scripts.community_id", "=", community.uuid), payload).execute()).map(toListedRemoval),
  }),
)

const listAllRemovals = userEndpoint(contract.listAllRemovals, "removals.manage", async ({ database: { db } }, { payload }) => ({
  items: (await paginate(selectRemovals(db), payload).execute()).map(toListedRemoval),
}))

const editRemoval = scriptByIdEndpoint(
  contract.editRemoval,
  "community.removals",
  ({ database, now }, { user, community, params: { id }, payload }) =>
    database.transact(async (trx) => {
      const row = await lockScriptRow(trx, { community: community.uuid, id })
      if (row === undefined) throw notFound()
      if (!getAllowedActions(listedScriptFromRow(row).status).includes("removal-procedure"))
        throw validationFailed({ field: "removalProcedure", message: "ERROR.REMOVAL_DELETED" })
      const violations = removalViolations(payload, now().toISOString().slice(0, 10))
      if (violations.length > 0) throw validationFailed(...violations)
      const removal = buildRemovalColumns({ ...listedScriptFromRow(row), ...payload })
      const columns = {
        ...removal,
        chosen_warning_date: payload.removalWarningDate === null ? null : removal.removal_warning_date,
        chosen_deleted_date: payload.deletedDate === null ? null : removal.deleted_date,
        warned_at: null,
      }
      await trx.updateTable("scripts").set(columns).where("community_id", "=", community.uuid).where("id", "=", row.id).execute()
      await recordAuditEvent(trx, { community: community.uuid, user, action: "script.removal-edit", target: `script ${row.id}` }, now())
      return toListedRemoval({ ...row, ...columns, community_name: community.name, community_slug: community.slug })
    }),
)

export const removalEndpoints: ReadonlyArray<EndpointHandler> = [listRemovals, listAllRemovals, editRemoval]
