// Connections to CRMs and the like, and what scripts take from them (adapters/contract/connection-contract.ts).
import { randomUUIDv7 } from "node:crypto"
import type { FastifyRequest } from "fastify"
import { fakeConversation } from "../../../domain/actions/fake-conversation.ts"
import { may } from "../../../domain/communities/rights.ts"
import {
  type ConnectionPayload,
  connectionProblems,
  keptConnection,
  leadsElsewhere,
  mappers,
  noConnection,
} from "../../../domain/connections/connection.ts"
import { dataPointProblems } from "../../../domain/connections/data-point.ts"
import { writtenUnanswered } from "../../../domain/connections/outbound-failure.ts"
import { isViewOnly } from "../../../domain/script/live-lock.ts"
import * as contract from "../../contract/connection-contract.ts"
import * as dataPoints from "../../contract/connection-contract.ts"
import { note } from "../audit/audit-log.ts"
import { type Db, paged } from "../database/database.ts"
import { aboutConnection, aboutScript, type Call, inCommunity, signedIn, Written } from "../http/endpoint-handler.ts"
import { forbidden, missing, Trouble, violated } from "../http/http-error.ts"
import { toldAttempt } from "../outbound/outbound-attempt.ts"
import { wantsHtml } from "../pages/console-pages.ts"
import { dataPointsOf } from "../scripts/data-point-endpoints.ts"
import { listedOf, lockRow } from "../scripts/script-repository.ts"
import { makeToken, spendToken } from "../security/one-time-tokens.ts"
import type { House } from "../server-context.ts"
import { askConnection, connectionRequest } from "./connection-call.ts"
import { type ConnectionRow, listedConnection, openedConnection, sealedConnection, sealedTokens } from "./connection-repository.ts"
import { authorizationAddress, givenFor, home, ownPath, readState, type State } from "./oauth-client.ts"

const listMappers = signedIn(contract.listMappers, null, async () => mappers)

const list = inCommunity(
  contract.listConnections,
  "connections.list",
  async ({ database: { db }, secret, now }, { user, community, payload }) => {
    await note(db, { community: community.uuid, user, deed: "connections.read", thing: `community ${community.slug}` }, now())
    const all = db.selectFrom("connections").selectAll().where("community_id", "=", community.uuid).orderBy("id")
    const rows = await paged(all, payload).execute()
    return rows.map((row) => listedConnection(secret, row))
  },
)

const refuseBroken = (payload: ConnectionPayload): void => {
  const problems = connectionProblems(payload)
  if (problems.length > 0) throw violated(...problems.map(({ field, key }) => ({ field, message: key })))
}

const add = inCommunity(contract.addConnection, "community.connections", ({ database, secret, now }, { user, community, payload }) =>
  database.transact(async (change) => {
    // A mask stands for nothing yet.
    const kept = keptConnection(payload, noConnection)
    refuseBroken(kept)
    const id = randomUUIDv7()
    const row = {
      id,
      community_id: community.uuid,
      sealed: sealedConnection(secret, id, kept),
      tokens: null,
      renewing_until: null,
      refusal: null,
      made_at: now(),
    }
    await change.insertInto("connections").values(row).execute()
    await note(change, { community: community.uuid, user, deed: "connection.add", thing: `connection ${id}` }, now())
    return listedConnection(secret, row)
  }),
)

const its = (db: Db, { community, id }: { readonly community: string; readonly id: string }) =>
  db.selectFrom("connections").selectAll().where("community_id", "=", community).where("id", "=", id)

const found = (row: ConnectionRow | undefined): ConnectionRow => {
  if (row === undefined) throw missing()
  return row
}

const edit = aboutConnection(
  contract.editConnection,
  "community.connections",
  ({ database, secret, now }, { user, community, payload, params: { id } }) =>
    database.transact(async (change) => {
      // Held: access that is renewed meanwhile must not be put back to what it was.
      const row = found(await its(change, { community: community.uuid, id }).forUpdate().executeTakeFirst())
      const before = openedConnection(secret, row)
      const kept = keptConnection(payload, before)
      refuseBroken(kept)
      const next = {
        ...row,
        sealed: sealedConnection(secret, row.id, kept),
        // Access was given for where it led before.
        tokens: leadsElsewhere(payload, before) || payload.authType !== before.authType ? null : row.tokens,
        // It was said of the connection as it was.
        refusal: null,
      }
      const { sealed, tokens, refusal } = next
      await change.updateTable("connections").set({ sealed, tokens, refusal }).where("id", "=", row.id).execute()
      await note(change, { community: community.uuid, user, deed: "connection.edit", thing: `connection ${row.id}` }, now())
      return listedConnection(secret, next)
    }),
)

const remove = aboutConnection(
  contract.removeConnection,
  "community.connections",
  ({ database, now }, { user, community, params: { id } }) =>
    database.transact(async (change) => {
      const row = found(await its(change, { community: community.uuid, id }).executeTakeFirst())
      await change.deleteFrom("connections").where("id", "=", row.id).execute()
      await note(change, { community: community.uuid, user, deed: "connection.delete", thing: `connection ${row.id}` }, now())
      return {}
    }),
)

const serves = (user: string, id: string) => ({ purpose: "authorize connection", user, thing: id })

const authorize = aboutConnection(
  contract.authorizeConnection,
  "community.connections",
  async (house, { user, community, payload: { returnUrl }, params: { id }, reply }) => {
    const row = found(await its(house.database.db, { community: community.uuid, id }).executeTakeFirst())
    const token = await makeToken(house.database.db, serves(user.uuid, row.id), house.now())
    const state: State = { id: row.id, token, returnTo: ownPath(returnUrl, house.publicUrl()) }
    const address = authorizationAddress(house, openedConnection(house.secret, row), state)
    if (address === null) throw violated({ field: "fields.authEndpoint", message: "ERROR.FIELD_URL" })
    return goTo(reply, address)
  },
  { changes: true },
)

