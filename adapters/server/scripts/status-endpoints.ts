// A script's status, and deleting a script in two steps (adapters/contract/script-contract.ts).
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { hasErrors, scriptFindings } from "../../../domain/check/script-rules.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import { datesAfter, picks, type Status, StatusFromCode, step } from "../../../domain/script/status.ts"
import { lastLiveAfter } from "../../../domain/statistics/statistics-scope.ts"
import * as contract from "../../contract/script-contract.ts"
import { note } from "../audit/audit-log.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { type Call, inCommunity } from "../http/endpoint-handler.ts"
import { forbidden, missing, Trouble, violated } from "../http/http-error.ts"
import { makeToken, spendToken } from "../security/one-time-tokens.ts"
import { eraseScript } from "./script-erasure.ts"
import { authoredAt, findRow, listedOf, lockRow, removalColumns } from "./script-repository.ts"

const changeStatus = inCommunity(
  contract.changeStatus,
  "scripts.change-status",
  ({ database, now }, { user, community, params: { id }, payload }) =>
    database.transact(async (change) => {
      const row = await lockRow(change, { community: community.uuid, id })
      if (row === undefined) throw missing()
      const { status } = listedOf(row)
      // [S1] [S2] Deleting is an action of its own, with a token.
      if (!picks(status).includes(payload.state)) throw violated({ field: "state", message: "ERROR.STATUS_STEP" })
      // [S9]
      if (payload.state === "live") {
        const findings = scriptFindings(await authoredAt(change, row))
        if (hasErrors(findings)) throw new Trouble(422, { message: "The script has errors: it cannot go live.", findings })
      }
      const thing = `script ${row.id}: ${status} to ${payload.state}`
      await note(change, { community: community.uuid, user, deed: "script.status", thing }, now())
      return moveTo(change, row, payload.state, now())
    }),
  { creates: true },
)

const moveTo = async (change: Transaction<Tables>, row: ScriptRow, to: Status, now: Date): Promise<ListedScript> => {
  const before = listedOf(row)
  const { liveDate, closedDate } = datesAfter(before, to, now.toISOString())
  const moved = {
    status: Schema.encodeSync(StatusFromCode)(to),
    live_revision: lastLiveAfter({ status: before.status, revision: row.revision, lastLive: row.live_revision }),
    live_date: liveDate === null ? null : new Date(liveDate),
    closed_date: closedDate === null ? null : new Date(closedDate),
    ...removalColumns({ ...before, status: to, closedDate }),
    // [R4] A warning was of dates that are no more.
    warned_at: null,
    updated_at: now,
  }
  await change.updateTable("scripts").set(moved).where("community_id", "=", row.community_id).where("id", "=", row.id).execute()
  return listedOf({ ...row, ...moved })
}

/** [S10] What deleting does to a script: it goes to the archive, and from there for good. A token is for one of the two. */
const deed = (status: Status) => (step(status, "deleted") === undefined ? "erase script" : "archive script")

const thing = (community: string, id: string): string => `${community}/${id.toLowerCase()}`

const deleteToken = inCommunity(
  contract.deleteToken,
  "scripts.delete",
  async ({ database: { db }, now }, { user, community, params: { id } }) => {
    const row = await findRow(db, { community: community.uuid, id })
    if (row === undefined) throw missing()
    const serves = { purpose: deed(listedOf(row).status), user: user.uuid, thing: thing(community.uuid, id) }
    return { deleteToken: await makeToken(db, serves, now()) }
  },
  { changes: true },
)

const deleteScript = inCommunity(
  contract.deleteScript,
  "scripts.delete",
  ({ database, now }, { user, community, params: { id }, payload: { csrf } }) =>
    database.transact(async (change) => {
      const row = await lockRow(change, { community: community.uuid, id })
      if (row === undefined) throw missing()
      const purpose = deed(listedOf(row).status)
      const isGood = await spendToken(change, csrf, { purpose, user: user.uuid, thing: thing(community.uuid, id) }, now())
      if (!isGood) throw forbidden("This delete token is wrong or spent.")
      const done = purpose === "archive script" ? "script.archive" : "script.erase"
      await note(change, { community: community.uuid, user, deed: done, thing: `script ${row.id}` }, now())
      if (purpose === "archive script") return moveTo(change, row, "deleted", now())
      await eraseScript(change, { community: community.uuid, id: row.id }, now())
      return listedOf(row)
    }),
)

export const statusCalls: ReadonlyArray<Call> = [changeStatus, deleteToken, deleteScript]
