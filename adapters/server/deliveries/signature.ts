// How receivers know that a delivery is ours: the headers of Standard Webhooks 1.0, signed with a secret of the community's own.
import { createHmac, randomBytes } from "node:crypto"
import type { Db } from "../database/database.ts"
import { sealedFor } from "../sealed-for.ts"
import type { Secret } from "../secret.ts"

/** Where the secret is kept among the community's options. */
const option = "signing-secret"
const prefix = "whsec_"

type Desk = { readonly db: Db; readonly secret: Secret; readonly now: Date }

const newSecret = (): string => `${prefix}${randomBytes(32).toString("base64")}`

const seal = ({ secret }: Desk, community: string, value: string): string =>
  secret.seal(JSON.stringify(value), sealedFor.option(community, option))

/** A community's secret (`whsec_…`, as the libraries of Standard Webhooks take it), made when it is first needed. */
export const signingSecret = async (desk: Desk, community: string): Promise<string> => {
  const { db, secret, now } = desk
  await db
    .insertInto("options")
    .values({ community_id: community, key: option, sealed: seal(desk, community, newSecret()), saved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db
    .selectFrom("options")
    .select("sealed")
    .where("community_id", "=", community)
    .where("key", "=", option)
    .executeTakeFirstOrThrow()
  return String(JSON.parse(secret.open(sealed, sealedFor.option(community, option))))
}

/** Gives the community another secret: what is sent from now on is signed with that. */
export const renewSigningSecret = async (desk: Desk, community: string): Promise<string> => {
  const made = newSecret()
  const row = { sealed: seal(desk, community, made), saved_at: desk.now }
  await desk.db
    .insertInto("options")
    .values({ community_id: community, key: option, ...row })
    .onConflict((conflict) => conflict.columns(["community_id", "key"]).doUpdateSet(row))
    .execute()
  return made
}

type Message = { readonly id: string; readonly body: string; readonly at: Date }

/** The headers that go with a message. */
export const signed = (secret: string, { id, body, at }: Message): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` }
}
