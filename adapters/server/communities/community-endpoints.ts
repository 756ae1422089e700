// Endpoints of communities and of their options: payment credentials, encrypted when stored and masked when sent [O1].
import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { getRightsLevel } from "../../../domain/accounts/rights.ts"
import { Checkout, emptyCheckout, maskCheckout, unmaskCheckout } from "../../../domain/communities/checkout-credentials.ts"
import { communityProblems, isSlug } from "../../../domain/communities/community.ts"
import { listCountChanges } from "../../../domain/failures/count-changes.ts"
import * as contract from "../../contract/community-contract.ts"
import { findLastAuditEvent, recordAuditEvent } from "../audit/audit-log.ts"
import { type Db, paginate } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { communityByIdEndpoint, type EndpointHandler, userEndpoint } from "../http/endpoint-handler.ts"
import { notFound, validationFailed, validationFailedByField } from "../http/http-error.ts"
import { countContents, findLastAddition, lockScriptConversations } from "../scripts/removal-consent.ts"
import { eraseCommunity } from "../scripts/script-erasure.ts"
import { createConfirmationToken, deleteTokensAbout, spendConfirmationToken, targetChanged } from "../security/confirmation-tokens.ts"
import { encryptionContext, type ServerSecret } from "../security/server-secret.ts"

const listCommunities = userEndpoint(contract.listCommunities, null, async ({ database }, { payload, user }) => {
  const { slug } = payload
  // Some texts (U+0000) cannot even be sent to the database.
  if (slug !== undefined && !isSlug(slug)) return { items: [] }
  const all = database.db.selectFrom("communities").select(["id as uuid", "name", "slug"]).orderBy("name").orderBy("id")
  const matching = slug === undefined ? all : all.where("slug", "=", slug)
  const page = paginate(matching, payload)
  // Platform administrators see all communities.
  if (getRightsLevel(user, null) === "platform") return { items: await page.execute() }
  const own = page.where("id", "in", (eb) => eb.selectFrom("memberships").select("community_id").where("user_id", "=", user.uuid))
  return { items: await own.execute() }
})

const addCommunity = userEndpoint(contract.addCommunity, "communities.add", async ({ database, now }, { payload, user }) => {
  const { name, slug } = { name: payload.name.trim(), slug: payload.slug }
  const problems = Object.entries(communityProblems({ name, slug })).filter(([, keys]) => keys.length > 0)
  if (problems.length > 0) throw validationFailedByField(Object.fromEntries(problems))
  const uuid = randomUUIDv7()
  return database.transact(async (change) => {
    const { numInsertedOrUpdatedRows } = await change
      .insertInto("communities")
      .values({ id: uuid, name, slug, made_at: now() })
      .onConflict((conflict) => conflict.column("slug").doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n) throw validationFailedByField({ slug: ["ERROR.SLUG_TAKEN"] })
    await recordAuditEvent(change, { community: uuid, user, action: "community.add", target: `community ${slug}` }, now())
    return { uuid, name, slug }
  })
})

const readCommunity = communityByIdEndpoint(contract.readCommunity, "scripts.list", async (_, { community }) => community)

const rename = communityByIdEndpoint(
  contract.renameCommunity,
  "communities.edit",
  async ({ database, now }, { community, payload, user }) => {
    const name = payload.name.trim()
    const [problem] = communityProblems({ name, slug: community.slug }).name
    if (problem !== undefined) throw validationFailed({ field: "name", message: problem })
    await database.transact(async (change) => {
      await change.updateTable("communities").set({ name }).where("id", "=", community.uuid).execute()
      await recordAuditEvent(
        change,
        { community: community.uuid, user, action: "community.rename", target: `community ${community.slug}` },
        now(),
      )
    })
    return { ...community, name }
  },
)

const deletionAction = "delete community"

/** Counts the chats of a community, and what they contain of their respondents. */
const countCommunityContents = async (db: Db, community: string) => {
  const scripts = await db.selectFrom("scripts").select("id").where("community_id", "=", community).execute()
  const contents = await countContents(
    db,
    scripts.map(({ id }) => id),
  )
  return { chats: scripts.length, ...contents }
}

