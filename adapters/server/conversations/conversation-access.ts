// What a respondent's link leads to. Looking begins nothing (decisions E10).
import { isSlug } from "../../../domain/communities/community.ts"
import { isUuid } from "../../../domain/uuid.ts"
import type { Db } from "../database/database.ts"
import { notFound } from "../http/http-error.ts"
import type { ServerContext } from "../server-context.ts"
import {
  type AccessAttempt,
  findConversationByAccessKey,
  guardAccessKey,
  requireLiveScript,
  UnknownAccessKey,
} from "./conversation-progress.ts"

type Lookup = Pick<ServerContext, "database" | "crowd" | "now">

/** The live chat of everybody's link; a 404, or a 410 where it is closed. */
export const findLiveScript = async (db: Db, { community, script }: { readonly community: string; readonly script: string }) => {
  if (!isUuid(script) || !isSlug(community)) throw notFound()
  const row = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .selectAll("scripts")
    .where("communities.slug", "=", community)
    .where("scripts.id", "=", script)
    .executeTakeFirst()
  requireLiveScript(row, { isPartOf: false })
  if (row === undefined) throw notFound()
  return row
}

/** The same for one person's link, by its pass, and a 429 for who guesses; a 423 where the chat is in preparation. */
export const requirePersonalLink = async (context: Lookup, asker: AccessAttempt) => {
  const { db } = context.database
  const found = await guardAccessKey(context, asker, async () => {
    const row = await findConversationByAccessKey(db, asker.accessKey)
    if (row === undefined) throw new UnknownAccessKey()
    return row
  })
  requireLiveScript(
    await db.selectFrom("scripts").select(["id", "community_id", "status"]).where("id", "=", found.script_id).executeTakeFirst(),
    { isPartOf: true },
  )
}
