// What a respondent's link leads to. Looking begins nothing (decisions E10).
import { isSlug } from "../../../domain/communities/community.ts"
import { isUuid } from "../../../domain/uuid.ts"
import type { Db } from "../database/database.ts"
import { missing } from "../http/http-error.ts"
import type { House } from "../server-context.ts"
import { type Asker, findByPass, refuseUnlessLive, WrongPass, withPass } from "./conversation-progress.ts"

type Lookup = Pick<House, "database" | "crowd" | "now">

/** The live chat of everybody's link; a 404, or a 410 where it is closed. */
export const liveChat = async (db: Db, { community, script }: { readonly community: string; readonly script: string }) => {
  if (!isUuid(script) || !isSlug(community)) throw missing()
  const row = await db
    .selectFrom("scripts")
    .innerJoin("communities", "communities.id", "scripts.community_id")
    .selectAll("scripts")
    .where("communities.slug", "=", community)
    .where("scripts.id", "=", script)
    .executeTakeFirst()
  refuseUnlessLive(row, { isPartOf: false })
  if (row === undefined) throw missing()
  return row
}

/** The same for one person's link, by its pass, and a 429 for who guesses; a 423 where the chat is in preparation. */
export const findPersonal = async (house: Lookup, asker: Asker) => {
  const { db } = house.database
  const found = await withPass(house, asker, async () => {
    const row = await findByPass(db, asker.pass)
    if (row === undefined) throw new WrongPass()
    return row
  })
  refuseUnlessLive(
    await db.selectFrom("scripts").select(["id", "community_id", "status"]).where("id", "=", found.script_id).executeTakeFirst(),
    { isPartOf: true },
  )
}
