// The live statistics of a chat (adapters/contract/statistics.ts), for whoever has its address.
import { publicTitle } from "../../../domain/script/public-title.ts"
import { chartsOf } from "../../../domain/statistics/chart.ts"
import * as contract from "../../contract/statistics.ts"
import { anybody, type Call } from "../http/call.ts"
import { countsOfScript } from "../statistics/read.ts"
import { scriptWithStatistics } from "../statistics/script.ts"
import { styleOf } from "./style.ts"

const read = anybody(
  contract.readStatistics,
  async ({ database: { db }, prepared }, { params, payload: { from = null, until = null } }) => {
    const found = await scriptWithStatistics(db, params)
    const { authored } = await prepared(db, { id: found.id, revision: found.revision })
    const { begun, finished, tallies } = await countsOfScript(db, found.id, { from, until })
    return {
      community: { name: found.name, slug: found.slug },
      title: publicTitle(authored.public_name, found.name),
      language: authored.language,
      begun,
      finished,
      charts: chartsOf(authored, tallies),
      style: await styleOf(db, found.community_id),
    }
  },
)

export const statisticsCalls: ReadonlyArray<Call> = [read]
