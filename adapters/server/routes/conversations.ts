// Links, exports, and clearing what respondents gave (adapters/contract/conversations.ts).
import { type ExpressionBuilder, sql } from "kysely"
import type { Right } from "../../../domain/communities/roles.ts"
import { shownDays } from "../../../domain/conversations/activity.ts"
import { mostInBatch } from "../../../domain/links/people.ts"
import { canHaveLinks } from "../../../domain/script/status.ts"
import * as contract from "../../contract/conversations.ts"
import type { Endpoint } from "../../contract/endpoint.ts"
import { makeToken, spendToken } from "../accounts/one-time-tokens.ts"
import { note } from "../audit/audit.ts"
import { conversationText, recordOf, toldColumns } from "../conversations/conversation-row.ts"
import { makeLinks, makeUniqueLinks } from "../conversations/links.ts"
import type { Db } from "../database/database.ts"
import { paged } from "../database/paged.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import type { House } from "../house.ts"
import { isUuid } from "../http/askable.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { forbidden, missing, violated } from "../http/trouble.ts"
import { Written } from "../http/written.ts"
import { anonymise, toAnonymise } from "../scripts/anonymise.ts"
import { eraseData } from "../scripts/erase.ts"
import { foundRow } from "../scripts/found.ts"
import { authoredAt, listedOf, lockRow } from "../scripts/listed.ts"

const refuseDeleted = (row: Parameters<typeof listedOf>[0]): void => {
  if (!canHaveLinks(listedOf(row).status)) throw violated({ field: "status", message: "A deleted chat has no links." })
}

const links = inCommunity(
  contract.makeLinks,
  "links.make",
  ({ database, now }, { user, community, params: { id }, query }) =>
    database.transact(async (change) => {
      const script = await foundRow(change, { community: community.uuid, id })
      refuseDeleted(script)
      const amount = Number(query["amount"])
      if (!Number.isInteger(amount) || amount < 1 || amount > mostInBatch)
        throw violated({ field: "amount", message: `A whole number from 1 to ${mostInBatch} is needed.` })
      const process = await makeLinks(change, script, amount, { short: "short" in query, at: now() })
      await note(change, { community: community.uuid, user, deed: "links.make", thing: `script ${script.id}: ${amount}` }, now())
      return { status: "ok" as const, process }
    }),
  { creates: true },
)

/** Bytes of a list of 5000 people. */
const largestList = 10 * 1024 * 1024

const uniqueLinks = inCommunity(
  contract.makeUniqueLinks,
  "links.make",
  ({ database, now }, { user, community, params: { id }, payload, query }) =>
    database.transact(async (change) => {
      const script = await foundRow(change, { community: community.uuid, id })
      refuseDeleted(script)
      const process = await makeUniqueLinks(change, script, payload, { short: "short" in query, at: now() })
      await note(change, { community: community.uuid, user, deed: "links.make", thing: `script ${script.id}: ${payload.length}` }, now())
      return { status: "ok" as const, process }
    }),
  { bodyLimit: largestList, creates: true },
)

type Chosen = { readonly filledonly?: string; readonly from?: string; readonly to?: string }

/** An instant of a query, or a 422. */
const instantOf = (field: string, text: string): Date => {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9999)
    throw violated({ field, message: "This is no date." })
  return at
}

type Its = ExpressionBuilder<Tables, "conversations">

/** Those of a script that were begun, as far as a query chooses them. */
const chosenOf =
  (script: string, { filledonly, from, to }: Chosen) =>
  (its: Its) =>
    its.and([
      its("script_id", "=", script),
      its("started_at", "is not", null),
      ...(filledonly === undefined || filledonly === "0" || filledonly === "false" ? [] : [its("is_answered", "=", true)]),
      ...(from === undefined ? [] : [its("started_at", ">=", instantOf("from", from))]),
      ...(to === undefined ? [] : [its("started_at", "<=", instantOf("to", to))]),
    ])

const count = inCommunity(
  contract.countConversations,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id }, payload }) => {
    const script = await foundRow(db, { community: community.uuid, id })
    const found = await db
      .selectFrom("conversations")
      .where(chosenOf(script.id, payload))
      .select((its) => its.fn.countAll().as("count"))
      .executeTakeFirstOrThrow()
    return { count: Number(found.count) }
  },
)