/** Locks the chats of a community and their conversations, so that what is counted is what is erased. */
const lockCommunityContents = async (change: Transaction<Tables>, community: string): Promise<void> => {
  const scripts = await change.selectFrom("scripts").select("id").where("community_id", "=", community).orderBy("id").forUpdate().execute()
  for (const { id } of scripts) await lockScriptConversations(change, id)
}

const deleteToken = communityByIdEndpoint(
  contract.getCommunityDeletionToken,
  "communities.delete",
  async ({ database: { db }, now }, { community, user }) => {
    const { name } = await db.selectFrom("communities").select("name").where("id", "=", community.uuid).executeTakeFirstOrThrow()
    const state = { name, ...(await countCommunityContents(db, community.uuid)) }
    const confirmation = { action: deletionAction, state, user: user.uuid, target: community.uuid }
    return { deleteToken: await createConfirmationToken(db, confirmation, now()), ...state }
  },
  { changes: true },
)

const remove = communityByIdEndpoint(
  contract.deleteCommunity,
  "communities.delete",
  ({ database, now }, { community, payload: { csrf }, user }) =>
    database.transact(async (change) => {
      const row = await change.selectFrom("communities").select("name").where("id", "=", community.uuid).forUpdate().executeTakeFirst()
      if (row === undefined) throw notFound()
      const scope = { actions: [deletionAction], user: user.uuid, target: community.uuid }
      const confirmation = await spendConfirmationToken(change, csrf, scope, now())
      await lockCommunityContents(change, community.uuid)
      const current = { name: row.name, ...(await countCommunityContents(change, community.uuid)) }
      if (!confirmation.covers(current)) {
        const changes = listCountChanges(confirmation.getShown, current)
        const renaming = { community: community.uuid, actions: ["community.rename"] as const, target: `community ${community.slug}` }
        const lastChange =
          confirmation.getShown("name") === row.name
            ? await findLastAddition(change, { community: community.uuid }, changes)
            : await findLastAuditEvent(change, renaming)
        throw targetChanged({ current, changes, lastChange, now: now() })
      }
      await eraseCommunity(change, community.uuid, now())
      // Their state contains its name.
      await deleteTokensAbout(change, community.uuid)
      await recordAuditEvent(change, { community: null, user, action: "community.delete", target: `community ${community.slug}` }, now())
      return {}
    }),
)

export const communityEndpoints: ReadonlyArray<EndpointHandler> = [
  listCommunities,
  addCommunity,
  readCommunity,
  rename,
  deleteToken,
  remove,
]

const decodeCheckout = Schema.decodeUnknownSync(Schema.fromJsonString(Checkout))

/** The only option is `checkout`. */
const requireKnownOption = (key: string): void => {
  if (key !== "checkout") throw notFound()
}

const readCheckout = async (db: Db, secret: ServerSecret, community: string, key: string): Promise<Checkout> => {
  const row = await db
    .selectFrom("options")
    .select("sealed")
    .where("community_id", "=", community)
    .where("key", "=", key)
    .executeTakeFirst()
  return row === undefined ? emptyCheckout : decodeCheckout(secret.decrypt(row.sealed, encryptionContext.option(community, key)))
}

const readOption = communityByIdEndpoint(
  contract.readOption,
  "community.options",
  async ({ database: { db }, secret, now }, { user, community, params: { key } }) => {
    requireKnownOption(key)
    await recordAuditEvent(db, { community: community.uuid, user, action: "community.options.read", target: `option ${key}` }, now())
    return maskCheckout(await readCheckout(db, secret, community.uuid, key))
  },
)

const saveOption = communityByIdEndpoint(
  contract.saveOption,
  "community.options",
  ({ database, secret, now }, { user, community, payload, params: { key } }) =>
    database.transact(async (change) => {
      requireKnownOption(key)
      const next = unmaskCheckout(payload, await readCheckout(change, secret, community.uuid, key))
      const row = { sealed: secret.encrypt(JSON.stringify(next), encryptionContext.option(community.uuid, key)), saved_at: now() }
      await change
        .insertInto("options")
        .values({ community_id: community.uuid, key, ...row })
        .onConflict((conflict) => conflict.columns(["community_id", "key"]).doUpdateSet(row))
        .execute()
      await recordAuditEvent(change, { community: community.uuid, user, action: "community.options", target: `option ${key}` }, now())
      return maskCheckout(next)
    }),
)

export const optionEndpoints: ReadonlyArray<EndpointHandler> = [readOption, saveOption]