const goTo = (reply: { readonly code: (status: number) => unknown }, location: string): Written => {
  reply.code(302)
  return new Written("text/plain", "", { location })
}

/** Comes from the owner's site. That it was asked for here, by this person, is what the state's token says. */
const authorized = signedIn(contract.connectionAuthorized, null, async (house, { user, payload: { state: text, ...said }, reply }) => {
  const state = readState(text ?? "")
  if (state === undefined) throw forbidden()
  const { database, secret, now } = house
  const isAsked = await database.transact((change) => spendToken(change, state.token, serves(user.uuid, state.id), now()))
  if (!isAsked) throw forbidden()
  const row = await database.db
    .selectFrom("connections")
    .innerJoin("communities", "communities.id", "connections.community_id")
    .selectAll("connections")
    .select("communities.slug")
    .where("connections.id", "=", state.id)
    .executeTakeFirst()
  if (row === undefined || !may(user, "community.connections", row.slug)) throw missing()
  const { tokens, why } = await givenFor(house, openedConnection(secret, row), said, state)
  const next = tokens === null ? { refusal: writtenUnanswered(why) } : { tokens: sealedTokens(secret, row.id, tokens), refusal: null }
  const isKept = await database.transact(async (change) => {
    // [O5] Access was given for the connection as it was; one that was edited meanwhile may lead elsewhere.
    const its = change.updateTable("connections").set(next).where("id", "=", row.id).where("sealed", "=", row.sealed)
    const { numUpdatedRows } = await its.executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n || tokens === null) return false
    const thing = `connection ${row.id}`
    await note(change, { community: row.community_id, user, deed: "connection.authorize", thing }, now())
    return true
  })
  return goTo(reply, wayBack(house, state, isKept))
})

const wayBack = ({ publicUrl }: House, { returnTo }: Pick<State, "returnTo">, isKept: boolean): string => {
  const back = new URL(ownPath(returnTo, publicUrl()), publicUrl())
  back.searchParams.set("connection", isKept ? "authorized" : "refused")
  return `${back.pathname}${back.search}`
}

/**
 * Of a call that a browser is led to as to a page: who is not signed in (any more) is led to the sign-in and from there on, and who is
 * refused is led to where `refused` says; programs get their answer as ever.
 */
const asPage = (call: Call, refused?: (house: House, request: FastifyRequest) => string): Call => ({
  ...call,
  answer: async (house, request, reply) => {
    try {
      return await call.answer(house, request, reply)
    } catch (error) {
      if (!(error instanceof Trouble) || !wantsHtml(request)) throw error
      if (error.status === 401) return goTo(reply, `/login?next=${encodeURIComponent(request.url)}`)
      if (refused === undefined) throw error
      return goTo(reply, refused(house, request))
    }
  },
})

const refusedAt = (house: House, { query }: FastifyRequest): string => {
  const text: unknown = typeof query === "object" && query !== null && "state" in query ? query.state : ""
  return wayBack(house, readState(String(text)) ?? { returnTo: home }, false)
}

const saveDataPoints = aboutScript(
  dataPoints.saveDataPoints,
  "scripts.data-points",
  ({ database, now }, { user, community, payload, params: { id } }) =>
    database.transact(async (change) => {
      const script = await lockRow(change, { community: community.uuid, id })
      if (script === undefined) throw missing()
      if (isViewOnly(listedOf(script).status)) throw violated({ field: "status", message: "A deleted chat is not changed." })
      const known = await change.selectFrom("connections").select("id").where("community_id", "=", community.uuid).execute()
      const problems = dataPointProblems(payload, new Set(known.map((it) => it.id)))
      if (problems.length > 0) throw violated(...problems.map(({ field, key }) => ({ field, message: key })))
      const row = { fields: JSON.stringify(payload), saved_at: now() }
      await change
        .insertInto("data_points")
        .values({ script_id: id, ...row })
        .onConflict((its) => its.column("script_id").doUpdateSet(row))
        .execute()
      await note(change, { community: community.uuid, user, deed: "script.data-points", thing: `script ${id}` }, now())
      return "ok" as const
    }),
)

const showDataPoints = aboutScript(dataPoints.showDataPoints, "scripts.read", async ({ database: { db } }, { params: { id } }) => ({
  fields: await dataPointsOf(db, id),
}))

/** Somebody who does not exist, so that a connection can be tried. */
const nobody = { cuuid: "00000000-0000-4000-8000-000000000000", respondent: "00000000-0000-4000-8000-000000000001" }

const test = aboutConnection(contract.testConnection, "connections.test", async (house, { user, community, params: { id } }) => {
  const row = found(await its(house.database.db, { community: community.uuid, id }).executeTakeFirst())
  const at = house.now()
  await note(house.database.db, { community: community.uuid, user, deed: "connection.test", thing: `connection ${row.id}` }, at)
  const conversation = fakeConversation({ instructions: [] }, { ...nobody, now: at.toISOString() })
  const made = await askConnection(
    house,
    row,
    (connection, access) => connectionRequest(connection, { said: { head: {}, given: {} }, conversation, access }),
    (_, make) => make(),
  )
  return toldAttempt(made)
})

export const connectionCalls: ReadonlyArray<Call> = [
  listMappers,
  list,
  add,
  edit,
  remove,
  asPage(authorized, refusedAt),
  asPage(authorize),
  saveDataPoints,
  showDataPoints,
  test,
]
