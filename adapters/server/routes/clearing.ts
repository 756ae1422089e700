// Clearing what respondents gave, in two steps: their data, the live statistics, or who they are (adapters/contract/conversations.ts).
import type { Right } from "../../../domain/communities/roles.ts"
import * as contract from "../../contract/conversations.ts"
import type { Endpoint } from "../../contract/endpoint.ts"
import { makeToken, spendToken } from "../accounts/one-time-tokens.ts"
import { note } from "../audit/audit.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow } from "../database/tables.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { forbidden, missing } from "../http/trouble.ts"
import { anonymise, toAnonymise } from "../scripts/anonymise.ts"
import { eraseData } from "../scripts/erase.ts"
import { foundRow } from "../scripts/found.ts"
import { lockRow } from "../scripts/listed.ts"

type Path = (typeof contract)["clearDataToken" | "clearStatisticsToken" | "anonymiseToken"]["path"]
type Clearing<Goes extends object> = {
  readonly token: Endpoint<Path, object, { readonly clearToken: string } & Goes>
  /** How much there is to it. */
  readonly goes: (db: Db, script: string) => Promise<Goes>
  readonly deed: typeof contract.clearData | typeof contract.clearStatistics | typeof contract.anonymise
  readonly purpose: "clear data" | "clear statistics" | "anonymise"
  readonly clear: (change: Parameters<typeof eraseData>[0], script: ScriptRow, at: Date) => Promise<void>
}

const clearing = <Goes extends object>({ token, goes, deed, purpose, clear }: Clearing<Goes>): ReadonlyArray<Call> => {
  const right: Right = "conversations.clear"
  const serves = (user: string, community: string, id: string) => ({ purpose, user, thing: `${community}/${id.toLowerCase()}` })
  return [
    inCommunity(
      token,
      right,
      async ({ database: { db }, now }, { user, community, params: { id } }) => {
        const row = await foundRow(db, { community: community.uuid, id })
        return { clearToken: await makeToken(db, serves(user.uuid, community.uuid, id), now()), ...(await goes(db, row.id)) }
      },
      { changes: true },
    ),
    inCommunity(deed, right, ({ database, now }, { user, community, params: { id }, payload: { csrf } }) =>
      database.transact(async (change) => {
        const row = await lockRow(change, { community: community.uuid, id })
        if (row === undefined) throw missing()
        if (!(await spendToken(change, csrf, serves(user.uuid, community.uuid, id), now())))
          throw forbidden("This clear token is wrong or spent.")
        await clear(change, row, now())
        await note(
          change,
          { community: community.uuid, user, deed: `script.${purpose.replace(" ", "-")}`, thing: `script ${row.id}` },
          now(),
        )
        return { status: "ok" as const }
      }),
    ),
  ]
}

/** How much there is to be cleared is not told with the token. */
const untold = async () => ({})

export const clearingCalls: ReadonlyArray<Call> = [
  ...clearing({
    token: contract.clearDataToken,
    goes: untold,
    deed: contract.clearData,
    purpose: "clear data",
    clear: (change, { id }, at) => eraseData(change, id, at),
  }),
  ...clearing({
    token: contract.clearStatisticsToken,
    goes: untold,
    deed: contract.clearStatistics,
    purpose: "clear statistics",
    // [G5]
    clear: async (change, { id }) => {
      await change.deleteFrom("statistics").where("script_id", "=", id).execute()
    },
  }),
  ...clearing({
    token: contract.anonymiseToken,
    goes: toAnonymise,
    deed: contract.anonymise,
    purpose: "anonymise",
    clear: anonymise,
  }),
]
