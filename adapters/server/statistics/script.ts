// The chat whose statistics are asked for.
import type { Db } from "../database/database.ts"
import { missing } from "../http/trouble.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** With its community, or a 404: also for one that is deleted (decisions G5). */
export const scriptWithStatistics = async (db: Db, { slug, script }: { readonly slug: string; readonly script: string }) => {
  if (!uuid.test(script) || !/^[a-z0-9-]+$/.test(slug)) throw missing()
  const found = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .select(["scripts.id", "scripts.revision", "scripts.community_id", "communities.name", "communities.slug"])
    .where("communities.slug", "=", slug)
    .where("scripts.id", "=", script)
    .where("scripts.status", "!=", 4)
    .executeTakeFirst()
  if (found === undefined) throw missing()
  return found
}
