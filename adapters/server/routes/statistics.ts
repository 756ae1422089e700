// The live statistics of a chat (adapters/contract/statistics.ts), for whoever has its address.
import { publicTitle } from "../../../domain/script/public-title.ts"
import { chartsOf } from "../../../domain/statistics/chart.ts"
import type { Days, Statistics } from "../../../domain/statistics/told.ts"
import { revisionTold } from "../../../domain/statistics/told-revision.ts"
import * as contract from "../../contract/statistics.ts"
import type { House } from "../house.ts"
import { anybody, type Call } from "../http/call.ts"
import { languageOf, statusOf } from "../scripts/listed.ts"
import { countsOfScript } from "../statistics/read.ts"
import { scriptWithStatistics } from "../statistics/script.ts"
import { styleOf } from "./style.ts"

type Chat = Parameters<typeof scriptWithStatistics>[1]

const statisticsOf = async ({ database: { db }, prepared }: House, chat: Chat, days: Days): Promise<Statistics> => {
  const found = await scriptWithStatistics(db, chat)
  const revision = revisionTold({ status: statusOf(found.status), revision: found.revision, lastLive: found.live_revision })
  const authored = revision === null ? null : (await prepared(db, { id: found.id, revision })).authored
  const { begun, finished, tallies } = await countsOfScript(db, found.id, days)
  return {
    community: { name: found.name, slug: found.slug },
    title: publicTitle(authored?.public_name ?? "", found.name),
    language: authored?.language ?? languageOf(found.language),
    begun,
    finished,
    charts: authored === null ? [] : chartsOf(authored, tallies),
    style: await styleOf(db, found.community_id),
  }
}

const read = anybody(contract.readStatistics, async (house, { params, payload: { from = null, until = null }, request }) => {
  house.crowd.countLook(request.ip, house.now())
  const what = JSON.stringify([params.slug, params.script, from, until])
  return house.statistics(what, () => statisticsOf(house, params, { from, until }))
})

export const statisticsCalls: ReadonlyArray<Call> = [read]
