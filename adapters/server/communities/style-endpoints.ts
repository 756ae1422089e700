// Endpoints of a community's style and side menu. Respondents' pages receive both with the conversation instead.
import * as Schema from "effect/Schema"
import { normalizeSideMenu, SideMenu, sideMenuProblems } from "../../../domain/communities/side-menu.ts"
import { checkStyle } from "../../../domain/files/style-file.ts"
import { isError } from "../../../domain/findings/finding.ts"
import { decodeStyle, emptyStyle, encodeStyle, type Style } from "../../../domain/style/community-style.ts"
import { countDifferences } from "../../../domain/style/style-merge.ts"
import { maxStyleEntries, StylePayload } from "../../../domain/style/style-payload-schema.ts"
import * as contract from "../../contract/community-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import { communityByIdEndpoint, communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { HttpError, validationFailed } from "../http/http-error.ts"
import { lockCommunity } from "./community-lock.ts"

type ContentTable = "styles" | "side_menus"

const readContent = async (db: Db, table: ContentTable, community: string): Promise<string | null> =>
  (await db.selectFrom(table).select("content").where("community_id", "=", community).executeTakeFirst())?.content ?? null

const storeContent = async (
  db: Db,
  table: ContentTable,
  community: string,
  value: unknown,
  save: { readonly saved_at: Date; readonly saved_by?: string },
): Promise<void> => {
  const row = { content: JSON.stringify(value), ...save }
  await db
    .insertInto(table)
    .values({ community_id: community, ...row })
    .onConflict((conflict) => conflict.column("community_id").doUpdateSet(row))
    .execute()
}

const decodeStoredStyle = Schema.decodeUnknownSync(Schema.fromJsonString(StylePayload))
const decodeStoredSideMenu = Schema.decodeUnknownSync(Schema.fromJsonString(SideMenu))

/** Returns the stored style of a community, or the empty style. */
export const getStyle = async (db: Db, community: string): Promise<typeof StylePayload.Type> => {
  const text = await readContent(db, "styles", community)
  return text === null ? encodeStyle(emptyStyle) : decodeStoredStyle(text)
}

/** Returns the style that the public pages receive: without fields of newer versions, which can be long. */
export const getPublicStyle = async (db: Db, community: string): Promise<typeof StylePayload.Type> => {
  const { web, stats } = await getStyle(db, community)
  return { web, stats }
}

/** Returns the side menu of a community's chats. */
export const getSideMenu = async (db: Db, community: string): Promise<SideMenu> => {
  const text = await readContent(db, "side_menus", community)
  return text === null ? { links: [] } : decodeStoredSideMenu(text)
}

const readStyle = communityEndpoint(contract.readStyle, "style.read", ({ database: { db } }, { community }) => getStyle(db, community.uuid))

/** Limit of a save, which contains the style and its base. Images and fonts are uploads, so a style only has their URLs. */
const maxSaveBytes = 2 * 512 * 1024

const requireAcceptedLength = ({ web, stats }: typeof StylePayload.Type): void => {
  for (const [field, list] of Object.entries({ web, stats }))
    if (list.length > maxStyleEntries) throw validationFailed({ field, message: `A style has at most ${maxStyleEntries} entries.` })
}

/**
 * Returns a 409 if another style was stored since `base`. A stored style that equals `next` is not a conflict: it is the same
 * save, repeated because its response was lost.
 */
const findConflict = async (change: Db, community: string, base: Style, next: Style): Promise<HttpError | undefined> => {
  const style = await getStyle(change, community)
  const stored = decodeStyle(style)
  if (countDifferences(stored, base) === 0 || countDifferences(stored, next) === 0) return undefined
  const lastSave = await change
    .selectFrom("styles")
    .leftJoin("users", "users.id", "styles.saved_by")
    .select(["users.username", "styles.saved_at"])
    .where("community_id", "=", community)
    .executeTakeFirst()
  const body = Schema.encodeSync(contract.StyleConflictBody)({
    message: "The styling was saved by someone else in the meantime.",
    style,
    savedBy: lastSave?.username ?? null,
    savedAt: lastSave?.saved_at.toISOString() ?? null,
  })
  return new HttpError(409, body)
}

const saveStyle = communityByIdEndpoint(
  contract.saveStyle,
  "community.style",
  ({ database, now }, { user, community, payload: { base, ...payload } }) =>
    database.transact(async (change) => {
      for (const style of base === undefined ? [payload] : [payload, base]) requireAcceptedLength(style)
      const findings = checkStyle(payload, "").filter(isError)
      if (findings.length > 0)
        throw new HttpError(422, {
          message: "The style is invalid.",
          violations: findings.map(({ pointer, message }) => ({ field: pointer, message })),
          findings,
        })
      const next = decodeStyle(payload)
      // Each save is compared with the result of the previous one.
      await lockCommunity(change, community.uuid)
      const conflict = base === undefined ? undefined : await findConflict(change, community.uuid, decodeStyle(base), next)
      if (conflict !== undefined) throw conflict
      const style = encodeStyle(next)
      await storeContent(change, "styles", community.uuid, style, { saved_at: now(), saved_by: user.uuid })
      await recordAuditEvent(
        change,
        { community: community.uuid, user, action: "community.style", target: `community ${community.slug}` },
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
      { community: community.uuid, user, action: "community.side-menu", target: `community ${community.slug}` },
      now(),
    )
    return menu
  }),
)

export const styleEndpoints: ReadonlyArray<EndpointHandler> = [readStyle, saveStyle, readSideMenu, saveSideMenu]
