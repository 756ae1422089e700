// Communities: one's own, and adding one (adapters/contract/communities.ts).

import { randomUUIDv7 } from "node:crypto"
import { communityProblems, isSlug } from "../../../domain/communities/community.ts"
import { standing } from "../../../domain/communities/roles.ts"
import * as contract from "../../contract/communities.ts"
import { makeToken, spendToken } from "../accounts/one-time-tokens.ts"
import { note } from "../audit/audit.ts"
import { paged } from "../database/paged.ts"
import { type Call, inCommunityById, signedIn } from "../http/call.ts"
import { forbidden, refused, violated } from "../http/trouble.ts"
import { eraseCommunity } from "../scripts/erase.ts"

const list = signedIn(contract.listCommunities, null, async ({ database }, { payload, user }) => {
  const { slug } = payload
  // No slug has other signs, and the database cannot even be asked for some texts (U+0000).
  if (slug !== undefined && !isSlug(slug)) return { items: [] }
  const every = database.db.selectFrom("communities").select(["id as uuid", "name", "slug"]).orderBy("name").orderBy("id")
  const whole = slug === undefined ? every : every.where("slug", "=", slug)
  const all = paged(whole, payload)
  // Platform administrators are in all of them.
  if (standing(user, null) === "platform") return { items: await all.execute() }
  const own = all.where("id", "in", (its) => its.selectFrom("memberships").select("community_id").where("user_id", "=", user.uuid))
  return { items: await own.execute() }
})

const add = signedIn(contract.addCommunity, "communities.add", async ({ database, now }, { payload, user }) => {
  const { name, slug } = { name: payload.name.trim(), slug: payload.slug }
  const problems = Object.entries(communityProblems({ name, slug })).filter(([, keys]) => keys.length > 0)
  if (problems.length > 0) throw refused(Object.fromEntries(problems))
  const uuid = randomUUIDv7()
  return database.transact(async (change) => {
    const { numInsertedOrUpdatedRows } = await change
      .insertInto("communities")
      .values({ id: uuid, name, slug, made_at: now() })
      .onConflict((conflict) => conflict.column("slug").doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) throw refused({ slug: ["ERROR.SLUG_TAKEN"] })
    await note(change, { community: uuid, user, deed: "community.add", thing: `community ${slug}` }, now())
    return { uuid, name, slug }
  })
})

const read = inCommunityById(contract.readCommunity, "scripts.list", async (_, { community }) => community)

const rename = inCommunityById(contract.renameCommunity, "communities.edit", async ({ database, now }, { community, payload, user }) => {
  const name = payload.name.trim()
  const [problem] = communityProblems({ name, slug: community.slug }).name
  if (problem !== undefined) throw violated({ field: "name", message: problem })
  await database.transact(async (change) => {
    await change.updateTable("communities").set({ name }).where("id", "=", community.uuid).execute()
    await note(change, { community: community.uuid, user, deed: "community.rename", thing: `community ${community.slug}` }, now())
  })
  return { ...community, name }
})

const deleteToken = inCommunityById(
  contract.deleteCommunityToken,
  "communities.delete",
  async ({ database: { db }, now }, { community, user }) => ({
    deleteToken: await makeToken(db, { purpose: "delete community", user: user.uuid, thing: community.uuid }, now()),
  }),
  { changes: true },
)

const remove = inCommunityById(
  contract.deleteCommunity,
  "communities.delete",
  ({ database, now }, { community, payload: { csrf }, user }) =>
    database.transact(async (change) => {
      const serves = { purpose: "delete community", user: user.uuid, thing: community.uuid }
      if (!(await spendToken(change, csrf, serves, now()))) throw forbidden("This delete token is wrong or spent.")
      await eraseCommunity(change, community.uuid, now())
      await note(change, { community: null, user, deed: "community.delete", thing: `community ${community.slug}` }, now())
      return {}
    }),
)

export const communityCalls: ReadonlyArray<Call> = [list, add, read, rename, deleteToken, remove]
