// Communities: one's own, and adding one (adapters/contract/communities.ts).
import { randomUUIDv7 } from "node:crypto"
import { communityProblems } from "../../../domain/communities/community.ts"
import * as contract from "../../contract/communities.ts"
import { type Call, signedIn } from "../http/call.ts"
import { refused } from "../http/trouble.ts"

const list = signedIn(contract.listCommunities, null, async ({ database }, { user }) => {
  const all = database.db.selectFrom("communities").select(["id as uuid", "name", "slug"]).orderBy("name").orderBy("id")
  // Platform administrators are in all of them.
  if (user.roles.includes("ROLE_ADMIN")) return { items: await all.execute() }
  const own = all.where("id", "in", (its) => its.selectFrom("memberships").select("community_id").where("user_id", "=", user.uuid))
  return { items: await own.execute() }
})

const add = signedIn(contract.addCommunity, "communities.add", async ({ database, now }, { payload }) => {
  const { name, slug } = { name: payload.name.trim(), slug: payload.slug }
  const problems = Object.entries(communityProblems({ name, slug })).filter(([, keys]) => keys.length > 0)
  if (problems.length > 0) throw refused(Object.fromEntries(problems))
  const uuid = randomUUIDv7()
  const { numInsertedOrUpdatedRows } = await database.db
    .insertInto("communities")
    .values({ id: uuid, name, slug, made_at: now() })
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw refused({ slug: ["ERROR.SLUG_TAKEN"] })
  return { uuid, name, slug }
})

export const communityCalls: ReadonlyArray<Call> = [list, add]
