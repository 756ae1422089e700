// Endpoints to change a script's status [S2], and to delete a script in two steps [S10].
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { hasErrors, scriptFindings } from "../../../domain/check/script-rules.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import { getStatusConsent, listSelectableStatuses, type Status, StatusFromCode, updateStatusDates } from "../../../domain/script/status.ts"
import { lastPublishedRevision } from "../../../domain/statistics/published-revision.ts"
import * as contract from "../../contract/script-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { forbidden, HttpError, notFound, validationFailed } from "../http/http-error.ts"
import { createOneTimeToken, spendOneTimeToken } from "../security/one-time-tokens.ts"
import { eraseScript } from "./script-erasure.ts"
import { buildRemovalColumns, findScriptRow, getRevision, listedScriptFromRow, lockScriptRow } from "./script-repository.ts"

const changeStatus = communityEndpoint(
  contract.changeStatus,
  "scripts.change-status",
  ({ database, now }, { user, community, params: { id }, payload }) =>
    database.transact(async (trx) => {
      const row = await lockScriptRow(trx, { community: community.uuid, id })
      if (row === undefined) throw notFound()
      const { status } = listedScriptFromRow(row)
      // [S1] [S2] `deleted` is only reached through the delete endpoint, which needs a token.
      if (!listSelectableStatuses(status).includes(payload.state)) throw validationFailed({ field: "state", message: "ERROR.STATUS_STEP" })
      // [S9] A script with errors cannot go live.
      if (payload.state === "live") {
        const findings = scriptFindings(await getRevision(trx, row))
        if (hasErrors(findings)) throw new HttpError(422, { message: "The script has errors: it cannot go live.", findings })
      }
      const auditTarget = `script ${row.id}: ${status} to ${payload.state}`
      await recordAuditEvent(trx, { community: community.uuid, user, action: "script.status", thing: auditTarget }, now())
      return updateStatus(trx, row, payload.state, now())
    }),
  { creates: true },
)

const updateStatus = async (trx: Transaction<Tables>, row: ScriptRow, to: Status, now: Date): Promise<ListedScript> => {
  const before = listedScriptFromRow(row)
  const { liveDate, closedDate } = updateStatusDates(before, to, now.toISOString())
  const columns = {
    status: Schema.encodeSync(StatusFromCode)(to),
    live_revision: lastPublishedRevision({ status: before.status, revision: row.revision, lastLive: row.live_revision }),
    live_date: liveDate === null ? null : new Date(liveDate),
    closed_date: closedDate === null ? null : new Date(closedDate),
    ...buildRemovalColumns({ ...before, status: to, closedDate }),
    // [R4] An earlier warning was about dates that no longer apply.
    warned_at: null,
    updated_at: now,
  }
  await trx.updateTable("scripts").set(columns).where("community_id", "=", row.community_id).where("id", "=", row.id).execute()
  return listedScriptFromRow({ ...row, ...columns })
}

/** [S10] Deleting archives a script; deleting it from the archive erases it. A token is valid for one of the two. */
const getDeletionPurpose = (status: Status) => (getStatusConsent(status, "deleted") === undefined ? "erase script" : "archive script")

const buildTokenTarget = (community: string, id: string): string => `${community}/${id.toLowerCase()}`

const deleteToken = communityEndpoint(
  contract.getScriptDeletionToken,
  "scripts.delete",
  async ({ database: { db }, now }, { user, community, params: { id } }) => {
    const row = await findScriptRow(db, { community: community.uuid, id })
    if (row === undefined) throw notFound()
    const scope = {
      purpose: getDeletionPurpose(listedScriptFromRow(row).status),
      user: user.uuid,
      thing: buildTokenTarget(community.uuid, id),
    }
    return { deleteToken: await createOneTimeToken(db, scope, now()) }
  },
  { changes: true },
)

const deleteScript = communityEndpoint(
  contract.deleteScript,
  "scripts.delete",
  ({ database, now }, { user, community, params: { id }, payload: { csrf } }) =>
    database.transact(async (trx) => {
      const row = await lockScriptRow(trx, { community: community.uuid, id })
      if (row === undefined) throw notFound()
      const purpose = getDeletionPurpose(listedScriptFromRow(row).status)
      const isValidToken = await spendOneTimeToken(
        trx,
        csrf,
        { purpose, user: user.uuid, thing: buildTokenTarget(community.uuid, id) },
        now(),
      )
      if (!isValidToken) throw forbidden("This delete token is wrong or spent.")
      const action = purpose === "archive script" ? "script.archive" : "script.erase"
      await recordAuditEvent(trx, { community: community.uuid, user, action, thing: `script ${row.id}` }, now())
      if (purpose === "archive script") return updateStatus(trx, row, "deleted", now())
      await eraseScript(trx, { community: community.uuid, id: row.id }, now())
      return listedScriptFromRow(row)
    }),
)

export const statusEndpoints: ReadonlyArray<EndpointHandler> = [changeStatus, deleteToken, deleteScript]
