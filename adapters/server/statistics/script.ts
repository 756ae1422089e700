// The chat whose statistics are asked for.
import { isSlug } from "../../../domain/communities/community.ts"
import { isEditable } from "../../../domain/script/status.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow } from "../database/tables.ts"
import { isUuid } from "../http/askable.ts"
import { missing } from "../http/trouble.ts"
import { codeOf, statusOf } from "../scripts/listed.ts"

/** With its community, or a 404: also for one that is deleted (decisions G5). */
export const scriptWithStatistics = async (db: Db, { slug, script }: { readonly slug: string; readonly script: string }) => {
  if (!isUuid(script) || !isSlug(slug)) throw missing()
  const found = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .select([
      "scripts.id",
      "scripts.revision",
      "scripts.status",
      "scripts.language",
      "scripts.community_id",
      "communities.name",
      "communities.slug",
    ])
    .where("communities.slug", "=", slug)
    .where("scripts.id", "=", script)
    .where("scripts.status", "!=", codeOf("deleted"))
    .executeTakeFirst()
  if (found === undefined) throw missing()
  return found
}

/**
 * [G5] The revision that statistics are told by, or null where there is none: of a script in preparation that which the newest conversation
 * was begun with, since what its author writes now is not for respondents yet.
 */
export const revisionTold = async (
  db: Db,
  { id, revision, status }: Pick<ScriptRow, "id" | "revision" | "status">,
): Promise<number | null> => {
  if (!isEditable(statusOf(status))) return revision
  const newest = await db
    .selectFrom("conversations")
    .select("revision")
    .where("script_id", "=", id)
    .where("started_at", "is not", null)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return newest?.revision ?? null
}
