// The chat whose statistics are asked for.
import { isSlug } from "../../../domain/communities/community.ts"
import type { Db } from "../database/database.ts"
import { isUuid } from "../http/askable.ts"
import { missing } from "../http/trouble.ts"
import { codeOf } from "../scripts/listed.ts"

/** With its community, or a 404: also for one that is deleted (decisions G5). */
export const scriptWithStatistics = async (db: Db, { slug, script }: { readonly slug: string; readonly script: string }) => {
  if (!isUuid(script) || !isSlug(slug)) throw missing()
  const found = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .select([
      "scripts.id",
      "scripts.revision",
      "scripts.live_revision",
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