const holdings = inCommunity(contract.countHoldings, "conversations.read", async ({ database: { db } }, { community, params: { id } }) => {
  const script = await foundRow(db, { community: community.uuid, id })
  const found = await db
    .selectFrom("conversations")
    .where("script_id", "=", script.id)
    .select(({ fn }) => [
      fn.countAll().as("all"),
      fn.count("started_at").as("begun"),
      fn.countAll().filterWhere("started_at", "is not", null).filterWhere("is_answered", "=", true).as("answered"),
    ])
    .executeTakeFirstOrThrow()
  const begun = Number(found.begun)
  return { conversations: begun, answered: Number(found.answered), links: Number(found.all) - begun }
})

const answered = inCommunity(contract.countAnswered, "conversations.read", async ({ database: { db } }, { community }) => {
  // Counted script by script: the conversations of one stand together.
  const found = await db
    .selectFrom("scripts")
    .where("community_id", "=", community.uuid)
    .select((its) => [
      "id",
      its
        .selectFrom("conversations")
        .whereRef("script_id", "=", "scripts.id")
        .where("started_at", "is not", null)
        .where("is_answered", "=", true)
        .select(({ fn }) => fn.countAll().as("count"))
        .as("count"),
    ])
    .execute()
  return Object.fromEntries(found.flatMap(({ id, count: its }) => (Number(its) > 0 ? [[id, Number(its)]] : [])))
})

/** The time zone of a query, or a 422; the server's own without one. */
const zoneOf = (zone = "UTC"): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) throw violated({ field: "zone", message: "This is no time zone." })
    throw error
  }
}

const dayMs = 86_400_000

const days = inCommunity(
  contract.countByDay,
  "conversations.read",
  async ({ database: { db }, now }, { community, params: { id }, payload: { zone } }) => {
    const script = await foundRow(db, { community: community.uuid, id })
    const day = sql<string>`to_char(started_at at time zone ${zoneOf(zone)}, 'YYYY-MM-DD')`
    const found = await db
      .selectFrom("conversations")
      .where("script_id", "=", script.id)
      .where("started_at", ">=", new Date(now().getTime() - shownDays * dayMs))
      .select((its) => [day.as("day"), its.fn.countAll().as("count")])
      .groupBy("day")
      .orderBy("day")
      .execute()
    return { items: found.map((it) => ({ day: it.day, count: Number(it.count) })) }
  },
)

const metadataKeys = inCommunity(
  contract.listMetadataKeys,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id } }) => {
    const script = await foundRow(db, { community: community.uuid, id })
    const texts = await db.selectFrom("conversations").select("metadata").distinct().where("script_id", "=", script.id).execute()
    return [...new Set(texts.flatMap(({ metadata }) => Object.keys(recordOf(metadata))))].toSorted()
  },
)

const revisions = inCommunity(
  contract.listAnsweredRevisions,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id } }) => {
    const script = await foundRow(db, { community: community.uuid, id })
    const rows = await db
      .selectFrom("conversations")
      .select("revision")
      .distinct()
      .where("script_id", "=", script.id)
      .where("started_at", "is not", null)
      .orderBy("revision", "desc")
      .execute()
    const items = []
    for (const { revision } of rows) {
      const { language, instructions } = await authoredAt(db, { id: script.id, revision })
      items.push({ revision, language, instructions })
    }
    return { items }
  },
)

/** Rows of an export where its query names no limit (spec/3-community §9). */
const usualLimit = 1250

/**
 * Where a page begins: behind the conversation that was begun at that instant, of those behind the one of that id. It is signed for whoever
 * began the export, which stands in the audit log: nobody reads on from a place of their own choice.
 */
type Place = { readonly startedAt: Date; readonly id: string }

/** Who exports, and what. */
type Export = { readonly user: string; readonly script: string }

const placeText = ({ secret }: House, { user, script }: Export, { startedAt, id }: Place): string => {
  const text = `${startedAt.getTime()}_${id}`
  return `${text}_${secret.sign("export", `${user} ${script} ${text}`)}`
}

const placeOf = (house: House, of: Export, after: string): Place => {
  const [, at, id = ""] = /^(\d{1,14})_([^_]+)_/.exec(after) ?? []
  const place = { startedAt: new Date(Number(at)), id }
  if (at === undefined || !isUuid(id) || placeText(house, of, place) !== after)
    throw violated({ field: "after", message: "This is no place in the list." })
  return place
}

