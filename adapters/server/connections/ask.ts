// Asking a connection: with the access that its owner gave, renewed once where that is refused (spec/3-community §3 "Auth types").
import type { Asking } from "../../../domain/actions/asking.ts"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import type { Db } from "../database/database.ts"
import type { Attempt } from "../deliveries/attempt.ts"
import type { House } from "../house.ts"
import { isUuid } from "../http/askable.ts"
import { type ConnectionRow, openedConnection } from "./connections.ts"
import { accessOf } from "./tokens.ts"

/** A connection of a community by its id; null where it has none of that id. */
export const connectionRow = async (db: Db, community: string, id: string): Promise<ConnectionRow | null> =>
  isUuid(id)
    ? ((await db.selectFrom("connections").selectAll().where("community_id", "=", community).where("id", "=", id).executeTakeFirst()) ??
      null)
    : null

/** The call of a connection, with the access that its owner gave; null where it names no address. */
type CallOf = (connection: ConnectionPayload, access: string | null) => Asking | null

/** The last attempt at it, which `make` makes; null where there is no call of it, or `make` makes none. */
export const askConnection = async <Made extends Attempt | null>(
  house: House,
  row: ConnectionRow,
  callOf: CallOf,
  make: (asking: Asking) => Promise<Made>,
): Promise<Made | null> => {
  const connection = openedConnection(house.secret, row)
  const call = (access: string | null) => callOf(connection, access)
  const first = call(await accessOf(house, row, connection))
  if (first === null) return null
  const made = await make(first)
  // A token may have been taken back before its time.
  if (made?.answer?.status !== 401 || connection.authType !== 5) return made
  const renewed = await accessOf(house, row, connection, { isRefused: true })
  const second = renewed === null ? null : call(renewed)
  return second === null ? made : make(second)
}
