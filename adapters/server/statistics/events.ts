// Telling the pages of live statistics that something was counted, as server-sent events: one look a second at each chat that is watched,
// however many watch it, and whichever process counted.
import type { ServerResponse } from "node:http"
import type { FastifyInstance } from "fastify"
import { mostWatching } from "../../../domain/conversations/limits.ts"
import type { Database, Db } from "../database/database.ts"
import { network } from "../http/network.ts"
import { tooMany, unavailable } from "../http/trouble.ts"
import { type Outage, outageOf } from "../outage.ts"
import { countedSoFar } from "./read.ts"
import { scriptWithStatistics } from "./script.ts"

const pause = 1000
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
  const looking = setInterval(() => void look(), pause)
  const beating = setInterval(() => tell(": here\n\n"), silence)
  return {
    pages,
    stop: () => {
      clearInterval(looking)
      clearInterval(beating)
    },
  }
}
