// Making links to a chat (adapters/contract/conversations.ts).
import { canHaveLinks } from "../../../domain/script/status.ts"
import * as contract from "../../contract/conversations.ts"
import { note } from "../audit/audit.ts"
import { makeLinks, makeUniqueLinks } from "../conversations/links.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { violated } from "../http/trouble.ts"
import { foundRow } from "../scripts/found.ts"
import { listedOf } from "../scripts/listed.ts"

const refuseDeleted = (row: Parameters<typeof listedOf>[0]): void => {
  if (!canHaveLinks(listedOf(row).status)) throw violated({ field: "status", message: "A deleted chat has no links." })
}

const links = inCommunity(
  contract.makeLinks,
  "links.make",
  ({ database, now }, { user, community, params: { id }, query: { amount, short = false } }) =>
    database.transact(async (change) => {
      const script = await foundRow(change, { community: community.uuid, id })
      refuseDeleted(script)
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
      const script = await foundRow(change, { community: community.uuid, id })
      refuseDeleted(script)
      const process = await makeUniqueLinks(change, script, payload, { short, at: now() })
      await note(change, { community: community.uuid, user, deed: "links.make", thing: `script ${script.id}: ${payload.length}` }, now())
      return { status: "ok" as const, process }
    }),
  { bodyLimit: largestList, creates: true },
)

export const linkCalls: ReadonlyArray<Call> = [links, uniqueLinks]
