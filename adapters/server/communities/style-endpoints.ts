// A community's styling and side menu (adapters/contract/community-contract.ts). Respondents' pages, which show both, come with them.

import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { isError } from "../../../domain/check/finding.ts"
import { normalizeSideMenu, SideMenu, sideMenuProblems } from "../../../domain/communities/side-menu.ts"
import { emptyStyle, encodeStyle, type Style, decodeStyle as sheetsOf } from "../../../domain/style/community-style.ts"
import { checkStyle } from "../../../domain/style/style-file.ts"
import { countDifferences } from "../../../domain/style/style-merge.ts"
import { StylePayload } from "../../../domain/style/style-payload.ts"
import * as contract from "../../contract/community-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { communityByIdEndpoint, communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { HttpError, notFound, validationFailed } from "../http/http-error.ts"

type ContentTable = "styles" | "side_menus"

const readContent = async (db: Db, table: ContentTable, community: string): Promise<string | null> =>
  (await db.selectFrom(table).select("content").where("community_id", "=", community).executeTakeFirst())?.content ?? null

const storeContent = async (
  db: Db,
  table: ContentTable,
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
export const getStyle = async (db: Db, community: string): Promise<typeof StylePayload.Type> => {
  const text = await readContent(db, "styles", community)
  return text === null ? encodeStyle(emptyStyle) : styleIn(text)
}

/** The side menu of a community's chats. */
export const getSideMenu = async (db: Db, community: string): Promise<SideMenu> => {
  const text = await readContent(db, "side_menus", community)
  return text === null ? { links: [] } : sideMenuIn(text)
}

const readStyle = communityEndpoint(contract.readStyle, "style.read", ({ database: { db } }, { community }) => getStyle(db, community.uuid))

/** Bytes of a save, with the style that it was made on: images and fonts are uploads, only their addresses stand in them. */
const maxSaveBytes = 2 * 512 * 1024

/** Saves of one community come one after the other: what each is compared with is what the one before kept. */
const lock = async (change: Transaction<Tables>, community: string): Promise<void> => {
  const row = await change.selectFrom("communities").select("id").where("id", "=", community).forNoKeyUpdate().executeTakeFirst()
  if (row === undefined) throw notFound()
}

/** What was kept since `base`, as a 409; undefined where nothing was, or just what is to be kept now (an answer that was lost). */
const findConflict = async (change: Db, community: string, base: Style, next: Style): Promise<HttpError | undefined> => {
  const style = await getStyle(change, community)
  const now = sheetsOf(style)
  if (countDifferences(now, base) === 0 || countDifferences(now, next) === 0) return undefined
  const last = await change
    .selectFrom("styles")
    .leftJoin("users", "users.id", "styles.saved_by")
    .select(["users.username", "styles.saved_at"])
    .where("community_id", "=", community)
    .executeTakeFirst()
  const body = Schema.encodeSync(contract.StyleConflictBody)({
    message: "The styling was saved by someone else in the meantime.",
    style,
    savedBy: last?.username ?? null,
    savedAt: last?.saved_at.toISOString() ?? null,
  })
  return new HttpError(409, body)
}

const saveStyle = communityByIdEndpoint(
  contract.saveStyle,
  "community.style",
  ({ database, now }, { user, community, payload: { base, ...payload } }) =>
    database.transact(async (change) => {
      const findings = checkStyle(payload, "").filter(isError)
      if (findings.length > 0)
        throw new HttpError(422, {
          message: "The style breaks rules.",
          violations: findings.map(({ pointer, message }) => ({ field: pointer, message })),
          findings,
        })
      const next = sheetsOf(payload)
      await lock(change, community.uuid)
      const conflict = base === undefined ? undefined : await findConflict(change, community.uuid, sheetsOf(base), next)
      if (conflict !== undefined) throw conflict
      const style = encodeStyle(next)
      await storeContent(change, "styles", community.uuid, style, { saved_at: now(), saved_by: user.uuid })
      await recordAuditEvent(
        change,
        { community: community.uuid, user, action: "community.style", thing: `community ${community.slug}` },
        now(),
      )
      return style
    }),
  { bodyLimit: maxSaveBytes },
)

const readSideMenu = communityEndpoint(contract.readSideMenu, "style.read", ({ database: { db } }, { community }) =>
  getSideMenu(db, community.uuid),
)

const saveSideMenu = communityByIdEndpoint(contract.saveSideMenu, "community.style", ({ database, now }, { user, community, payload }) =>
  database.transact(async (change) => {
    const problems = sideMenuProblems(payload)
    if (problems.length > 0) throw validationFailed(...problems.map(({ field, key }) => ({ field, message: key })))
    const menu = normalizeSideMenu(payload)
    await storeContent(change, "side_menus", community.uuid, menu, { saved_at: now() })
    await recordAuditEvent(
      change,
      { community: community.uuid, user, action: "community.side-menu", thing: `community ${community.slug}` },
      now(),
    )
    return menu
  }),
)

export const styleEndpoints: ReadonlyArray<EndpointHandler> = [readStyle, saveStyle, readSideMenu, saveSideMenu]
