// Endpoints of the live statistics: reading them, and server-sent events that announce changes [G7]. One poll per
// second serves all viewers of a script, whichever process counted.
import type { ServerResponse } from "node:http"
import { setImmediate } from "node:timers/promises"
import * as Schema from "effect/Schema"
import type { FastifyInstance } from "fastify"
import { maxLiveViewers } from "../../../domain/conversations/conversation-limits.ts"
import type { Instruction } from "../../../domain/script/instruction.ts"
import { getPublicTitle, getTitleIn } from "../../../domain/script/title.ts"
import { createChartBuilder } from "../../../domain/statistics/chart.ts"
import { type Chart, LiveStatistics } from "../../../domain/statistics/live-statistics.ts"
import { clampPeriod, isUnlimited, type Period } from "../../../domain/statistics/statistics-period.ts"
import type { Language } from "../../../domain/text/language.ts"
import * as contract from "../../contract/public-page-contract.ts"
import { getPublicStyle } from "../communities/style-endpoints.ts"
import { createOutageLog, type Database, type Db, type OutageLog } from "../database/database.ts"
import { type EndpointHandler, publicEndpoint, RawResponse } from "../http/endpoint-handler.ts"
import { serviceUnavailable, tooManyRequests } from "../http/http-error.ts"
import { decodeLanguage } from "../scripts/script-repository.ts"
import { loadPublishedScript } from "../scripts/script-revisions.ts"
import { toNetworkPrefix } from "../security/respondent-rate-limit.ts"
import type { ServerContext } from "../server-context.ts"
import {
  getScriptForStatistics,
  noCounts,
  readFirstDay,
  readScriptCounts,
  readTotalCount,
  type ScriptCounts,
} from "./statistics-repository.ts"

const pollIntervalMs = 1000
/** Milliseconds between keep-alive messages, so that no proxy closes a silent connection. */
const keepAliveMs = 20_000
/** Seconds after which an address at its limit may retry. */
const retryAfterSeconds = 5
type WatchedScript = { readonly pages: Set<ServerResponse>; readonly stop: () => void }

/** Maximum number of viewers, and milliseconds between keep-alive messages. */
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
  let viewerCount = 0
  /** Viewers per address; an address is forgotten when its last viewer leaves. */
  const viewersByAddress = new Map<string, number>()

  app.get<{ Params: { slug: string; script: string } }>("/stats/api/:slug/:script/events", async (request, reply) => {
    const { id } = await getScriptForStatistics(db, request.params)
    if (viewerCount >= most.all) throw serviceUnavailable("Too many people are viewing live statistics; try again in a moment.")
    const address = toNetworkPrefix(request.ip)
    if ((viewersByAddress.get(address) ?? 0) >= most.address) throw tooManyRequests(retryAfterSeconds)
    reply.hijack()
    const page = reply.raw
    // The client may have disconnected during the query; its `close` event has then passed already.
    if (page.destroyed || request.raw.socket.destroyed) return
    page.writeHead(200, {
      "x-request-id": request.id,
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    })
    page.write(": here\n\n")
    const watch = watches.get(id) ?? startWatch(db, id, outage, limits.beat)
    watches.set(id, watch)
    watch.pages.add(page)
    viewerCount++
    viewersByAddress.set(address, (viewersByAddress.get(address) ?? 0) + 1)
    page.once("close", () => {
      viewerCount--
      const remaining = (viewersByAddress.get(address) ?? 1) - 1
      if (remaining > 0) viewersByAddress.set(address, remaining)
      else viewersByAddress.delete(address)
      watch.pages.delete(page)
      if (watch.pages.size > 0) return
      watch.stop()
      watches.delete(id)
    })
  })

  // Open event streams would keep the server from stopping.
  app.addHook("preClose", async () => {
    for (const { pages } of watches.values()) for (const page of pages) page.end()
  })
}

const startWatch = (db: Db, script: string, outage: OutageLog, keepAliveIntervalMs: number): WatchedScript => {
  const pages = new Set<ServerResponse>()
  const broadcast = (message: string) => {
    // What a page does not read is in memory. A browser connects again.
    for (const page of pages)
      if (page.writableNeedDrain) page.destroy()
      else page.write(message)
  }
  let lastCount: number | null = null
  let isPolling = false
  const poll = async (): Promise<void> => {
    if (isPolling) return
    isPolling = true
    try {
      const count = await readTotalCount(db, script)
      if (lastCount !== null && count !== lastCount) broadcast("event: counted\ndata: \n\n")
      lastCount = count
      outage.recovered()
    } catch (error) {
      outage.failed(error)
    } finally {
      isPolling = false
    }
  }
  void poll()
  const pollTimer = setInterval(() => void poll(), pollIntervalMs)
  const keepAliveTimer = setInterval(() => broadcast(": here\n\n"), keepAliveIntervalMs)
  return {
    pages,
    stop: () => {
      clearInterval(pollTimer)
      clearInterval(keepAliveTimer)
    },
  }
}

