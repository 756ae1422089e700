// Checks what a respondent's link leads to, without starting a conversation [E10].
import type { Transaction } from "kysely"
import { isSlug } from "../../../domain/communities/community.ts"
import { isUuid } from "../../../domain/text/text-input.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { notFound } from "../http/http-error.ts"
import type { ServerContext } from "../server-context.ts"
import {
  type AccessAttempt,
  findConversationByAccessKey,
  guardAccessKey,
  requireLiveScript,
  UnknownAccessKey,
} from "./conversation-progress.ts"

type AccessContext = Pick<ServerContext, "database" | "rateLimits" | "now">

type AnonymousLink = { readonly community: string; readonly script: string }

/** Returns the live script of an anonymous link; throws a 404, a 410 if it is closed, or a 423 if it is in preparation. */
export const findLiveScript = async (db: Db, link: AnonymousLink): Promise<ScriptRow> =>
  requireLiveRow(await selectLinkedScript(db, link).executeTakeFirst(), { hasAccessKey: false })

/** Like `findLiveScript`, for a page that is open already; the script stays live until the transaction ends. */
export const lockLiveScript = async (trx: Transaction<Tables>, link: AnonymousLink): Promise<ScriptRow> =>
  requireLiveRow(await selectLinkedScript(trx, link).forShare("scripts").executeTakeFirst(), { hasAccessKey: true })

const selectLinkedScript = (db: Db, { community, script }: AnonymousLink) => {
  if (!isUuid(script) || !isSlug(community)) throw notFound()
  return db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .selectAll("scripts")
    .where("communities.slug", "=", community)
    .where("scripts.id", "=", script)
}

const requireLiveRow = (row: ScriptRow | undefined, access: { readonly hasAccessKey: boolean }): ScriptRow => {
  requireLiveScript(row, access)
  if (row === undefined) throw notFound()
  return row
}

/** Returns the script of a personal link; throws a 404 or 410, a 429 for guessing, and a 423 while the script is in preparation. */
export const requirePersonalLink = async (context: AccessContext, attempt: AccessAttempt) => {
  const { db } = context.database
  const conversation = await guardAccessKey(context, attempt, async () => {
    const row = await findConversationByAccessKey(db, attempt.accessKey)
    if (row === undefined) throw new UnknownAccessKey()
    return row
  })
  const script = await db
    .selectFrom("scripts")
    .select(["id", "community_id", "language", "status", "revision", "live_revision"])
    .where("id", "=", conversation.script_id)
    .executeTakeFirst()
  requireLiveScript(script, { hasAccessKey: true })
  if (script === undefined) throw notFound()
  return script
}
