// Serializing transactions of one community.
import type { Transaction } from "kysely"
import type { Tables } from "../database/tables.ts"
import { notFound } from "../http/http-error.ts"

/** Locks a community until the transaction ends; throws a 404 if it was deleted. Others can still add rows to it. */
export const lockCommunity = async (trx: Transaction<Tables>, community: string): Promise<void> => {
  const row = await trx.selectFrom("communities").select("id").where("id", "=", community).forNoKeyUpdate().executeTakeFirst()
  if (row === undefined) throw notFound()
}
