// The signing secret of a community, and the signatures of its deliveries [A10].
import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import type { Db } from "../database/database.ts"
import { encryptionContext, type ServerSecret } from "../security/server-secret.ts"

/** Key of the signing secret in the community's options. */
const optionKey = "signing-secret"

type SigningContext = { readonly db: Db; readonly secret: ServerSecret; readonly now: Date }

const generateSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`

const encryptSecret = ({ secret }: SigningContext, community: string, value: string): string =>
  secret.encrypt(JSON.stringify(value), encryptionContext.option(community, optionKey))

/** Returns the community's signing secret (`whsec_…`, the format of Standard Webhooks), creating it on first use. */
export const getSigningSecret = async (context: SigningContext, community: string): Promise<string> => {
  const { db, secret, now } = context
  await db
    .insertInto("options")
    .values({ community_id: community, key: optionKey, sealed: encryptSecret(context, community, generateSecret()), saved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db
    .selectFrom("options")
    .select("sealed")
    .where("community_id", "=", community)
    .where("key", "=", optionKey)
    .executeTakeFirstOrThrow()
  return String(JSON.parse(secret.decrypt(sealed, encryptionContext.option(community, optionKey))))
}

/** Replaces the community's signing secret, and returns the new one; it signs everything sent from now on. */
export const renewSigningSecret = async (context: SigningContext, community: string): Promise<string> => {
  const value = generateSecret()
  const row = { sealed: encryptSecret(context, community, value), saved_at: context.now }
  await context.db
    .insertInto("options")
    .values({ community_id: community, key: optionKey, ...row })
    .onConflict((conflict) => conflict.columns(["community_id", "key"]).doUpdateSet(row))
    .execute()
  return value
}

type SignedMessage = { readonly id: string; readonly body: string; readonly at: Date }

/** Returns the signature headers of Standard Webhooks 1.0 for a message. */
export const signWebhook = (secret: string, { id, body, at }: SignedMessage): Readonly<Record<string, string>> => ({
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": new Webhook(secret).sign(id, at, body),
})
