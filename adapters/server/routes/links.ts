// Making links to a chat (adapters/contract/conversations.ts).
import type { Transaction } from "kysely"
import { canHaveLinks } from "../../../domain/script/status.ts"
import * as contract from "../../contract/conversations.ts"
import { note } from "../audit/audit.ts"
import { makeLinks, makeUniqueLinks } from "../conversations/links.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { missing, violated } from "../http/trouble.ts"
import { listedOf, type Which } from "../scripts/listed.ts"

/** The script that links are made to; it is not deleted before they are there, and goes with them. */
const openRow = async (change: Transaction<Tables>, { community, id }: Which): Promise<ScriptRow> => {
  const its = change.selectFrom("scripts").selectAll().where("community_id", "=", community).where("id", "=", id)
  const row = await its.forShare().executeTakeFirst()
  if (row === undefined) throw missing()
  if (!canHaveLinks(listedOf(row).status)) throw violated({ field: "status", message: "A deleted chat has no links." })
  return row
}

const links = inCommunity(
  contract.makeLinks,
  "links.make",
  ({ database, now }, { user, community, params: { id }, query: { amount, short = false } }) =>
    database.transact(async (change) => {
      const script = await openRow(change, { community: community.uuid, id })
      const process = await makeLinks(change, script, amount, { short, at: now() })
      await note(change, { community: community.uuid, user, deed: "links.make", thing: `script ${script.id}: ${amount}` }, now())
      return { status: "ok" as const, process }
    }),
  { creates: true },
)

/** Bytes of a list of 5000 people. */
const largestList = 10 * 1024 * 1024

const uniqueLinks = inCommunity(
  contract.makeUniqueLinks,
  "links.make",
  ({ database, now }, { user, community, params: { id }, payload, query: { short = false } }) =>
    database.transact(async (change) => {
      const script = await openRow(change, { community: community.uuid, id })
      const process = await makeUniqueLinks(change, script, payload, { short, at: now() })
      await note(change, { community: community.uuid, user, deed: "links.make", thing: `script ${script.id}: ${payload.length}` }, now())
      return { status: "ok" as const, process }
    }),
  { bodyLimit: largestList, creates: true },
)

export const linkCalls: ReadonlyArray<Call> = [links, uniqueLinks]
