// Endpoints of connections to CRMs and other services: settings, test, and the data points of scripts.
import { randomUUIDv7 } from "node:crypto"
import { createFakeConversation } from "../../../domain/actions/fake-conversation.ts"
import {
  type ConnectionPayload,
  changesDestination,
  connectionEditProblems,
  emptyConnection,
  mappers,
  unmaskConnection,
} from "../../../domain/connections/connection.ts"
import { separateQuery } from "../../../domain/connections/connection-query.ts"
import { dataPointProblems } from "../../../domain/connections/data-point.ts"
import { isViewOnly } from "../../../domain/revisions/live-lock.ts"
import * as contract from "../../contract/connection-contract.ts"
import * as dataPoints from "../../contract/connection-contract.ts"
import { findLastAuditEvent, recordAuditEvent } from "../audit/audit-log.ts"
import { paginate } from "../database/database.ts"
import {
  communityEndpoint,
  connectionByIdEndpoint,
  type EndpointHandler,
  scriptByIdEndpoint,
  userEndpoint,
} from "../http/endpoint-handler.ts"
import { notFound, validationFailed } from "../http/http-error.ts"
import { toDeliveryAttempt } from "../outbound/outbound-attempt.ts"
import { listedScriptFromRow, lockScriptRow } from "../scripts/script-repository.ts"
import { targetChanged } from "../security/confirmation-tokens.ts"
import { buildConnectionRequest, callConnection } from "./connection-call.ts"
import {
  type ConnectionRow,
  decryptConnection,
  encryptConnection,
  listDataPoints,
  selectConnection,
  toListedConnection,
} from "./connection-repository.ts"
import { oauthEndpoints } from "./oauth-endpoints.ts"

const listMappers = userEndpoint(contract.listMappers, null, async () => mappers)

const list = communityEndpoint(
  contract.listConnections,
  "connections.list",
  async ({ database: { db }, secret, now }, { user, community, payload }) => {
    await recordAuditEvent(
      db,
      { community: community.uuid, user, action: "connections.read", target: `community ${community.slug}` },
      now(),
    )
    const all = db.selectFrom("connections").selectAll().where("community_id", "=", community.uuid).orderBy("id")
    const rows = await paginate(all, payload).execute()
    return rows.map((row) => toListedConnection(secret, row))
  },
)

/** [O5] Returns the connection to store after an edit of `stored`; throws a 422 if it is invalid. */
const applyEdit = (payload: ConnectionPayload, stored: ConnectionPayload): ConnectionPayload => {
  const sent = separateQuery(payload)
  const problems = connectionEditProblems(sent, stored)
  if (problems.length > 0) throw validationFailed(...problems.map(({ field, key }) => ({ field, message: key })))
  return unmaskConnection(sent, stored)
}

const add = communityEndpoint(contract.addConnection, "community.connections", ({ database, secret, now }, { user, community, payload }) =>
  database.transact(async (change) => {
    // A new connection has no stored secrets that a mask could stand for.
    const unmasked = applyEdit(payload, emptyConnection)
    const id = randomUUIDv7()
    const row = {
      id,
      community_id: community.uuid,
      sealed: encryptConnection(secret, id, unmasked),
      tokens: null,
      renewing_until: null,
      refusal: null,
      made_at: now(),
    }
    await change.insertInto("connections").values(row).execute()
    await recordAuditEvent(change, { community: community.uuid, user, action: "connection.add", target: `connection ${id}` }, now())
    return toListedConnection(secret, row)
  }),
)

const requireRow = (row: ConnectionRow | undefined): ConnectionRow => {
  if (row === undefined) throw notFound()
  return row
}