type ScriptAddress = Parameters<typeof getScriptForStatistics>[1]

type StatisticsRequest = ScriptAddress & {
  /** Null for a period without counts. */
  readonly period: Period | null
  /** The language of the page; undefined for the script's own. */
  readonly requested: Language | undefined
}

const loadStatistics = async (context: ServerContext, { period, requested, ...address }: StatisticsRequest): Promise<LiveStatistics> => {
  const { db } = context.database
  const found = await getScriptForStatistics(db, address)
  const authored = await loadPublishedScript(context, found)
  const { begun, finished, tallies } = await readPeriodCounts(context, found.id, period)
  const language = authored?.language ?? decodeLanguage(found.language)
  const locale = requested ?? language
  const { title, language: titleLanguage } = getTitleIn(authored ?? { public_name: "", language }, locale)
  return {
    community: { name: found.name, slug: found.slug },
    title: getPublicTitle(title, found.name),
    ...(titleLanguage !== language && { titleLanguage }),
    language,
    begun,
    finished,
    charts: authored === null ? [] : await buildChartsInTurns(authored.instructions, createChartBuilder(authored, tallies, locale)),
    style: await getPublicStyle(db, found.community_id),
  }
}

/** Instructions whose charts are built, and charts that are encoded, before other requests get their turn. */
const perTurn = 200

const buildChartsInTurns = async (
  instructions: ReadonlyArray<Instruction>,
  build: (instruction: Instruction) => ReadonlyArray<Chart>,
): Promise<ReadonlyArray<Chart>> => {
  const charts: Array<Chart> = []
  for (let from = 0; from < instructions.length; from += perTurn) {
    if (from > 0) await setImmediate()
    charts.push(...instructions.slice(from, from + perTurn).flatMap(build))
  }
  return charts
}

/** Every pair of days is a read of its own, so that those reads are limited. */
const readPeriodCounts = (
  { database: { db }, limitPeriodReads }: ServerContext,
  script: string,
  period: Period | null,
): Promise<ScriptCounts> => {
  if (period === null) return Promise.resolve(noCounts)
  const read = () => readScriptCounts(db, script, period)
  return isUnlimited(period) ? read() : limitPeriodReads(read)
}

/** Periods with the same counts become equal, so that they share a read. */
const normalizePeriod = async ({ database: { db }, now }: ServerContext, script: string, period: Period): Promise<Period | null> =>
  isUnlimited(period) ? period : clampPeriod(period, { first: await readFirstDay(db, script), today: now().toISOString().slice(0, 10) })

/** Returns the statistics as JSON, encoded in several turns: a chat may have thousands of questions. */
const encodeStatistics = async ({ charts, ...rest }: LiveStatistics): Promise<string> => {
  const parts: Array<string> = []
  for (let from = 0; from < charts.length; from += perTurn) {
    await setImmediate()
    parts.push(JSON.stringify(encodeCharts(charts.slice(from, from + perTurn))).slice(1, -1))
  }
  const start = JSON.stringify({ ...encodeWithoutCharts({ ...rest, charts: [] }), charts: undefined })
  return `${start.slice(0, -1)},"charts":[${parts.join(",")}]}`
}
const encodeWithoutCharts = Schema.encodeSync(LiveStatistics)
const encodeCharts = Schema.encodeSync(LiveStatistics.fields.charts)

const readStatistics = publicEndpoint(
  contract.readStatistics,
  async (context, { params, payload: { from = null, until = null, language: requested }, request }) => {
    context.rateLimits.countStatisticsView(request.ip, context.now())
    const period = await normalizePeriod(context, params.script, { from, until })
    // Uuids are the same in either case. Few languages exist, so that they multiply the reads only a little.
    const key = JSON.stringify([params.slug, params.script.toLowerCase(), period, requested])
    // Encoded once for all callers: those of a large chat take tens of milliseconds.
    const json = await context.coalesceStatistics(key, async () =>
      encodeStatistics(await loadStatistics(context, { ...params, period, requested })),
    )
    return new RawResponse("application/json; charset=utf-8", json)
  },
)

export const statisticsEndpoints: ReadonlyArray<EndpointHandler> = [readStatistics]
