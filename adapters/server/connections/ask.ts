// Asking a connection: with the access that its owner gave, renewed once where that is refused (spec/3-community §3 "Auth types").
import type { Unanswered } from "../../../domain/actions/send-to-api/unanswered.ts"
import { type ConnectionPayload, takesAccess } from "../../../domain/connections/connection.ts"
import { secretsOf } from "../../../domain/connections/told-secrets.ts"
import type { Db } from "../database/database.ts"
import { type Attempt, attempt, type NotMade, notMade } from "../deliveries/attempt.ts"
import type { House } from "../house.ts"
import { isUuid } from "../http/askable.ts"
import type { OutboundRequest } from "../outbound/outbound.ts"
import { type ConnectionRow, openedConnection } from "./connections.ts"
import { accessOf } from "./tokens.ts"

/** A connection of a community by its id; null where it has none of that id. */
export const connectionRow = async (db: Db, community: string, id: string): Promise<ConnectionRow | null> =>
  isUuid(id)
    ? ((await db.selectFrom("connections").selectAll().where("community_id", "=", community).where("id", "=", id).executeTakeFirst()) ??
      null)
    : null

/** The call of a connection, with the access that its owner gave; null where it names no address. */
type CallOf = (connection: ConnectionPayload, access: string | null) => OutboundRequest | null

/** What is kept of a call, besides what came of it. */
export type Called = Pick<OutboundRequest, "url" | "body">

/** Characters from which on a header of a connection is taken for a secret: a shorter one (`true`) stands in many an answer. */
const leastHeader = 8

/** What a call has that its answer may repeat and nobody is to read (O1). */
const secretsIn = (connection: ConnectionPayload, { headers = {} }: OutboundRequest): ReadonlyArray<string> => {
  const authorization = headers["authorization"] ?? ""
  const own = Object.values(connection.headers ?? {}).filter((value) => value.length >= leastHeader)
  // The token by itself, too.
  return secretsOf(connection, [...own, authorization, authorization.replace(/^\w+ /, "")])
}

/** The last attempt at it: `keep` has each of them made. One without an address or access is told as an attempt that was not made. */
export const askConnection = async <Made extends Attempt | null>(
  house: House,
  row: ConnectionRow,
  callOf: CallOf,
  keep: (called: Called, make: () => Promise<Attempt>) => Promise<Made>,
): Promise<Made> => {
  const connection = openedConnection(house.secret, row)
  const call = (access: string | null) => callOf(connection, access)
  const refuse = (called: Called, problem: NotMade, because: Unanswered | null = null) =>
    keep(called, async () => notMade(house, problem, because))
  const { access, why } = await accessOf(house, row, connection)
  const first = call(access)
  if (first === null) return refuse({ url: "" }, "unanswered.connection.nowhere")
  // Without its access it would be refused, after it was told of a respondent.
  if (takesAccess(connection) && access === null)
    return refuse(first, row.tokens === null ? "unanswered.connection.unauthorized" : "unanswered.connection.not-renewed", why)
  const made = await keep(first, () => attempt(house, first, secretsIn(connection, first)))
  // A token may have been taken back before its time.
  if (made?.answer?.status !== 401 || !takesAccess(connection)) return made
  const renewed = await accessOf(house, row, connection, { isRefused: true })
  if (renewed.access === null) return renewed.why === null ? made : refuse(first, "unanswered.connection.not-renewed", renewed.why)
  const second = call(renewed.access)
  return second === null ? made : keep(second, () => attempt(house, second, secretsIn(connection, second)))
}