const edit = connectionByIdEndpoint(
  contract.editConnection,
  "community.connections",
  ({ database, secret, now }, { user, community, payload, params: { id } }) =>
    database.transact(async (change) => {
      // Locked, so that a concurrent renewal of tokens is not overwritten.
      const row = requireRow(await selectConnection(change, { community: community.uuid, id }).forUpdate().executeTakeFirst())
      const before = decryptConnection(secret, row)
      const unmasked = applyEdit(payload, before)
      const next = {
        ...row,
        sealed: encryptConnection(secret, row.id, unmasked),
        // [O5] Access was granted for the previous destination.
        tokens: changesDestination(payload, before) || payload.authType !== before.authType ? null : row.tokens,
        // The refusal belongs to the previous settings.
        refusal: null,
      }
      const { sealed, tokens, refusal } = next
      await change.updateTable("connections").set({ sealed, tokens, refusal }).where("id", "=", row.id).execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "connection.edit", target: `connection ${row.id}` }, now())
      return toListedConnection(secret, next)
    }),
)

const remove = connectionByIdEndpoint(
  contract.removeConnection,
  "community.connections",
  ({ database, secret, now }, { user, community, payload, params: { id } }) =>
    database.transact(async (change) => {
      const row = requireRow(await selectConnection(change, { community: community.uuid, id }).forUpdate().executeTakeFirst())
      const { name } = decryptConnection(secret, row)
      const target = `connection ${row.id}`
      if (payload.name !== undefined && payload.name !== name) {
        const lastChange = await findLastAuditEvent(change, { community: community.uuid, actions: ["connection.edit"], target })
        throw targetChanged({ current: { name }, lastChange, now: now() })
      }
      await change.deleteFrom("connections").where("id", "=", row.id).execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "connection.delete", target }, now())
      return {}
    }),
)

const saveDataPoints = scriptByIdEndpoint(
  dataPoints.saveDataPoints,
  "scripts.data-points",
  ({ database, now }, { user, community, payload, params: { id } }) =>
    database.transact(async (change) => {
      const script = await lockScriptRow(change, { community: community.uuid, id })
      if (script === undefined) throw notFound()
      if (isViewOnly(listedScriptFromRow(script).status))
        throw validationFailed({ field: "status", message: "A deleted chat is not changed." })
      const connections = await change.selectFrom("connections").select("id").where("community_id", "=", community.uuid).execute()
      const problems = dataPointProblems(payload, new Set(connections.map((it) => it.id)))
      if (problems.length > 0) throw validationFailed(...problems.map(({ field, key }) => ({ field, message: key })))
      const row = { fields: JSON.stringify(payload), saved_at: now() }
      await change
        .insertInto("data_points")
        .values({ script_id: id, ...row })
        .onConflict((conflict) => conflict.column("script_id").doUpdateSet(row))
        .execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "script.data-points", target: `script ${id}` }, now())
      return "ok" as const
    }),
)

const showDataPoints = scriptByIdEndpoint(dataPoints.readDataPoints, "scripts.read", async ({ database: { db } }, { params: { id } }) => ({
  fields: await listDataPoints(db, id),
}))

/** A fictitious person for testing a connection. */
const testRespondent = { cuuid: "00000000-0000-4000-8000-000000000000", respondent: "00000000-0000-4000-8000-000000000001" }

const test = connectionByIdEndpoint(contract.testConnection, "connections.test", async (context, { user, community, params: { id } }) => {
  const row = requireRow(await selectConnection(context.database.db, { community: community.uuid, id }).executeTakeFirst())
  const at = context.now()
  await recordAuditEvent(
    context.database.db,
    { community: community.uuid, user, action: "connection.test", target: `connection ${row.id}` },
    at,
  )
  const conversation = createFakeConversation({ instructions: [] }, { ...testRespondent, now: at.toISOString() })
  const attempt = await callConnection(
    context,
    row,
    (connection, access) => buildConnectionRequest(connection, { fields: { parameters: {}, payload: {} }, conversation, access }),
    (_, makeAttempt) => makeAttempt(),
  )
  return toDeliveryAttempt(attempt)
})

export const connectionEndpoints: ReadonlyArray<EndpointHandler> = [
  listMappers,
  list,
  add,
  edit,
  remove,
  ...oauthEndpoints,
  saveDataPoints,
  showDataPoints,
  test,
]
