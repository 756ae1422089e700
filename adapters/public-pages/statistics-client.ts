// The live statistics' call and its line (adapters/contract/public-page-contract.ts), with nothing but the browser's own: the page has to be small.
import { isRecord } from "../../domain/json/json-parser.ts"
import { type LiveStatistics, type Period, parsePeriod } from "../../domain/statistics/statistics-scope.ts"
import { isServerError } from "../contract/server-error.ts"

/** Milliseconds: until a line that was refused is asked for again, from look to look without a line, and for which an answer is waited for. */
const timeoutsMs = { line: 5000, look: 1000, call: 20_000 } as const

type Chat = { readonly base: string; readonly community: string; readonly script: string }

const addressOf = ({ base, community, script }: Chat): string => `${base}/api/${community}/${script}`

/** The server has checked it by its own Schema; what is no answer of it at all is refused. */
const isStatistics = (value: unknown): value is LiveStatistics =>
  isRecord(value) && Array.isArray(value["charts"]) && isRecord(value["style"])

/** Reads them; `"missing"` where there is no such chat. Rejects where they cannot be read now. */
export const fetchStatistics = async (chat: Chat, { from, until }: Period, signal: AbortSignal): Promise<LiveStatistics | "missing"> => {
  const query = new URLSearchParams({ ...(from !== null && { from }), ...(until !== null && { until }) })
  const response = await fetch(`${addressOf(chat)}?${query}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutsMs.call)]),
    headers: { accept: "application/json" },
    // Else the browser lets its pages have one and the same address after one another only.
    cache: "no-store",
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.status === 404 && isServerError(response, body)) return "missing"
  if (!response.ok || !isStatistics(body)) throw new Error(`the statistics were answered with ${response.status}`)
  return body
}

type News = { readonly type: "stats.counted" | "stats.due" } | { readonly type: "stats.line"; readonly isLive: boolean }
type Tell = (news: News) => void

/** The lock that the page of a browser has which holds the line. */
const lineLock = "statistics line"

/**
 * Listens until the end that it gives. Of all pages of a browser one holds a line: it has six connections to a server, and a line keeps one of
 * them. The others look every second, and one of them gets the line when it is free; where nothing can be locked (plain http) all do.
 */
export const subscribeToStatistics = (chat: Chat, tell: Tell): (() => void) => {
  const ends = new AbortController()
  const looking = setInterval(() => {
    tell({ type: "stats.line", isLive: true })
    tell({ type: "stats.due" })
  }, timeoutsMs.look)
  const holdLine = (): Promise<void> =>
    new Promise((release) => {
      clearInterval(looking)
      const hangUp = openEventStream(chat, tell)
      ends.signal.addEventListener("abort", () => {
        hangUp()
        release()
      })
    })
  // Who ends before it is their turn gives up waiting for it.
  if ("locks" in navigator) navigator.locks.request(lineLock, { signal: ends.signal }, holdLine).catch(() => undefined)
  return () => {
    clearInterval(looking)
    ends.abort()
  }
}

/**
 * A line that was lost the browser takes up by itself; one that was refused (a server that stops, one that tells as many as it can) it does
 * not: that is asked for again, and what was counted meanwhile is looked for.
 */
const openEventStream = (chat: Chat, tell: Tell): (() => void) => {
  let again: ReturnType<typeof setTimeout> | undefined
  const listen = (): EventSource => {
    const it = new EventSource(`${addressOf(chat)}/events`)
    it.addEventListener("counted", () => tell({ type: "stats.counted" }))
    it.addEventListener("open", () => tell({ type: "stats.line", isLive: true }))
    it.addEventListener("error", () => {
      tell({ type: "stats.line", isLive: false })
      if (it.readyState !== EventSource.CLOSED) return
      again = setTimeout(() => {
        line = listen()
        tell({ type: "stats.counted" })
      }, timeoutsMs.line)
    })
    return it
  }
  let line = listen()
  return () => {
    clearTimeout(again)
    line.close()
  }
}

// The days of the live statistics as they stand in the page's address, beside whatever else stands there: a reload and a shared link keep them.

export const readPeriodFromUrl = (): Period => {
  const query = new URLSearchParams(window.location.search)
  return parsePeriod({ from: query.get("from"), until: query.get("until") })
}

/** Writes them in place of those before: going back leads to the page before, not to the days before. */
export const writePeriodToUrl = (days: Period): void => {
  const address = new URL(window.location.href)
  for (const which of ["from", "until"] as const) {
    const day = days[which]
    if (day === null) address.searchParams.delete(which)
    else address.searchParams.set(which, day)
  }
  window.history.replaceState(window.history.state, "", address)
}
