// A community's styling and side menu (adapters/contract/community-contract.ts). Respondents' pages, which show both, come with them.

import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { isError } from "../../../domain/check/finding.ts"
import { keptSideMenu, SideMenu, sideMenuProblems } from "../../../domain/communities/side-menu.ts"
import { emptyStyle, payloadOf, type Style, styleOf as sheetsOf } from "../../../domain/style/community-style.ts"
import { checkStyle } from "../../../domain/style/style-file.ts"
import { differences } from "../../../domain/style/style-merge.ts"
import { StylePayload } from "../../../domain/style/style-payload.ts"
import * as contract from "../../contract/community-contract.ts"
import { note } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { type Call, inCommunity, inCommunityById } from "../http/endpoint-handler.ts"
import { missing, Trouble, violated } from "../http/http-error.ts"

type Kept = "styles" | "side_menus"

const kept = async (db: Db, table: Kept, community: string): Promise<string | null> =>
  (await db.selectFrom(table).select("content").where("community_id", "=", community).executeTakeFirst())?.content ?? null

const keep = async (
  db: Db,
  table: Kept,
  community: string,
  value: unknown,
  by: { readonly saved_at: Date; readonly saved_by?: string },
): Promise<void> => {
  const row = { content: JSON.stringify(value), ...by }
  await db
    .insertInto(table)
    .values({ community_id: community, ...row })
    .onConflict((its) => its.column("community_id").doUpdateSet(row))
    .execute()
}

const styleIn = Schema.decodeUnknownSync(Schema.fromJsonString(StylePayload))
const sideMenuIn = Schema.decodeUnknownSync(Schema.fromJsonString(SideMenu))

/** A community's style, as it is kept. */
export const styleOf = async (db: Db, community: string): Promise<typeof StylePayload.Type> => {
  const text = await kept(db, "styles", community)
  return text === null ? payloadOf(emptyStyle) : styleIn(text)
}

/** The side menu of a community's chats. */
export const sideMenuOf = async (db: Db, community: string): Promise<SideMenu> => {
  const text = await kept(db, "side_menus", community)
  return text === null ? { links: [] } : sideMenuIn(text)
}

const readStyle = inCommunity(contract.readStyle, "style.read", ({ database: { db } }, { community }) => styleOf(db, community.uuid))

/** Bytes of a save, with the style that it was made on: images and fonts are uploads, only their addresses stand in them. */
const largestSave = 2 * 512 * 1024

/** Saves of one community come one after the other: what each is compared with is what the one before kept. */
const lock = async (change: Transaction<Tables>, community: string): Promise<void> => {
  const row = await change.selectFrom("communities").select("id").where("id", "=", community).forNoKeyUpdate().executeTakeFirst()
  if (row === undefined) throw missing()
}

/** What was kept since `base`, as a 409; undefined where nothing was, or just what is to be kept now (an answer that was lost). */
const overtaken = async (change: Db, community: string, base: Style, next: Style): Promise<Trouble | undefined> => {
  const style = await styleOf(change, community)
  const now = sheetsOf(style)
  if (differences(now, base) === 0 || differences(now, next) === 0) return undefined
  const last = await change
    .selectFrom("styles")
    .leftJoin("users", "users.id", "styles.saved_by")
    .select(["users.username", "styles.saved_at"])
    .where("community_id", "=", community)
    .executeTakeFirst()
  const body = Schema.encodeSync(contract.StyleConflict)({
    message: "The styling was saved by someone else in the meantime.",
    style,
    savedBy: last?.username ?? null,
    savedAt: last?.saved_at.toISOString() ?? null,
  })
  return new Trouble(409, body)
}

const saveStyle = inCommunityById(
  contract.saveStyle,
  "community.style",
  ({ database, now }, { user, community, payload: { base, ...payload } }) =>
    database.transact(async (change) => {
      const findings = checkStyle(payload, "").filter(isError)
      if (findings.length > 0)
        throw new Trouble(422, {
          message: "The style breaks rules.",
          violations: findings.map(({ pointer, message }) => ({ field: pointer, message })),
          findings,
        })
      const next = sheetsOf(payload)
      await lock(change, community.uuid)
      const conflict = base === undefined ? undefined : await overtaken(change, community.uuid, sheetsOf(base), next)
      if (conflict !== undefined) throw conflict
      const style = payloadOf(next)
      await keep(change, "styles", community.uuid, style, { saved_at: now(), saved_by: user.uuid })
      await note(change, { community: community.uuid, user, deed: "community.style", thing: `community ${community.slug}` }, now())
      return style
    }),
  { bodyLimit: largestSave },
)

const readSideMenu = inCommunity(contract.readSideMenu, "style.read", ({ database: { db } }, { community }) =>
  sideMenuOf(db, community.uuid),
)

const saveSideMenu = inCommunityById(contract.saveSideMenu, "community.style", ({ database, now }, { user, community, payload }) =>
  database.transact(async (change) => {
    const problems = sideMenuProblems(payload)
    if (problems.length > 0) throw violated(...problems.map(({ field, key }) => ({ field, message: key })))
    const menu = keptSideMenu(payload)
    await keep(change, "side_menus", community.uuid, menu, { saved_at: now() })
    await note(change, { community: community.uuid, user, deed: "community.side-menu", thing: `community ${community.slug}` }, now())
    return menu
  }),
)

export const styleCalls: ReadonlyArray<Call> = [readStyle, saveStyle, readSideMenu, saveSideMenu]
