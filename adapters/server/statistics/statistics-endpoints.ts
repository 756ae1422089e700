// Telling the pages of live statistics that something was counted, as server-sent events: one look a second at each chat that is watched,
// however many watch it, and whichever process counted.
import type { ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import type { FastifyInstance } from "fastify"
import { mostWatching } from "../../../domain/conversations/conversation-limits.ts"
import { publicTitle } from "../../../domain/script/title.ts"
import { chartsOf } from "../../../domain/statistics/chart.ts"
import { type Days, revisionTold, type Statistics } from "../../../domain/statistics/statistics-scope.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { styleOf } from "../communities/style-endpoints.ts"
import type { Database, Db } from "../database/database.ts"
import { type Outage, outageOf } from "../database/outage-log.ts"
import { anybody, type Call } from "../http/endpoint-handler.ts"
import { tooMany, unavailable } from "../http/http-error.ts"
import { languageOf, statusOf } from "../scripts/script-repository.ts"
import { network } from "../security/rate-limit.ts"
import type { House } from "../server-context.ts"
import { countedSoFar, countsOfScript, scriptWithStatistics } from "./statistics-repository.ts"

const pollIntervalMs = 1000
/** Milliseconds after which a silent line is said to be alive, so that nobody in between cuts it. */
const beat = 20_000
/** Seconds after which an address that has as many as it may asks again. */
const retry = 5
type Watch = { readonly pages: Set<ServerResponse>; readonly stop: () => void }

/** How many pages are told, and how long a line is silent. */
const usual = { most: mostWatching, beat }

export const serveStatisticsEvents = (
  app: FastifyInstance,
  { db }: Pick<Database, "db">,
  log: (problem: string) => void,
  limits: { readonly most: { readonly all: number; readonly address: number }; readonly beat: number } = usual,
): void => {
  const { most } = limits
  const watches = new Map<string, Watch>()
  const outage = outageOf("live statistics", log)
  let watching = 0
  /** By address, as long as one of its pages is told: nothing of it is kept. */
  const from = new Map<string, number>()

  app.get<{ Params: { slug: string; script: string } }>("/stats/api/:slug/:script/events", async (request, reply) => {
    const { id } = await scriptWithStatistics(db, request.params)
    if (watching >= most.all) throw unavailable("Too many are watching; look again in a moment.")
    const address = network(request.ip)
    if ((from.get(address) ?? 0) >= most.address) throw tooMany(retry)
    reply.hijack()
    const page = reply.raw
    // Who left while the chat was looked for is told nothing, and says no more that they leave.
    if (page.destroyed || request.raw.socket.destroyed) return
    page.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" })
    page.write(": here\n\n")
    const watch = watches.get(id) ?? begin(db, id, outage, limits.beat)
    watches.set(id, watch)
    watch.pages.add(page)
    watching++
    from.set(address, (from.get(address) ?? 0) + 1)
    page.once("close", () => {
      watching--
      const left = (from.get(address) ?? 1) - 1
      if (left > 0) from.set(address, left)
      else from.delete(address)
      watch.pages.delete(page)
      if (watch.pages.size > 0) return
      watch.stop()
      watches.delete(id)
    })
  })

  // Lines that stay open would keep the server from stopping.
  app.addHook("preClose", async () => {
    for (const { pages } of watches.values()) for (const page of pages) page.end()
  })
}

const begin = (db: Db, script: string, outage: Outage, silence: number): Watch => {
  const pages = new Set<ServerResponse>()
  const tell = (line: string) => {
    for (const page of pages) page.write(line)
  }
  let before: number | null = null
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      const now = await countedSoFar(db, script)
      if (before !== null && now !== before) tell("event: counted\ndata: \n\n")
      before = now
      outage.passed()
    } catch (error) {
      outage.failed(error)
    } finally {
      isLooking = false
    }
  }
  void look()
  const looking = setInterval(() => void look(), pollIntervalMs)
  const beating = setInterval(() => tell(": here\n\n"), silence)
  return {
    pages,
    stop: () => {
      clearInterval(looking)
      clearInterval(beating)
    },
  }
}

// The live statistics of a chat (adapters/contract/public-page-contract.ts), for whoever has its address.

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

// Reading once for all who ask the same at a time: a hall of pages that were told of one answer shall not keep waiting whoever gives the next.

/** Milliseconds after a read in which the same is not read again; with the look of statistics-endpoints.ts less than the two seconds in which an answer shows. */
const rest = 500

/**
 * Nobody gets what was read from before they asked: who asks while it is being read, or just after, waits for the next read, together with
 * all who do. So there is no answer to keep, and what an event told of is in what is read after it, whichever process counted it.
 */
export type Shared<A> = (what: string, read: () => Promise<A>) => Promise<A>

export const shared = <A>(): Shared<A> => {
  /** By what is read: until nobody waits for it and it has rested. */
  const next = new Map<string, Promise<A>>()
  const resting = new Map<string, Promise<void>>()
  const begin = async (what: string, read: () => Promise<A>): Promise<A> => {
    await resting.get(what)
    next.delete(what)
    const reading = read()
    const rested = reading.then(
      () => pause(rest),
      () => pause(rest),
    )
    resting.set(
      what,
      rested.then(() => void resting.delete(what)),
    )
    return reading
  }
  return (what, read) => {
    const waited = next.get(what) ?? begin(what, read)
    next.set(what, waited)
    return waited
  }
}
