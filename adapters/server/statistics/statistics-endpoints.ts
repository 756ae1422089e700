// Telling the pages of live statistics that something was counted, as server-sent events: one look a second at each chat that is watched,
// however many watch it, and whichever process counted.
import type { ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import type { FastifyInstance } from "fastify"
import { maxLiveViewers } from "../../../domain/conversations/conversation-limits.ts"
import { publicTitle } from "../../../domain/script/title.ts"
import { chartsOf } from "../../../domain/statistics/chart.ts"
import { type LiveStatistics, type Period, publishedRevision } from "../../../domain/statistics/statistics-scope.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { getStyle } from "../communities/style-endpoints.ts"
import type { Database, Db } from "../database/database.ts"
import { createOutageLog, type OutageLog } from "../database/outage-log.ts"
import { type EndpointHandler, publicEndpoint } from "../http/endpoint-handler.ts"
import { serviceUnavailable, tooManyRequests } from "../http/http-error.ts"
import { decodeLanguage, decodeStatus } from "../scripts/script-repository.ts"
import { toNetworkPrefix } from "../security/rate-limit.ts"
import type { ServerContext } from "../server-context.ts"
import { getScriptForStatistics, readScriptCounts, readTotalCount } from "./statistics-repository.ts"

const pollIntervalMs = 1000
/** Milliseconds after which a silent line is said to be alive, so that nobody in between cuts it. */
const keepAliveMs = 20_000
/** Seconds after which an address that has as many as it may asks again. */
const retry = 5
type WatchedScript = { readonly pages: Set<ServerResponse>; readonly stop: () => void }

/** How many pages are told, and how long a line is silent. */
const defaultLimits = { most: maxLiveViewers, beat: keepAliveMs }

export const registerStatisticsEvents = (
  app: FastifyInstance,
  { db }: Pick<Database, "db">,
  log: (problem: string) => void,
  limits: { readonly most: { readonly all: number; readonly address: number }; readonly beat: number } = defaultLimits,
): void => {
  const { most } = limits
  const watches = new Map<string, WatchedScript>()
  const outage = createOutageLog("live statistics", log)
  let watching = 0
  /** By address, as long as one of its pages is told: nothing of it is kept. */
  const from = new Map<string, number>()

  app.get<{ Params: { slug: string; script: string } }>("/stats/api/:slug/:script/events", async (request, reply) => {
    const { id } = await getScriptForStatistics(db, request.params)
    if (watching >= most.all) throw serviceUnavailable("Too many are watching; look again in a moment.")
    const address = toNetworkPrefix(request.ip)
    if ((from.get(address) ?? 0) >= most.address) throw tooManyRequests(retry)
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

const begin = (db: Db, script: string, outage: OutageLog, silence: number): WatchedScript => {
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
      const now = await readTotalCount(db, script)
      if (before !== null && now !== before) tell("event: counted\ndata: \n\n")
      before = now
      outage.recovered()
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

type Chat = Parameters<typeof getScriptForStatistics>[1]

const readStatistics = async (
  { database: { db }, loadPreparedScript }: ServerContext,
  chat: Chat,
  days: Period,
): Promise<LiveStatistics> => {
  const found = await getScriptForStatistics(db, chat)
  const revision = publishedRevision({ status: decodeStatus(found.status), revision: found.revision, lastLive: found.live_revision })
  const authored = revision === null ? null : (await loadPreparedScript(db, { id: found.id, revision })).authored
  const { begun, finished, tallies } = await readScriptCounts(db, found.id, days)
  return {
    community: { name: found.name, slug: found.slug },
    title: publicTitle(authored?.public_name ?? "", found.name),
    language: authored?.language ?? decodeLanguage(found.language),
    begun,
    finished,
    charts: authored === null ? [] : chartsOf(authored, tallies),
    style: await getStyle(db, found.community_id),
  }
}

const read = publicEndpoint(contract.readStatistics, async (context, { params, payload: { from = null, until = null }, request }) => {
  context.crowd.countStatisticsView(request.ip, context.now())
  const what = JSON.stringify([params.slug, params.script, from, until])
  return context.coalesceStatistics(what, () => readStatistics(context, params, { from, until }))
})

export const statisticsEndpoints: ReadonlyArray<EndpointHandler> = [read]

// Reading once for all who ask the same at a time: a hall of pages that were told of one answer shall not keep waiting whoever gives the next.

/** Milliseconds after a read in which the same is not read again; with the look of statistics-endpoints.ts less than the two seconds in which an answer shows. */
const restMs = 500

/**
 * Nobody gets what was read from before they asked: who asks while it is being read, or just after, waits for the next read, together with
 * all who do. So there is no answer to keep, and what an event told of is in what is read after it, whichever process counted it.
 */
export type CoalescedRead<A> = (what: string, read: () => Promise<A>) => Promise<A>

export const createCoalescedRead = <A>(): CoalescedRead<A> => {
  /** By what is read: until nobody waits for it and it has rested. */
  const next = new Map<string, Promise<A>>()
  const resting = new Map<string, Promise<void>>()
  const begin = async (what: string, read: () => Promise<A>): Promise<A> => {
    await resting.get(what)
    next.delete(what)
    const reading = read()
    const rested = reading.then(
      () => pause(restMs),
      () => pause(restMs),
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
