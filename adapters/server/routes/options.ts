// A community's options: credentials of payments, sealed, and masked when they are shown (adapters/contract/options.ts).
import * as Schema from "effect/Schema"
import { Checkout, keptCheckout, maskedCheckout, noCheckout } from "../../../domain/communities/checkout.ts"
import * as contract from "../../contract/options.ts"
import { note } from "../audit/audit.ts"
import type { Db } from "../database/database.ts"
import { type Call, inCommunityById } from "../http/call.ts"
import { missing } from "../http/trouble.ts"
import { sealedFor } from "../sealed-for.ts"
import type { Secret } from "../secret.ts"

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
