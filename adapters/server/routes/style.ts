// A community's styling and side menu (adapters/contract/style.ts). Respondents' pages, which show both, come with them.

import * as Schema from "effect/Schema"
import { keptSideMenu, SideMenu, sideMenuProblems } from "../../../domain/communities/side-menu.ts"
import { isError } from "../../../domain/finding.ts"
import { emptyStyle, payloadOf, styleOf as sheetsOf } from "../../../domain/style/payload.ts"
import { checkStyle, StylePayload } from "../../../domain/style/style-file.ts"
import * as contract from "../../contract/style.ts"
import { note } from "../audit/audit.ts"
import type { Db } from "../database/database.ts"
import { type Call, inCommunity, inCommunityById } from "../http/call.ts"
import { Trouble, violated } from "../http/trouble.ts"

type Kept = "styles" | "side_menus"

const kept = async (db: Db, table: Kept, community: string): Promise<string | null> =>
  (await db.selectFrom(table).select("content").where("community_id", "=", community).executeTakeFirst())?.content ?? null

const keep = async (db: Db, table: Kept, community: string, value: unknown, at: Date): Promise<void> => {
  const row = { content: JSON.stringify(value), saved_at: at }
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

/** Bytes of a style: its images and fonts are uploads, only their addresses stand in it. */
const largestStyle = 512 * 1024

const saveStyle = inCommunityById(
  contract.saveStyle,
  "community.style",
  ({ database, now }, { user, community, payload }) =>
    database.transact(async (change) => {
      const findings = checkStyle(payload, "").filter(isError)
      if (findings.length > 0)
        throw new Trouble(422, {
          message: "The style breaks rules.",
          violations: findings.map(({ pointer, message }) => ({ field: pointer, message })),
          findings,
        })
      const style = payloadOf(sheetsOf(payload))
      await keep(change, "styles", community.uuid, style, now())
      await note(change, { community: community.uuid, user, deed: "community.style", thing: `community ${community.slug}` }, now())
      return style
    }),
  { bodyLimit: largestStyle },
)

const readSideMenu = inCommunity(contract.readSideMenu, "style.read", ({ database: { db } }, { community }) =>
  sideMenuOf(db, community.uuid),
)

const saveSideMenu = inCommunityById(contract.saveSideMenu, "community.style", ({ database, now }, { user, community, payload }) =>
  database.transact(async (change) => {
    const problems = sideMenuProblems(payload)
    if (problems.length > 0) throw violated(...problems.map(({ field, key }) => ({ field, message: key })))
    const menu = keptSideMenu(payload)
    await keep(change, "side_menus", community.uuid, menu, now())
    await note(change, { community: community.uuid, user, deed: "community.side-menu", thing: `community ${community.slug}` }, now())
    return menu
  }),
)

export const styleCalls: ReadonlyArray<Call> = [readStyle, saveStyle, readSideMenu, saveSideMenu]
