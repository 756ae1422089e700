// Communities: one's own, and adding one (adapters/contract/community-contract.ts).
import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import { Checkout, keptCheckout, maskedCheckout, noCheckout } from "../../../domain/communities/checkout-credentials.ts"
import { communityProblems, isSlug } from "../../../domain/communities/community.ts"
import { standing } from "../../../domain/communities/rights.ts"
import * as contract from "../../contract/community-contract.ts"
import { note } from "../audit/audit-log.ts"
import { type Db, paged } from "../database/database.ts"
import { type Call, inCommunityById, signedIn } from "../http/endpoint-handler.ts"
import { forbidden, missing, refused, violated } from "../http/http-error.ts"
import { eraseCommunity } from "../scripts/script-erasure.ts"
import { makeToken, spendToken } from "../security/one-time-tokens.ts"
import { type Secret, sealedFor } from "../security/server-secret.ts"

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

const readCommunity = inCommunityById(contract.readCommunity, "scripts.list", async (_, { community }) => community)

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

export const communityCalls: ReadonlyArray<Call> = [list, add, readCommunity, rename, deleteToken, remove]

// A community's options: credentials of payments, sealed, and masked when they are shown (adapters/contract/community-contract.ts).

const checkoutIn = Schema.decodeUnknownSync(Schema.fromJsonString(Checkout))

/** There is one option. */
const refuseOther = (key: string): void => {
  if (key !== "checkout") throw missing()
}

const kept = async (db: Db, secret: Secret, community: string, key: string): Promise<Checkout> => {
  const row = await db
    .selectFrom("options")
    .select("sealed")
    .where("community_id", "=", community)
    .where("key", "=", key)
    .executeTakeFirst()
  return row === undefined ? noCheckout : checkoutIn(secret.open(row.sealed, sealedFor.option(community, key)))
}

const read = inCommunityById(
  contract.readOption,
  "community.options",
  async ({ database: { db }, secret, now }, { user, community, params: { key } }) => {
    refuseOther(key)
    await note(db, { community: community.uuid, user, deed: "community.options.read", thing: `option ${key}` }, now())
    return maskedCheckout(await kept(db, secret, community.uuid, key))
  },
)

const save = inCommunityById(
  contract.saveOption,
  "community.options",
  ({ database, secret, now }, { user, community, payload, params: { key } }) =>
    database.transact(async (change) => {
      refuseOther(key)
      const next = keptCheckout(payload, await kept(change, secret, community.uuid, key))
      const row = { sealed: secret.seal(JSON.stringify(next), sealedFor.option(community.uuid, key)), saved_at: now() }
      await change
        .insertInto("options")
        .values({ community_id: community.uuid, key, ...row })
        .onConflict((its) => its.columns(["community_id", "key"]).doUpdateSet(row))
        .execute()
      await note(change, { community: community.uuid, user, deed: "community.options", thing: `option ${key}` }, now())
      return maskedCheckout(next)
    }),
)

export const optionCalls: ReadonlyArray<Call> = [read, save]
