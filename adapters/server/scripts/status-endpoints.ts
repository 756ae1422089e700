// Endpoints to change a script's status [S2], and to delete a script in two steps [S10].
import type { Transaction } from "kysely"
import { blocksGoingLive } from "../../../domain/check/blocking-rules.ts"
import { scriptFindings } from "../../../domain/check/script-rules.ts"
import { isWarningKept } from "../../../domain/privacy/removal-procedure.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import { type DeletionAction, getDeletionAction } from "../../../domain/script/script-list.ts"
import { lastPublishedRevision, listSelectableStatuses, type Status, updateStatusDates } from "../../../domain/script/status.ts"
import * as contract from "../../contract/script-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { HttpError, notFound, validationFailed } from "../http/http-error.ts"
import { createConfirmationToken, findUsedConfirmation, spendConfirmationToken } from "../security/confirmation-tokens.ts"
import { confirmedScriptChanged, countContents, countStatusChanges, lockScriptConversations, scriptChanged } from "./removal-consent.ts"
import { eraseScript } from "./script-erasure.ts"
import {
  buildRemovalColumns,
  countScriptBytes,
  encodeStatus,
  getChosenRemovalDates,
  getRevision,
  getScriptRow,
  listedScriptFromRow,
  lockScriptRow,
} from "./script-repository.ts"

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
        if (findings.some(blocksGoingLive)) throw new HttpError(422, { message: "The script has errors: it cannot go live.", findings })
      }
      const auditTarget = `script ${row.id}: ${status} to ${payload.state}`
      await recordAuditEvent(trx, { community: community.uuid, user, action: "script.status", target: auditTarget }, now())
      return updateStatus(trx, row, payload.state, now())
    }),
  { creates: true, countStoredBytes: ({ database: { db } }, { id = "" }) => countScriptBytes(db, id) },
)

const updateStatus = async (trx: Transaction<Tables>, row: ScriptRow, to: Status, now: Date): Promise<ListedScript> => {
  const before = listedScriptFromRow(row)
  // [R5] Only an administrator changes when data is removed: the chosen dates come back when the script is closed again.
  const chosen = getChosenRemovalDates(row)
  const { liveDate, closedDate } = updateStatusDates(before, to, now.toISOString())
  const columns = {
    status: encodeStatus(to),
    live_revision: lastPublishedRevision({ status: before.status, revision: row.revision, lastLive: row.live_revision }),
    live_date: liveDate === null ? null : new Date(liveDate),
    closed_date: closedDate === null ? null : new Date(closedDate),
    ...buildRemovalColumns({ ...before, status: to, closedDate, ...chosen }),
    // [R4] Otherwise, an earlier warning was about dates that no longer apply.
    warned_at: isWarningKept(chosen, now.toISOString()) ? row.warned_at : null,
    updated_at: now,
  }
  await trx.updateTable("scripts").set(columns).where("community_id", "=", row.community_id).where("id", "=", row.id).execute()
  return listedScriptFromRow({ ...row, ...columns })
}

type ScriptConfirmation = `${DeletionAction} script`
const scriptConfirmations: ReadonlyArray<ScriptConfirmation> = ["archive script", "erase script"]

const buildTokenTarget = (community: string, id: string): string => `${community}/${id.toLowerCase()}`

/** [S10] What a deletion does, and what its confirmation depends on: an erased script takes its contents with it. */
const readDeletion = async (db: Db, row: ScriptRow) => {
  const { status } = listedScriptFromRow(row)
  const contents = await countContents(db, [row.id])
  const shown = { status: encodeStatus(status) }
  return { action: getDeletionAction(status), contents, state: status === "deleted" ? { ...shown, ...contents } : shown }
}

const deleteToken = communityEndpoint(
  contract.getScriptDeletionToken,
  "scripts.delete",
  async ({ database: { db }, now }, { user, community, params: { id }, payload }) => {
    const statusChanges = await countStatusChanges(db, { community: community.uuid, id })
    const row = await getScriptRow(db, { community: community.uuid, id })
    const { action, contents, state } = await readDeletion(db, row)
    if (payload.action !== undefined && payload.action !== action)
      throw await scriptChanged(db, row, { current: state, since: null, now: now() })
    const confirmation = {
      action: `${action} script`,
      state: { ...state, statusChanges },
      user: user.uuid,
      target: buildTokenTarget(community.uuid, id),
    }
    return { deleteToken: await createConfirmationToken(db, confirmation, now()), action, ...contents }
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
      const scope = { actions: scriptConfirmations, user: user.uuid, target: buildTokenTarget(community.uuid, id) }
      const statusChanges = await countStatusChanges(trx, { community: community.uuid, id })
      // The response of the request that archived it may have been lost.
      const earlier = await findUsedConfirmation(trx, csrf, scope)
      if (earlier?.action === "archive script" && earlier.getShown("statusChanges") === statusChanges - 1) return listedScriptFromRow(row)
      const confirmation = await spendConfirmationToken(trx, csrf, scope, now())
      if (confirmation.action === "erase script") await lockScriptConversations(trx, row.id)
      const { action, state } = await readDeletion(trx, row)
      // The token of an action never authorizes the other one, whatever the status is now.
      if (confirmation.action !== `${action} script` || !confirmation.covers({ ...state, statusChanges }))
        throw await confirmedScriptChanged(trx, row, confirmation, { current: state, statusChanges, now: now() })
      await recordAuditEvent(trx, { community: community.uuid, user, action: `script.${action}`, target: `script ${row.id}` }, now())
      if (action === "archive") return updateStatus(trx, row, "deleted", now())
      await eraseScript(trx, { community: community.uuid, id: row.id }, now())
      return listedScriptFromRow(row)
    }),
)

export const statusEndpoints: ReadonlyArray<EndpointHandler> = [changeStatus, deleteToken, deleteScript]
