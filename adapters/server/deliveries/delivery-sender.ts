// The job that sends a delivery: a POST, signed or with the access of its connection, tried again with growing pauses until it is taken (decisions "Send to API").
import { createHmac, randomBytes } from "node:crypto"
import * as Schema from "effect/Schema"
import type { Selectable } from "kysely"
import { goneStatus } from "../../../domain/actions/delivery.ts"
import { deliveryRetryDelaysMs } from "../../../domain/actions/retry-delays.ts"
import { buildConnectionDelivery, callConnection, findConnectionRow } from "../connections/connection-call.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { JobHandler } from "../jobs/job-queue.ts"
import {
  attemptRequest,
  buildUncalledAttempt,
  isAccepted,
  limitResponseSize,
  type OutboundAttempt,
  recordAttempt,
} from "../outbound/outbound-attempt.ts"
import type { OutboundRequest } from "../outbound/outbound-client.ts"
import { encryptionContext, type ServerSecret } from "../security/server-secret.ts"
import type { ServerContext } from "../server-context.ts"

// How receivers know that a delivery is ours: the headers of Standard Webhooks 1.0, signed with a secret of the community's own.

/** Where the secret is kept among the community's options. */
const option = "signing-secret"
const prefix = "whsec_"

type SigningContext = { readonly db: Db; readonly secret: ServerSecret; readonly now: Date }

const newSecret = (): string => `${prefix}${randomBytes(32).toString("base64")}`

const encryptSecret = ({ secret }: SigningContext, community: string, value: string): string =>
  secret.encrypt(JSON.stringify(value), encryptionContext.option(community, option))

/** A community's secret (`whsec_…`, as the libraries of Standard Webhooks take it), made when it is first needed. */
export const getSigningSecret = async (desk: SigningContext, community: string): Promise<string> => {
  const { db, secret, now } = desk
  await db
    .insertInto("options")
    .values({ community_id: community, key: option, sealed: encryptSecret(desk, community, newSecret()), saved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db
    .selectFrom("options")
    .select("sealed")
    .where("community_id", "=", community)
    .where("key", "=", option)
    .executeTakeFirstOrThrow()
  return String(JSON.parse(secret.decrypt(sealed, encryptionContext.option(community, option))))
}

/** Gives the community another secret: what is sent from now on is signed with that. */
export const renewSigningSecret = async (desk: SigningContext, community: string): Promise<string> => {
  const made = newSecret()
  const row = { sealed: encryptSecret(desk, community, made), saved_at: desk.now }
  await desk.db
    .insertInto("options")
    .values({ community_id: community, key: option, ...row })
    .onConflict((conflict) => conflict.columns(["community_id", "key"]).doUpdateSet(row))
    .execute()
  return made
}

type SignedMessage = { readonly id: string; readonly body: string; readonly at: Date }

/** The headers that go with a message. */
export const signWebhook = (secret: string, { id, body, at }: SignedMessage): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` }
}

const Sending = Schema.Struct({ script: Schema.String, delivery: Schema.String })

type DeliveryMessage = { readonly id: string; readonly community: string; readonly endpoint: string; readonly body: string }

/** The request that carries a delivery: its id is the same at every attempt, so that a receiver can tell one that it has already. */
export const buildSignedRequest = async (
  { database: { db }, secret, now }: ServerContext,
  { id, community, endpoint, body }: DeliveryMessage,
): Promise<OutboundRequest> => {
  const at = now()
  const headers = signWebhook(await getSigningSecret({ db, secret, now: at }, community), { id, body, at })
  return limitResponseSize({ method: "POST", url: endpoint, headers: { "content-type": "application/json", ...headers }, body })
}

type Row = Selectable<Tables["deliveries"]>

const attemptEndpoint = async (context: ServerContext, { id, community_id: community, endpoint, body }: Row): Promise<OutboundAttempt> =>
  attemptRequest(context, await buildSignedRequest(context, { id, community, endpoint, body }))

/** Null where the connection is not there any more. */
const attemptConnection = async (
  context: ServerContext,
  { id, community_id, body }: Row,
  connection: string,
): Promise<OutboundAttempt | null> => {
  const row = await findConnectionRow(context.database.db, community_id, connection)
  if (row === null) return null
  return callConnection(
    context,
    row,
    (opened, access) => {
      const request = buildConnectionDelivery(opened, { id, body, access })
      return request && limitResponseSize(request)
    },
    (_, make) => make(),
  )
}

export const sendDelivery: JobHandler = async (context, payload, job) => {
  const { script, delivery } = Schema.decodeUnknownSync(Sending)(payload)
  const row = await context.database.db
    .selectFrom("deliveries")
    .selectAll()
    .where("script_id", "=", script)
    .where("id", "=", delivery)
    .where("state", "=", "due")
    .executeTakeFirst()
  // Erased, or sent already.
  if (row === undefined) return
  const made = await (row.connection_id === null ? attemptEndpoint(context, row) : attemptConnection(context, row, row.connection_id))
  if (made === null)
    return recordAttempt(context, { script, delivery }, buildUncalledAttempt(context, "unanswered.connection.gone"), "failed")
  if (isAccepted(made)) return recordAttempt(context, { script, delivery }, made, "delivered")
  const isLast = made.answer?.status === goneStatus || job.attempt > deliveryRetryDelaysMs.length
  await recordAttempt(context, { script, delivery }, made, isLast ? "failed" : "due")
  if (!isLast) throw new Error(made.problem?.message ?? `answered with ${made.answer?.status}`)
}