const rows = inCommunity(
  contract.exportConversations,
  "conversations.read",
  async (house, { user, community, params: { id }, payload }) => {
    const { db } = house.database
    const { after, limit = usualLimit, offset, ...chosen } = payload
    const script = await foundRow(db, { community: community.uuid, id })
    const of = { user: user.uuid, script: script.id }
    const place = after === undefined ? null : placeOf(house, of, after)
    const all = db
      .selectFrom("conversations")
      .select(toldColumns)
      .where("community_id", "=", community.uuid)
      .orderBy("started_at")
      .orderBy("id")
    const chosenHere = chosenOf(script.id, chosen)
    const behind = (its: Its) =>
      place === null
        ? chosenHere(its)
        : its.and([chosenHere(its), its(its.refTuple("started_at", "id"), ">", its.tuple(place.startedAt, place.id))])
    // Of those that are passed over only the ids are read.
    const found = await (offset === undefined || offset === 0
      ? all.where(behind).limit(limit)
      : all
          .where("script_id", "=", script.id)
          .where("id", "in", (its) =>
            paged(its.selectFrom("conversations").select("id").where(behind).orderBy("started_at").orderBy("id"), { limit, offset }),
          )
    ).execute()
    if (after === undefined)
      await note(db, { community: community.uuid, user, deed: "conversations.export", thing: `script ${script.id}` }, house.now())
    const last = found.length < limit ? undefined : found.at(-1)
    const next = last?.started_at ? placeText(house, of, { startedAt: last.started_at, id: last.id }) : null
    return new Written(
      "application/json; charset=utf-8",
      `{"items":[${found.map(conversationText).join(",")}],"after":${JSON.stringify(next)}}`,
    )
  },
)

type Path = (typeof contract)["clearDataToken" | "clearStatisticsToken" | "anonymiseToken"]["path"]
type Clearing<Goes extends object> = {
  readonly token: Endpoint<Path, object, { readonly clearToken: string } & Goes>
  /** How much there is to it. */
  readonly goes: (db: Db, script: string) => Promise<Goes>
  readonly deed: typeof contract.clearData | typeof contract.clearStatistics | typeof contract.anonymise
  readonly purpose: "clear data" | "clear statistics" | "anonymise"
  readonly clear: (change: Parameters<typeof eraseData>[0], script: ScriptRow, at: Date) => Promise<void>
}

const clearing = <Goes extends object>({ token, goes, deed, purpose, clear }: Clearing<Goes>): ReadonlyArray<Call> => {
  const right: Right = "conversations.clear"
  const serves = (user: string, community: string, id: string) => ({ purpose, user, thing: `${community}/${id.toLowerCase()}` })
  return [
    inCommunity(
      token,
      right,
      async ({ database: { db }, now }, { user, community, params: { id } }) => {
        const row = await foundRow(db, { community: community.uuid, id })
        return { clearToken: await makeToken(db, serves(user.uuid, community.uuid, id), now()), ...(await goes(db, row.id)) }
      },
      { changes: true },
    ),
    inCommunity(deed, right, ({ database, now }, { user, community, params: { id }, payload: { csrf } }) =>
      database.transact(async (change) => {
        const row = await lockRow(change, { community: community.uuid, id })
        if (row === undefined) throw missing()
        if (!(await spendToken(change, csrf, serves(user.uuid, community.uuid, id), now())))
          throw forbidden("This clear token is wrong or spent.")
        await clear(change, row, now())
        await note(
          change,
          { community: community.uuid, user, deed: `script.${purpose.replace(" ", "-")}`, thing: `script ${row.id}` },
          now(),
        )
        return { status: "ok" as const }
      }),
    ),
  ]
}

/** How much there is to be cleared is not told with the token. */
const untold = async () => ({})

export const conversationCalls: ReadonlyArray<Call> = [
  answered,
  links,
  uniqueLinks,
  count,
  holdings,
  days,
  metadataKeys,
  revisions,
  rows,
  ...clearing({
    token: contract.clearDataToken,
    goes: untold,
    deed: contract.clearData,
    purpose: "clear data",
    clear: (change, { id }, at) => eraseData(change, id, at),
  }),
  ...clearing({
    token: contract.clearStatisticsToken,
    goes: untold,
    deed: contract.clearStatistics,
    purpose: "clear statistics",
    // [G5]
    clear: async (change, { id }) => {
      await change.deleteFrom("statistics").where("script_id", "=", id).execute()
    },
  }),
  ...clearing({
    token: contract.anonymiseToken,
    goes: toAnonymise,
    deed: contract.anonymise,
    purpose: "anonymise",
    clear: anonymise,
  }),
]
